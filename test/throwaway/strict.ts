import { defineAdapter, defineBinding, findUnknownKey } from '../../src/mapping/index.ts';
import { base, call, reads } from './common.ts';

/** One key that the schema of an answer does not have drops all of it. */
export const strict = defineAdapter({
  id: 'strict',
  title: 'Strict',
  eventKey: 'hook_event_name',
  events: {
    BeforeCall: defineBinding('before-tool', () => ({
      payload: { ...base, ...call },
      outcome: { decision: { at: 'verdict', words: { deny: 'deny' } }, reason: 'why' },
      neutralResponse: {},
      subject: 'tool_name',
    })),
  },
  tools: [{ tool: 'shell', names: ['sh'], input: { command: 'cmd' } }],
  recognises: ({ hook_event_name: native }) => (native === 'BeforeCall' ? 1 : 0),
  readFinished(finished, binding) {
    const reading = reads(finished);
    const unknown = reading.response && findUnknownKey(binding, reading.response);
    return unknown === undefined
      ? reading
      : { failure: `printed ${unknown}, which its agent does not know` };
  },
});

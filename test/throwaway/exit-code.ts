import {
  defineAdapter,
  defineBinding,
  describeCutOff,
  trimOutput,
} from '../../src/mapping/index.ts';
import { base, call } from './common.ts';

/** What a hook prints on stdout is not read: any exit code but 0 refuses, stderr says why. */
export const exitCode = defineAdapter({
  id: 'exit-code',
  title: 'Exit code',
  eventKey: 'hook_event_name',
  events: {
    before: defineBinding('before-tool', () => ({
      payload: { ...base, ...call },
      outcome: { decision: { at: 'refused', words: { deny: true } }, reason: 'why' },
      neutralResponse: null,
      subject: 'tool_name',
    })),
  },
  tools: [{ tool: 'shell', names: ['run'], input: { command: 'line' } }],
  recognises: ({ hook_event_name: native }) => (native === 'before' ? 1 : 0),
  readFinished(finished) {
    const failure = describeCutOff(finished);
    if (failure) return { failure };
    if (finished.code === 0) return {};
    return {
      response: { refused: true, why: trimOutput(finished.stderr) || 'Blocked by a hook.' },
    };
  },
  printResponse: (response) => ({
    stdout: '',
    stderr: response?.why === undefined ? '' : `${response.why}\n`,
    exitCode: response?.refused ? 2 : 0,
  }),
});

import { defineAdapter, defineBinding, type Json } from '../../src/mapping/index.ts';
import { call, reads } from './common.ts';

const place = { session: 'session_id', cwd: 'cwd' } as const;

/** By what is in it. */
function nativeOf({ tool_name, tool_result, prompt }: Json): string | undefined {
  if (typeof tool_name === 'string') return tool_result === undefined ? 'preTool' : 'postTool';
  return typeof prompt === 'string' ? 'userPrompt' : undefined;
}

/** A payload does not say of which event it is: settings name one script for each. */
export const unnamed = defineAdapter({
  id: 'unnamed',
  title: 'Unnamed',
  eventKey: '',
  nativeOf,
  events: {
    preTool: defineBinding('before-tool', () => ({
      payload: { ...place, ...call },
      outcome: { decision: { at: 'decision', words: { deny: 'deny' } }, reason: 'reason' },
      neutralResponse: {},
      subject: 'tool_name',
    })),
    postTool: defineBinding('after-tool', () => ({
      given: { status: 'ok' },
      payload: { ...place, ...call, result: 'tool_result' },
      outcome: {},
      neutralResponse: null,
      subject: 'tool_name',
    })),
    userPrompt: defineBinding('prompt', () => ({
      payload: { ...place, prompt: 'prompt' },
      outcome: {},
      neutralResponse: null,
      remembers: { prompt: 'prompt' },
    })),
  },
  tools: [
    {
      tool: 'shell',
      names: ['bash'],
      input: { command: 'command' },
      result: { text: { at: 'text', supply: '' } },
    },
  ],
  recognises: (payload) => (nativeOf(payload) === undefined ? 0 : 1),
  readFinished: reads,
});

import type { Firings } from '../../mapping/adapter.ts';

/** Native event → when it is fired, and what of it is remembered. */
export const firings: Firings = {
  sessionStart: {
    ignored: ['continue', 'user_message'],
  },
  beforeSubmitPrompt: {
    remembers: { prompt: 'prompt' },
  },
  stop: {
    awaits: ['response'], // `afterAgentResponse` is fired at the same time, before or after it, CLI 2026.09.28
  },
  afterAgentResponse: {
    remembers: { response: 'text' },
  },
  subagentStart: {
    hasPrivateSubjects: true, // no other agent has a subagent of the kind `explore`
  },
  beforeReadFile: {
    requires: ['input.content'],
  },
  postToolUseFailure: {
    requires: ['status'],
  },
};

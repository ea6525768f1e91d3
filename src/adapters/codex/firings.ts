import type { Firings } from '../../mapping/adapter.ts';

/** Native event → when it is fired, and what of it is remembered. */
export const firings: Firings = {
  UserPromptSubmit: {
    remembers: { prompt: 'prompt' },
  },
  SubagentStart: {
    hasPrivateSubjects: true,
  },
  SubagentStop: {
    hasPrivateSubjects: true,
  },
};

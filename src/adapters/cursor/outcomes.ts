import type { Native } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';

// `user_message` is what the model sees, `agent_message` what the pages say it sees: both, always.
// The earliest pages had both in camel case, and nine public repositories still write them so.
const spoken = ['user_message', 'agent_message', 'reason'];

/** Where scripts of others say why. */
export const others = (...said: readonly string[]): readonly string[] =>
  [...otherReasons, 'systemMessage'].filter((path) => !said.includes(path));

export const reason: Native = { at: spoken, older: others(...spoken), join: true };

/** Shell and MCP: the only events where `ask` ever meant something. */
export const asked: Native = {
  at: 'permission',
  words: { allow: 'allow', deny: 'deny', ask: 'ask' },
};

/** No `ask` here: it is an invalid response, which blocks. */
export const granted: Native = { at: 'permission', words: { allow: 'allow', deny: 'deny' } };

/** Until February 2026: `decision` and `reason`. `ask` is accepted and not enforced. */
export const either = {
  at: ['permission', 'decision'],
  all: true,
  words: { allow: 'allow', deny: 'deny' },
  hears: { ask: 'ask', block: 'deny' },
} as const;

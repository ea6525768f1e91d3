import type { Native } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';

// `user_message` is what the model sees, `agent_message` what the pages say it sees: both, always.
// The earliest pages had both in camel case, and nine public repositories still write them so.
const reasonKeys = ['user_message', 'agent_message', 'reason'];

/** Where scripts of others say why. */
export const listForeignReasons = (...said: readonly string[]): readonly string[] =>
  [...otherReasons, 'systemMessage'].filter((path) => !said.includes(path));

export const reasonRow: Native = {
  at: reasonKeys,
  older: listForeignReasons(...reasonKeys),
  join: true,
};

/** Shell and MCP: the only events where `ask` ever meant something. */
export const permissionWithAsk: Native = {
  at: 'permission',
  words: { allow: 'allow', deny: 'deny', ask: 'ask' },
};

/** No `ask` here: it is an invalid response, which blocks. */
export const permissionRow: Native = { at: 'permission', words: { allow: 'allow', deny: 'deny' } };

/** Until February 2026: `decision` and `reason`. `ask` is accepted and not enforced. */
export const decisionRow = {
  at: ['permission', 'decision'],
  all: true,
  words: { allow: 'allow', deny: 'deny' },
  hears: { ask: 'ask', block: 'deny' },
} as const;

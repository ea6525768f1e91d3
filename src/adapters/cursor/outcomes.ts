import type { PathOrRow } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';

/**
 * Keys for a reason. The model sees `user_message`, while the docs say that it sees
 * `agent_message`, so both are written. The earliest docs had both in camelCase, and nine public
 * repositories still write them so.
 */
const reasonKeys = ['user_message', 'agent_message', 'reason'];

/** Lists the keys for a reason that scripts written for other agents use. */
export const listForeignReasons = (...ownKeys: readonly string[]): readonly string[] =>
  [...otherReasons, 'systemMessage'].filter((path) => !ownKeys.includes(path));

export const reasonRow: PathOrRow = {
  at: reasonKeys,
  older: listForeignReasons(...reasonKeys),
  join: true,
};

/** The permission at shell and MCP events, the only ones where `ask` ever had an effect. */
export const permissionWithAsk: PathOrRow = {
  at: 'permission',
  words: { allow: 'allow', deny: 'deny', ask: 'ask' },
};

/** The permission at read events, where `ask` is an invalid response, which blocks. */
export const permissionRow: PathOrRow = {
  at: 'permission',
  words: { allow: 'allow', deny: 'deny' },
};

/**
 * The permission before a tool. Until February 2026 the keys were `decision` and `reason`. `ask` is
 * accepted but not enforced.
 */
export const decisionRow = {
  at: ['permission', 'decision'],
  all: true,
  words: { allow: 'allow', deny: 'deny' },
  aliases: { ask: 'ask', block: 'deny' },
} as const;

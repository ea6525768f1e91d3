import type { PathOrRow } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';

/**
 * The keys that hold a reason. The model sees `user_message`, although the docs say that it sees
 * `agent_message`, so both are written. The earliest docs have both in camelCase, and nine public
 * repositories still write them in that way.
 */
const reasonKeys = ['user_message', 'agent_message', 'reason'];

/** The keys in which scripts for other agents give a reason, and no script for Cursor. */
const foreignReasons = [
  ...otherReasons.filter((key) => !reasonKeys.includes(key)),
  'systemMessage',
];

/** The reason of a refused prompt, for which no key but the first is documented. */
export const promptReasonRow = {
  at: 'user_message',
  older: ['reason', 'agent_message', ...foreignReasons],
} as const satisfies PathOrRow;

export const reasonRow: PathOrRow = {
  at: reasonKeys,
  older: foreignReasons,
  join: true,
};

/** The permission at shell and MCP events. `ask` never had an effect at other events. */
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
 * The permission at `preToolUse`, which is called `decision` in docs until February 2026. `ask` is accepted there,
 * and has no effect.
 */
export const decisionRow = {
  at: ['permission', 'decision'],
  all: true,
  words: { allow: 'allow', deny: 'deny' },
  aliases: { ask: 'ask', block: 'deny' },
} as const;

import type { PathOrRow, Row } from '../../mapping/adapter.ts';
import { foreignReasons as allForeignReasons, specificPath } from '../gemini/outcomes.ts';

/** Further keys in which hooks for other agents give a reason, without those in `hookSpecificOutput`. */
const foreignReasons = allForeignReasons.filter((path) => !path.startsWith('hookSpecificOutput.'));

/** Returns the event name, which an answer with `hookSpecificOutput` must have in it. */
const impliedEventName = (event: string) => ({ [specificPath('hookEventName')]: event });

/**
 * The older forms of the verdict. `decision` counts if there is no `permissionDecision`, and `continue: false` if
 * there is neither of the two.
 */
const olderDecision: Row = {
  at: 'decision',
  words: {},
  aliases: { block: 'deny', deny: 'deny', ask: 'ask' },
  or: { at: 'continue', words: { deny: false } },
};

/**
 * The verdict before a tool. Of several hooks, the last `permissionDecision` counts. An `allow` erases the refusal
 * of an earlier hook and its `decision`, but not its `continue: false`, which refuses only this call, 0.24.4.
 * A refusal is therefore written in all three forms.
 */
export const decisionRow: PathOrRow = {
  at: specificPath('permissionDecision'),
  words: { deny: 'deny' },
  implies: { ...impliedEventName('PreToolUse'), decision: 'block', continue: false },
  or: {
    at: specificPath('permissionDecision'),
    words: { ask: 'ask' }, // the client refuses the call if nobody can be asked
    implies: impliedEventName('PreToolUse'),
    or: olderDecision,
  },
};

/** The reason, which is written to three keys. The client reads a key if another hook erased those before it. */
export const reasonRow: PathOrRow = {
  at: [specificPath('permissionDecisionReason'), 'reason', 'stopReason'],
  all: true,
  older: foreignReasons,
};

/** Refusals at events where no hook can erase the refusal of another. */
export const refusalRows = {
  decision: {
    at: 'decision',
    words: { deny: 'block' },
    aliases: { deny: 'deny' },
    or: { at: 'continue', words: { deny: false } },
  },
  reason: { at: 'reason', older: foreignReasons },
} as const satisfies Record<string, PathOrRow>;

const defaultReason = 'No reason provided';

/** The next prompt at a stop: the reason beside a `block` or beside `continue: false`. */
export const followUpRow: PathOrRow = {
  at: 'reason',
  older: foreignReasons,
  with: { decision: ['block', 'deny'] },
  whenEmpty: defaultReason,
  or: { at: 'reason', with: { continue: [false] }, whenEmpty: defaultReason },
};

/** The text that replaces a result: the reason beside `continue: false`. The turn goes on. */
export const replacedRow: PathOrRow = {
  at: 'stopReason',
  older: foreignReasons,
  with: { continue: [false] },
  whenEmpty: defaultReason,
};

/** Makes the row of the context that is added for the model. */
export const contextRow = (event: string): PathOrRow => ({
  at: specificPath('additionalContext'),
  implies: impliedEventName(event),
});

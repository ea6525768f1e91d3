import type { PathOrRow, Row } from '../../mapping/adapter.ts';
import { foreignReasons as parents, specificPath } from '../gemini/outcomes.ts';

const foreignReasons = parents.filter((path) => !path.startsWith('hookSpecificOutput.'));

/** The event name that `hookSpecificOutput` must have. */
const impliedEventName = (event: string) => ({ [specificPath('hookEventName')]: event });

/**
 * The older forms: `decision` counts without `permissionDecision`, `continue: false` without both.
 */
const olderDecision: Row = {
  at: 'decision',
  words: {},
  aliases: { block: 'deny', deny: 'deny', ask: 'ask' },
  or: { at: 'continue', words: { deny: false } },
};

/**
 * The verdict before a tool. Of several hooks the last `permissionDecision` counts: an `allow`
 * erases an earlier refusal and its `decision`, but not its `continue: false`, which refuses this
 * one call, 0.24.4. So a deny is written in all three forms.
 */
export const decisionRow: PathOrRow = {
  at: specificPath('permissionDecision'),
  words: { deny: 'deny' },
  implies: { ...impliedEventName('PreToolUse'), decision: 'block', continue: false },
  or: {
    at: specificPath('permissionDecision'),
    words: { ask: 'ask' }, // refuses if nobody can be asked
    implies: impliedEventName('PreToolUse'),
    or: olderDecision,
  },
};

/** The reason, in three keys. The client reads each where the key before it was erased. */
export const reasonRow: PathOrRow = {
  at: [specificPath('permissionDecisionReason'), 'reason', 'stopReason'],
  all: true,
  older: foreignReasons,
};

/** Refusals at events where a refusal by any of several hooks holds. */
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

/** The turn goes on with the reason, for a block and for `continue: false`. */
export const followUpRow: PathOrRow = {
  at: 'reason',
  older: foreignReasons,
  with: { decision: ['block', 'deny'] },
  whenEmpty: defaultReason,
  or: { at: 'reason', with: { continue: [false] }, whenEmpty: defaultReason },
};

/** The text that replaces a result. The turn goes on. */
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

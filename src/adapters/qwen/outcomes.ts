import type { Native, Row } from '../../mapping/adapter.ts';
import { olderReasons as parents, specificPath } from '../gemini/outcomes.ts';

const olderReasons = parents.filter((path) => !path.startsWith('hookSpecificOutput.'));

/** What every answer to an event with a decision of its own begins with. */
const impliedEventName = (event: string) => ({ [specificPath('hookEventName')]: event });

/** `decision` counts where there is no verdict of the newer form; `continue: false` where there is neither. */
const olderDecision: Row = {
  at: 'decision',
  words: {},
  hears: { block: 'deny', deny: 'deny', ask: 'ask' },
  or: { at: 'continue', words: { deny: false } },
};

/**
 * Of several hooks the last verdict of the newer form counts: an `allow` erases a refusal, and the
 * older form beside it. It leaves `continue: false`, which refuses this one call, 0.24.4.
 */
export const decisionRow: Native = {
  at: specificPath('permissionDecision'),
  words: { deny: 'deny' },
  implies: { ...impliedEventName('PreToolUse'), decision: 'block', continue: false },
  or: {
    at: specificPath('permissionDecision'),
    words: { ask: 'ask' }, // refused where nobody can be asked
    implies: impliedEventName('PreToolUse'),
    or: olderDecision,
  },
};

/** Each is read where the one before was erased. */
export const reasonRow: Native = {
  at: [specificPath('permissionDecisionReason'), 'reason', 'stopReason'],
  all: true,
  older: olderReasons,
};

/** Where any refusal of several holds. */
export const refusalRows = {
  decision: {
    at: 'decision',
    words: { deny: 'block' },
    hears: { deny: 'deny' },
    or: { at: 'continue', words: { deny: false } },
  },
  reason: { at: 'reason', older: olderReasons },
} as const satisfies Record<string, Native>;

const defaultReason = 'No reason provided';

/** The turn goes on with the reason, whichever of the two asks for it. */
export const followUpRow: Native = {
  at: 'reason',
  older: olderReasons,
  with: { decision: ['block', 'deny'] },
  blank: defaultReason,
  or: { at: 'reason', with: { continue: [false] }, blank: defaultReason },
};

/** What the agent sees in place of a result; the turn goes on. */
export const replacedRow: Native = {
  at: 'stopReason',
  older: olderReasons,
  with: { continue: [false] },
  blank: defaultReason,
};

/** What counts of it is said to the agent. */
export const contextRow = (event: string): Native => ({
  at: specificPath('additionalContext'),
  implies: impliedEventName(event),
});

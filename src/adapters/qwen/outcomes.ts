import type { Native, Row } from '../../mapping/adapter.ts';
import { extra, older as parents } from '../gemini/outcomes.ts';

const older = parents.filter((path) => !path.startsWith('hookSpecificOutput.'));

/** What every answer to an event with a decision of its own begins with. */
const named = (event: string) => ({ [extra('hookEventName')]: event });

/** `decision` counts where there is no verdict of the newer form; `continue: false` where there is neither. */
const former: Row = {
  at: 'decision',
  words: {},
  hears: { block: 'deny', deny: 'deny', ask: 'ask' },
  or: { at: 'continue', words: { deny: false } },
};

/**
 * Of several hooks the last verdict of the newer form counts: an `allow` erases a refusal, and the
 * older form beside it. It leaves `continue: false`, which refuses this one call, 0.24.4.
 */
export const decision: Native = {
  at: extra('permissionDecision'),
  words: { deny: 'deny' },
  implies: { ...named('PreToolUse'), decision: 'block', continue: false },
  or: {
    at: extra('permissionDecision'),
    words: { ask: 'ask' }, // refused where nobody can be asked
    implies: named('PreToolUse'),
    or: former,
  },
};

/** Each is read where the one before was erased. */
export const reason: Native = {
  at: [extra('permissionDecisionReason'), 'reason', 'stopReason'],
  all: true,
  older,
};

/** Where any refusal of several holds. */
export const refusal = {
  decision: {
    at: 'decision',
    words: { deny: 'block' },
    hears: { deny: 'deny' },
    or: { at: 'continue', words: { deny: false } },
  },
  reason: { at: 'reason', older },
} as const satisfies Record<string, Native>;

const unsaid = 'No reason provided';

/** The turn goes on with the reason, whichever of the two asks for it. */
export const followUp: Native = {
  at: 'reason',
  older,
  with: { decision: ['block', 'deny'] },
  blank: unsaid,
  or: { at: 'reason', with: { continue: [false] }, blank: unsaid },
};

/** What the agent sees in place of a result; the turn goes on. */
export const replaced: Native = {
  at: 'stopReason',
  older,
  with: { continue: [false] },
  blank: unsaid,
};

/** What counts of it is said to the agent. */
export const context = (event: string): Native => ({
  at: extra('additionalContext'),
  implies: named(event),
});

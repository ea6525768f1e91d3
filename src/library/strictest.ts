import type { Outcome } from '../canonical/types.ts';
import { closed } from '../errors.ts';
import { mergeStrictest } from '../translate/strictest-outcome.ts';
import { outcomesFrom } from './arguments.ts';

/**
 * Merges the outcomes of all parts of one call: the strictest decision with every reason for it, and
 * every context and message. Rewrites that differ become a refusal.
 *
 * @throws {AnyhookError} `usage`: the argument is no list, or an element is no outcome (a promise, or an
 *   object with an unknown key)
 * @example
 * strictest([{ decision: 'allow' }, { decision: 'deny', reason: 'no' }]); // { decision: 'deny', reason: 'no' }
 */
export function strictest(outcomes: readonly Outcome[]): Outcome {
  return closed(() => {
    const copies = outcomesFrom(outcomes).map((outcome) => ({ outcome }));
    if (!copies.length) return {};
    const { outcome, lostRewrite } = mergeStrictest(copies);
    if (lostRewrite === undefined || outcome.halt || outcome.decision === 'deny') return outcome;
    const { input: _, ...rest } = outcome;
    return { ...rest, decision: 'deny', reason: 'Hooks rewrote this call in several ways.' };
  });
}

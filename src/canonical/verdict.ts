import type { Outcome } from './types.ts';

/** The order of verdicts, weakest first. */
export const verdicts = ['allow', 'pass', 'ask', 'deny', 'halt'] as const;
/** A decision of a hook, or `pass` for no opinion, or `halt`, which ends the turn. */
export type Verdict = (typeof verdicts)[number];

/**
 * Returns the verdict of an outcome.
 *
 * @example
 * verdictOf({ reason: 'nothing is decided' }); // 'pass'
 */
export function verdictOf(outcome: Outcome): Verdict {
  return outcome.halt ? 'halt' : (outcome.decision ?? 'pass');
}

/**
 * Tells whether the first verdict is weaker than the second.
 *
 * @example
 * isWeaker('ask', 'deny'); // true
 */
export function isWeaker(first: Verdict, second: Verdict): boolean {
  return verdicts.indexOf(first) < verdicts.indexOf(second);
}

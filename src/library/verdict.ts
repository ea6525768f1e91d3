import type { Outcome } from '../canonical/types.ts';
import { findVerdict, type Verdict } from '../canonical/verdict.ts';
import { closed } from '../errors.ts';
import { outcomeFrom } from './arguments.ts';

/**
 * Returns the verdict of an outcome.
 *
 * @throws {AnyhookError} `usage`: the value is no outcome (a promise, a list, an object with an unknown key or word)
 * @example
 * verdictOf({ reason: 'nothing is decided' }); // 'pass'
 */
export function verdictOf(outcome: Outcome): Verdict {
  return closed(() => findVerdict(outcomeFrom(outcome)));
}

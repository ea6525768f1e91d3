import { AnyhookError } from '../errors.ts';
import { describeValue } from '../util/describe-value.ts';
import type { Outcome } from './types.ts';

/** The order of verdicts, weakest first. */
export const verdicts = /* @__PURE__ */ Object.freeze([
  'allow',
  'pass',
  'ask',
  'deny',
  'halt',
] as const);
/** A decision of a hook, or `pass` for no opinion, or `halt`, which ends the turn. */
export type Verdict = (typeof verdicts)[number];

/** Returns the verdict of an outcome. */
export const findVerdict = (outcome: Outcome): Verdict =>
  outcome.halt ? 'halt' : (outcome.decision ?? 'pass');

/**
 * Tells whether the first verdict is weaker than the second.
 *
 * @throws {AnyhookError} `usage`: a value is no verdict
 * @example
 * isWeaker('ask', 'deny'); // true
 */
export function isWeaker(first: Verdict, second: Verdict): boolean {
  return rankOf(first) < rankOf(second);
}

/** Returns the place of a verdict in their order. Throws `usage` for a value that is no verdict. */
function rankOf(verdict: Verdict): number {
  const rank = verdicts.indexOf(verdict);
  if (rank >= 0) return rank;
  throw new AnyhookError(
    'usage',
    `the verdict: ${describeValue(verdict)}: say ${verdicts.join(', ')}`,
  );
}

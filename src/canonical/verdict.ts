import type { Outcome } from './outcome.ts';

/** The order of verdicts, weakest first. */
export const verdicts = ['allow', 'pass', 'ask', 'deny', 'halt'] as const;
export type Verdict = (typeof verdicts)[number];

/** Returns the verdict of an outcome. */
export function verdictOf(outcome: Outcome): Verdict {
  return outcome.halt ? 'halt' : (outcome.decision ?? 'pass');
}

/** Tells whether the first verdict is weaker than the second. */
export function isWeaker(a: Verdict, b: Verdict): boolean {
  return verdicts.indexOf(a) < verdicts.indexOf(b);
}

/** The keys of an outcome, and what belongs there. */

import { outcomeKinds } from '../canonical/kinds.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import { fits } from '../mapping/shape.ts';

export const isOutcomeKey = (key: string): key is OutcomeKey =>
  !key.includes('.') && Object.hasOwn(outcomeKinds, key);

export const outcomeKindOf = (key: string): string => outcomeKinds[key] as string;

/** Whether a key is one of an outcome, and a value of the kind that it holds. */
export const fitsOutcome = (key: string, value: unknown): boolean =>
  isOutcomeKey(key) && fits(outcomeKindOf(key), value);

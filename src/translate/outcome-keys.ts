/** Checks of the keys of an outcome and of their values. */

import { fieldKinds } from '../canonical/kinds.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import { hasKind } from '../mapping/shape.ts';

/** Tells whether a key is one of an outcome's. Paths with a dot are not. */
export const isOutcomeKey = (key: string): key is OutcomeKey =>
  !key.includes('.') && Object.hasOwn(fieldKinds.outcome, key);

/** Lists the keys of an outcome. */
export const outcomeKeys = (): OutcomeKey[] => Object.keys(fieldKinds.outcome).filter(isOutcomeKey);

/** Returns the kind of value, as written in `fieldKinds.outcome`, that a key of an outcome holds. */
export const outcomeKindOf = (key: string): string => fieldKinds.outcome[key] as string;

/** Tells whether a key is one of an outcome's and the value is of the kind that the key holds. */
export const fitsOutcome = (key: string, value: unknown): boolean =>
  isOutcomeKey(key) && hasKind(outcomeKindOf(key), value);

import { AnyhookError } from '../errors.ts';
import type { Json } from '../util/json.ts';
import { fitsOutcome, isOutcomeKey, outcomeKind } from './outcome-keys.ts';

/** Throws `usage` for a key or a word that no outcome has: it may be a verdict. */
export function checkOutcome(outcome: Json): void {
  for (const [key, value] of Object.entries(outcome)) {
    if (value === undefined || fitsOutcome(key, value)) continue;
    const shown = (JSON.stringify(value) ?? typeof value).slice(0, 60);
    const words =
      isOutcomeKey(key) && /^=([^?]*)/.exec(outcomeKind(key))?.[1]?.replaceAll('|', ', ');
    const why = words
      ? `say ${words}`
      : isOutcomeKey(key)
        ? 'this is of another kind'
        : 'there is no such key';
    throw new AnyhookError('usage', `the outcome's ${key}: ${shown}: ${why}`);
  }
}

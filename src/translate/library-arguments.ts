import { AnyhookError } from '../errors.ts';
import type { Finished } from '../mapping/adapter.ts';
import { describeValue } from '../util/describe-value.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { fitsOutcome, isOutcomeKey, outcomeKindOf } from './outcome-keys.ts';

/** Tells whether a value is a plain object, such as an object literal or parsed JSON, and no instance of a class. */
function isPlainObject(value: unknown): value is Json {
  try {
    if (!isObject(value)) return false;
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
    for (const key in value) if (!Object.hasOwn(value, key) || isSymbol(value[key])) return false;
    return true;
  } catch {
    return false; // a proxy may throw
  }
}

/** Lists the keys and values of an outcome. Throws `usage` where that is impossible: a getter or a proxy may throw. */
function readEntries(outcome: Json): [string, unknown][] {
  try {
    return Object.entries(outcome);
  } catch {
    throw new AnyhookError('usage', 'the outcome cannot be read: say a plain object');
  }
}

/** Tells whether a value is a symbol, which no JSON has. */
const isSymbol = (value: unknown): boolean => typeof value === 'symbol';

/** Tells whether a value is a promise. */
function isPromise(value: unknown): boolean {
  try {
    return value instanceof Promise;
  } catch {
    return false; // a proxy may throw
  }
}

/**
 * Throws `usage` for a value that is no outcome, and for a key or a word that no outcome has: ignoring
 * it could ignore a verdict.
 */
export function checkOutcome(outcome: unknown): void {
  if (!isPlainObject(outcome))
    throw new AnyhookError(
      'usage',
      `the outcome: ${describeValue(outcome)}: say a plain object, such as { decision: 'deny' }` +
        (isPromise(outcome) ? ': await the promise' : ''),
    );
  for (const [key, value] of readEntries(outcome)) {
    if (value === undefined || fitsOutcome(key, value)) continue;
    const words =
      isOutcomeKey(key) && /^=([^?]*)/.exec(outcomeKindOf(key))?.[1]?.replaceAll('|', ', ');
    const why = words
      ? `say ${words}`
      : isOutcomeKey(key)
        ? 'this is of another kind'
        : 'there is no such key';
    throw new AnyhookError('usage', `the outcome's ${key}: ${describeValue(value)}: ${why}`);
  }
}

/** Throws `usage` for a value that is no list of outcomes. */
export function checkOutcomes(outcomes: unknown): void {
  if (!Array.isArray(outcomes))
    throw new AnyhookError(
      'usage',
      `the outcomes: ${describeValue(outcomes)}: say a list of outcomes`,
    );
  for (const outcome of outcomes) checkOutcome(outcome);
}

/**
 * Throws `usage` for a value that is no finished command: without its exit code and its texts a
 * refusal could not be seen.
 */
export function checkFinished(finished: Finished): void {
  if (!isPlainObject(finished))
    throw new AnyhookError(
      'usage',
      `the finished command: ${describeValue(finished)}: say { code, stdout, stderr }`,
    );
  const { code, stdout, stderr } = finished;
  if (code !== null && !Number.isInteger(code))
    throw new AnyhookError(
      'usage',
      `the finished command's code: ${describeValue(code)}: say the exit code, or null where there is none`,
    );
  for (const [key, text] of Object.entries({ stdout, stderr }))
    if (typeof text !== 'string')
      throw new AnyhookError(
        'usage',
        `the finished command's ${key}: ${describeValue(text)}: say a text`,
      );
}

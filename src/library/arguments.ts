/** Checks of what callers give to the functions of the library. */

import type { Outcome } from '../canonical/types.ts';
import { AnyhookError } from '../errors.ts';
import type { Finished, World } from '../mapping/adapter.ts';
import { wordsOfKind } from '../mapping/shape.ts';
import {
  fitsOutcome,
  isOutcomeKey,
  outcomeKeys,
  outcomeKindOf,
} from '../translate/outcome-keys.ts';
import { attempt } from '../util/attempt.ts';
import { describeValue } from '../util/describe-value.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { setOwnKey } from '../util/own-key.ts';
import { hintAt } from './hints.ts';

export { describeValue };

/**
 * Returns the error for a value that a caller gave.
 *
 * @param what The name of the value in the message.
 * @param wanted What to give in its place.
 */
export const wrongValue = (what: string, value: unknown, wanted: string): AnyhookError =>
  new AnyhookError('usage', `${what}: ${describeValue(value)}: say ${wanted}`);

/**
 * Returns a value if it is a JSON object that is not nested too deep, and throws `payload` otherwise. The
 * type alone does not prove that, since callers pass parsed text.
 *
 * @param what The name of the value in messages.
 */
export function requireObject(value: unknown, what: string): Json {
  try {
    if (!isObject(value)) throw new AnyhookError('payload', `the ${what} is not a JSON object`);
    if (!isDeeper(value, maxDepth)) return value;
  } catch (error) {
    if (error instanceof AnyhookError) throw error;
    throw new AnyhookError('payload', `the ${what} cannot be read as data`);
  }
  throw new AnyhookError('payload', `the ${what} is nested more than ${maxDepth} levels deep`);
}

/** How many levels of objects and lists a payload or response may have. */
export const maxDepth = 1000;

/** Tells whether objects and lists in a value are nested more than some levels deep. */
export function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const key in value) {
    const inner = (value as Json)[key];
    if (typeof inner === 'object' && inner !== null && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

/**
 * Returns a copy of data, down to its last value. It must not be nested more than {@link maxDepth} levels deep.
 *
 * @param dropped Gets the path of each value that JSON has no form for, which is left out. Absent: they are copied as they are.
 * @param path The path of the value.
 */
export function copyJson<T>(value: T, dropped?: string[], path = ''): T {
  if (typeof value !== 'object' || value === null) {
    if (!dropped || !/^(?:bigint|function|symbol)$/.test(typeof value)) return value;
    dropped.push(path);
    return undefined as T;
  }
  const copyAt = (key: string | number, inner: unknown): unknown =>
    copyJson(inner, dropped, dropped && (path ? `${path}.${key}` : `${key}`));
  if (Array.isArray(value)) return value.map((inner, i) => copyAt(i, inner) ?? null) as T;
  const copy: Json = {};
  for (const key of Object.keys(value)) {
    const inner = copyAt(key, (value as Json)[key]);
    // Assigning `__proto__` would set the prototype of the copy.
    if (key === '__proto__') setOwnKey(copy, key, inner);
    else copy[key] = inner;
  }
  return copy as T;
}

/**
 * Returns the options of a call as a plain object. Throws `usage` for a value that is no object, and for an unknown key.
 *
 * @param known The keys that the options may have.
 */
export function optionsOf<T extends object>(
  options: T | undefined,
  known: readonly (keyof T & string)[],
): Partial<T> {
  if (options === undefined) return {};
  if (!isObject(options)) throw wrongValue('the options', options, 'an object');
  const copy = { ...options };
  for (const key in copy)
    if (!known.includes(key as never))
      throw new AnyhookError('usage', `the options have no ${key}${hintAt(key, known)}`);
  return copy;
}

/**
 * Returns an object that a caller gave. Throws `usage` for any other value, also for a list.
 *
 * @param what The name of the value in messages.
 */
export function objectFrom<T extends object>(given: T, what: string, wanted = 'say an object'): T {
  if (isObject(given)) return given;
  throw new AnyhookError('usage', `the ${what}: ${describeValue(given)}: ${wanted}`);
}

/** Returns a world that a caller gave, or a default. Throws `usage` for a value that is no world. */
export function worldFrom(given: unknown, otherwise: World): World {
  if (given === undefined) return otherwise;
  const members = ['readFile', 'now', 'recall'] as const;
  if (members.every((name) => typeof (given as World | null)?.[name] === 'function'))
    return given as World;
  throw wrongValue('the world', given, 'machine(), or { readFile, now, recall }');
}

/** Returns a text that a caller gave. Throws `usage` for any other value. */
export function textFrom(given: unknown, what: string): string {
  if (typeof given === 'string') return given;
  throw wrongValue(`the ${what}`, given, 'a text');
}

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable, or undefined where it is absent, empty, or cannot be read. */
export function variableOf(env: unknown, name: string): string | undefined {
  const value = attempt(() => (env as Environment | undefined)?.[name]);
  return typeof value === 'string' && value ? value : undefined;
}

/** Throws `usage` for a value that is no table of variables. Absent: no variable is set. */
export function checkEnvironment(env: unknown): void {
  if (env === undefined || (typeof env === 'object' && env !== null)) return;
  throw wrongValue('the environment', env, 'variables, such as process.env');
}

/** Tells whether a value is a plain object that hides nothing, such as an object literal or parsed JSON. */
const isPlainObject = (value: unknown): value is Json =>
  isObject(value) &&
  attempt(() => {
    const prototype = Object.getPrototypeOf(value);
    const isPlain = prototype === null || Object.hasOwn(prototype, 'isPrototypeOf');
    return isPlain && Reflect.ownKeys(value).length === Object.keys(value).length;
  }) === true; // a proxy may throw

/**
 * Returns a copy of an outcome. Throws `usage` for a value that is no outcome, and for a key or a word that no outcome
 * has: ignoring it could ignore a verdict. The copy is what is checked, since a getter may return something else each time.
 */
export function outcomeFrom(given: unknown): Outcome {
  if (!isPlainObject(given))
    throw new AnyhookError(
      'usage',
      `the outcome: ${describeValue(given)}: say a plain object, such as { decision: 'deny' }` +
        (attempt(() => given instanceof Promise) ? ': await the promise' : ''),
    );
  let outcome: Outcome | undefined;
  try {
    outcome = copyJson(given);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // otherwise the stack was too small
  }
  if (!outcome || isDeeper(outcome, maxDepth))
    throw new AnyhookError('usage', `the outcome is nested more than ${maxDepth} levels deep`);
  for (const [key, value] of Object.entries(outcome)) {
    const isMeant = key === 'decision' && outcome.reason;
    if ((value === undefined && !isMeant) || fitsOutcome(key, value)) continue;
    if (isOutcomeKey(key))
      throw wrongValue(`the outcome's ${key}`, value, wordsOfKind(outcomeKindOf(key)));
    throw new AnyhookError('usage', `the outcome has no ${key}${hintAt(key, outcomeKeys())}`);
  }
  return outcome;
}

/** Returns copies of outcomes. Throws `usage` for a value that is no list of outcomes. */
export function outcomesFrom(given: unknown): Outcome[] {
  if (Array.isArray(given)) return Array.from(given, outcomeFrom);
  throw wrongValue('the outcomes', given, 'a list of outcomes');
}

/**
 * Throws `usage` for a value that is no finished command: without its exit code and its texts a
 * refusal could not be seen.
 */
export function checkFinished(finished: Finished): void {
  if (!isPlainObject(finished))
    throw wrongValue('the finished command', finished, '{ code, stdout, stderr }');
  const { code, stdout, stderr } = finished;
  if (code !== null && !Number.isInteger(code))
    throw wrongValue(
      "the finished command's code",
      code,
      'the exit code, or null where there is none',
    );
  for (const [key, text] of Object.entries({ stdout, stderr }))
    textFrom(text, `finished command's ${key}`);
}

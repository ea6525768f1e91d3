import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';

/** The keys that an object may have, each with a test for its values. */
export type KeyTests = Readonly<Record<string, (value: unknown) => boolean>>;

/** Tells whether a value is a text that does not consist of white space alone. */
export const isFilled = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

/** Tells whether a value is a number. */
export const isNumber = (value: unknown): boolean => typeof value === 'number';

/** Tells whether a value is an object that has no other keys than those of the tests, and whose values pass them. */
export const hasOnlyKeys = (value: unknown, tests: KeyTests): value is Json =>
  isObject(value) &&
  Object.entries(value).every(([key, held]) => Object.hasOwn(tests, key) && tests[key]?.(held));

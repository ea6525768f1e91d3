import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';

/** Keys of an object, and which values each may have. */
export type KeyTests = Readonly<Record<string, (value: unknown) => boolean>>;

/** Tells whether a value is a text with more than white space. */
export const isFilled = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

/** Tells whether a value is a number. */
export const isNumber = (value: unknown): boolean => typeof value === 'number';

/** Whether a value is an object of these keys alone, each absent or with a value it may have. */
export const hasOnlyKeys = (value: unknown, kinds: KeyTests): value is Json =>
  isObject(value) &&
  Object.entries(value).every(([key, one]) => Object.hasOwn(kinds, key) && kinds[key]?.(one));

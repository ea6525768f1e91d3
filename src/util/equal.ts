import type { Json } from './json.ts';

/** Tells whether a value is an object, and neither a list nor null. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value where it is an object, else an empty one, whose fields are all absent. */
export const asObject = (value: unknown): Json => (isObject(value) ? value : {});

/** Tells whether two JSON values are equal, whatever the order of their keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && isSameJson((a as Json)[key], (b as Json)[key]),
  );
}

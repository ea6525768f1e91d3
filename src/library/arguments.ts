import { AnyhookError } from '../errors.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';

/**
 * Returns a value if it is a JSON object that is not nested too deep, and throws `payload` otherwise. The
 * type alone does not prove that, since callers pass parsed text.
 *
 * @param what The name of the value in messages.
 */
export function requireObject(value: Json, what: string): Json {
  if (!isObject(value)) throw new AnyhookError('payload', `the ${what} is not a JSON object`);
  if (isDeeper(value, maxDepth))
    throw new AnyhookError('payload', `the ${what} is nested more than ${maxDepth} levels deep`);
  return value;
}

/** How many levels of objects and lists a payload or response may have. */
const maxDepth = 1000;

/** Tells whether objects and lists in a value are nested more than some levels deep. */
function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const key in value) {
    const inner = (value as Json)[key];
    if (typeof inner === 'object' && inner !== null && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

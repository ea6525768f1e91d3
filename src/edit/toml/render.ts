import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** A value that TOML has no form for, such as `null`; its message says which. */
export class UnwritableValue extends Error {}

const toKey = (name: string): string => (/^[\w-]+$/.test(name) ? name : toText(name));

/** Returns a basic string. Throws {@link UnwritableValue}. */
function toText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new UnwritableValue('half a character');
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F');
}

function toNumber(number: number): string {
  if (Number.isSafeInteger(number)) return String(number);
  return Number.isInteger(number) ? number.toExponential() : String(number);
}

/** Returns a value on one line. Throws {@link UnwritableValue}. */
export function toValue(value: unknown): string {
  if (typeof value === 'string') return toText(value);
  if (typeof value === 'number') return toNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(toValue).join(', ')}]`;
  if (!isObject(value)) throw new UnwritableValue(String(value));
  const pairs = Object.entries(value).map(([name, one]) => toPair(name, one));
  return pairs.length ? `{ ${pairs.join(', ')} }` : '{}';
}

/** Returns a key and its value on one line. Throws {@link UnwritableValue}. */
export const toPair = (name: string, value: unknown): string =>
  `${toKey(name)} = ${toValue(value)}`;

const isTables = (value: unknown): value is Json[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const toHeader = (path: readonly string[]): string => `[[${path.map(toKey).join('.')}]]`;

/**
 * Returns the lines of an element of a list of tables: lists of tables in it have headers of their
 * own, everything else is a pair. Throws {@link UnwritableValue}.
 *
 * @param path Where the list stands in the file.
 */
export function toTable(path: readonly string[], value: Json): string[] {
  const all = Object.entries(value);
  const pairs = (table: Json) => Object.entries(table).map(([name, one]) => toPair(name, one));
  const below = all.flatMap(([name, one]) =>
    isTables(one) ? one.flatMap((table) => ['', toHeader([...path, name]), ...pairs(table)]) : [],
  );
  const own = Object.fromEntries(all.filter(([, one]) => !isTables(one)));
  return [toHeader(path), ...pairs(own), ...below];
}

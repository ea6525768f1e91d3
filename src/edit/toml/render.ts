/** Writes values as TOML. */
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** Thrown for a value that TOML has no form for, such as `null`. The message names the value. */
export class UnwritableValue extends Error {}

const toKey = (name: string): string => (/^[\w-]+$/.test(name) ? name : toText(name));

/** Returns a text as a basic string of TOML. Throws {@link UnwritableValue}. */
function toText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new UnwritableValue('half a character');
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F');
}

/** Returns a number so that TOML reads a whole one beyond 2^53 as a float, as JavaScript does. */
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
  const pairs = toPairs(value);
  return pairs.length ? `{ ${pairs.join(', ')} }` : '{}';
}

/** Returns a key and its value on one line. Throws {@link UnwritableValue}. */
export const toPair = (name: string, value: unknown): string =>
  `${toKey(name)} = ${toValue(value)}`;

const toPairs = (object: Json): string[] =>
  Object.entries(object).map(([name, value]) => toPair(name, value));

const isListOfTables = (value: unknown): value is Json[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const toHeader = (path: readonly string[]): string => `[[${path.map(toKey).join('.')}]]`;

/**
 * Returns the lines of a table with the header `[[path]]`, which is an element of a list of tables. Lists
 * of tables inside it get headers of their own, below its pairs, and everything inside these is written on
 * one line for each key. Throws {@link UnwritableValue}.
 *
 * @param path The keys that lead to the list.
 */
export function toTable(path: readonly string[], table: Json): string[] {
  const entries = Object.entries(table);
  const pairs = Object.fromEntries(entries.filter(([, value]) => !isListOfTables(value)));
  const innerTables = entries.flatMap(([name, list]) =>
    isListOfTables(list)
      ? list.flatMap((inner) => ['', toHeader([...path, name]), ...toPairs(inner)])
      : [],
  );
  return [toHeader(path), ...toPairs(pairs), ...innerTables];
}

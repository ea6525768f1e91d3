import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** What TOML has no form for: its place, and what it is. */
export class Unsayable extends Error {}

const key = (name: string): string => (/^[\w-]+$/.test(name) ? name : text(name));

/** A basic string. Throws {@link Unsayable}. */
function text(said: string): string {
  if (/\p{Surrogate}/u.test(said)) throw new Unsayable('half a character');
  return JSON.stringify(said).replaceAll('\u007f', '\\u007F');
}

function number(said: number): string {
  if (Number.isSafeInteger(said)) return String(said);
  return Number.isInteger(said) ? said.toExponential() : String(said);
}

/** A value on one line. Throws {@link Unsayable}. */
export function inline(value: unknown): string {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isObject(value)) throw new Unsayable(String(value));
  const pairs = Object.entries(value).map(([name, one]) => pair(name, one));
  return pairs.length ? `{ ${pairs.join(', ')} }` : '{}';
}

/** A key and its value. Throws {@link Unsayable}. */
export const pair = (name: string, value: unknown): string => `${key(name)} = ${inline(value)}`;

const isTables = (value: unknown): value is Json[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** An element of a list of tables, with lists of tables in it. Throws {@link Unsayable}. */
export function block(path: readonly string[], value: Json): string[] {
  const all = Object.entries(value);
  return [
    `[[${path.map(key).join('.')}]]`,
    ...all.filter(([, one]) => !isTables(one)).map(([name, one]) => pair(name, one)),
    ...all.flatMap(([name, one]) => {
      if (!isTables(one)) return [];
      const header = `[[${[...path, name].map(key).join('.')}]]`;
      return one.flatMap((table) => [
        '',
        header,
        ...Object.entries(table).map(([name, one]) => pair(name, one)),
      ]);
    }),
  ];
}

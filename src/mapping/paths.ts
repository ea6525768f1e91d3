import type { Json } from '../util/json.ts';

const known = new Map<string, readonly string[]>();

/** A path of a table in its parts. Never a path from a payload. */
export function split(path: string): readonly string[] {
  if (!path.includes('.')) return [path];
  let parts = known.get(path);
  if (!parts) {
    parts = path.split('.');
    known.set(path, parts);
  }
  return parts;
}

/** The value at a path; undefined where there is none. */
export function get(from: unknown, path: readonly string[]): unknown {
  let value = from;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Json)[key];
  }
  return value;
}

/** Paths come from tables, never from a payload. */
export function set(into: Json, path: readonly string[], value: unknown): void {
  let at = into;
  const last = path.length - 1;
  for (let i = 0; i < last; i++) {
    const key = path[i] as string;
    at[key] ??= {};
    at = at[key] as Json;
  }
  at[path[last] as string] = value;
}

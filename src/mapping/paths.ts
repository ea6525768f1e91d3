import type { Json } from '../util/json.ts';

/** The parts of a dotted path. */
export type Path = readonly [string, ...string[]];

const partsByPath = new Map<string, Path>();

/** Splits a dotted path of a table into its parts. All results are cached, so paths from payloads, of which there is no end, must not be given. */
export function splitPath(path: string): Path {
  if (!path.includes('.')) return [path];
  let parts = partsByPath.get(path);
  if (!parts) {
    const [first = '', ...others] = path.split('.');
    parts = [first, ...others];
    partsByPath.set(path, parts);
  }
  return parts;
}

/** Returns the value at a path. Undefined: there is none. */
export function getAtPath(from: unknown, path: readonly string[]): unknown {
  let value = from;
  for (let at = 0; at < path.length; at++) {
    const key = path[at] as string; // a loop by index takes half the time, and this is called most of all
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Json)[key];
  }
  return value;
}

/** Sets the value at a path, and adds the objects on the way that are missing. The path must be from a table: one from a payload could hold `__proto__`. */
export function setAtPath(into: Json, path: readonly string[], value: unknown): void {
  let at = into;
  let last: string | undefined;
  for (const key of path) {
    if (last !== undefined) {
      at[last] ??= {};
      at = at[last] as Json;
    }
    last = key;
  }
  if (last !== undefined) at[last] = value;
}

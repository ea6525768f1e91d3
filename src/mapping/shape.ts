import type { Kind, Kinds } from '../canonical/kinds.ts';
import { AnyhookError } from '../errors.ts';
import type { Json } from '../util/json.ts';
import { getAtPath, splitPath } from './paths.ts';

/** Tells whether a value has a kind (see {@link Kind}): one of its words after `=`, or the type of one of its letters. */
export function hasKind(kind: Kind, value: unknown): boolean {
  if (kind[0] === '=')
    return kind
      .replace('?', '')
      .slice(1)
      .split('|')
      .some((word) => word === value);
  for (let i = 0; i < kind.length; i++) if (hasLetterKind(kind.charAt(i), value)) return true;
  return false;
}

/** Tells whether a value is of the type that one letter of a kind stands for. */
function hasLetterKind(letter: string, value: unknown): boolean {
  switch (letter) {
    case 's':
      return typeof value === 'string';
    case 'n':
      return typeof value === 'number';
    case 'b':
      return typeof value === 'boolean';
    case 'o':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'a':
      return Array.isArray(value);
    case 'l':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'O':
      return Array.isArray(value) && value.every((item) => hasLetterKind('o', item));
    case 'z':
      return value === null;
    default:
      return letter === '*';
  }
}

/** The words of an error for the first letter of a kind. */
const kindWords: Record<string, string> = {
  s: 'a string',
  n: 'a number',
  b: 'true or false',
  o: 'an object',
  a: 'a list',
  l: 'a list of strings',
  O: 'a list of objects',
};

/** Returns the words of an error for what a kind allows. */
export const wordsOfKind = (kind: Kind): string =>
  kindWords[kind.charAt(0)] ?? `one of ${kind.replace(/[=?]/g, '').replaceAll('|', ', ')}`;

/** Returns the error for a value that does not have the kind it should have. */
export function kindError(path: string, kind: Kind, value: unknown): AnyhookError {
  const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
  return new AnyhookError('payload', `${path}: expected ${wordsOfKind(kind)}, found ${found}`);
}

const requiredPathsByKinds = new WeakMap<Kinds, readonly (readonly string[])[]>();

/** Returns the paths of the fields that kinds require, found at the first call. */
function requiredPathsOf(kinds: Kinds): readonly (readonly string[])[] {
  const cached = requiredPathsByKinds.get(kinds);
  if (cached) return cached;
  const required = Object.keys(kinds).filter((path) => !kinds[path]?.endsWith('?'));
  const paths = required.map(splitPath);
  requiredPathsByKinds.set(kinds, paths);
  return paths;
}

/**
 * Returns the path of the first required field that is missing. A field within an object is required only if that
 * object is there. Undefined: none is missing.
 */
export const findMissingField = (kinds: Kinds, value: Json): readonly string[] | undefined =>
  requiredPathsOf(kinds).find(
    (path) =>
      getAtPath(value, path) === undefined &&
      (path.length === 1 || getAtPath(value, path.slice(0, -1))),
  );

/**
 * Throws `payload` if a required field is missing.
 *
 * @param where Put before the path of a field in errors.
 * @param typed Whether a field of a wrong kind throws as well. Needed for values that no row has read: reading checks
 *   kinds.
 */
export function requireFields(kinds: Kinds, value: Json, where: string, typed = false): void {
  const missing = findMissingField(kinds, value);
  if (missing) throw new AnyhookError('payload', `${where}${missing.join('.')} is missing`);
  if (!typed) return;
  for (const path in kinds) {
    const found = getAtPath(value, splitPath(path));
    const kind = kinds[path] ?? '*';
    if (found !== undefined && !hasKind(kind, found)) throw kindError(where + path, kind, found);
  }
}

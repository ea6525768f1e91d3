import type { Kind, Kinds } from '../canonical/kinds.ts';
import { AnyhookError } from '../errors.ts';
import type { Json } from '../util/json.ts';
import { getAtPath, splitPath } from './paths.ts';

/** Whether a value has the kind, see {@link Kind}. */
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

const kindWords: Record<string, string> = {
  s: 'a string',
  n: 'a number',
  b: 'true or false',
  o: 'an object',
  a: 'a list',
  l: 'a list of strings',
  O: 'a list of objects',
};

/** What is wrong with a value that does not fit. */
export function kindError(path: string, kind: Kind, value: unknown): AnyhookError {
  const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
  const wanted = kindWords[kind.charAt(0)] ?? `one of ${kind.replace(/[=?]/g, '')}`;
  return new AnyhookError('payload', `${path}: expected ${wanted}, found ${found}`);
}

const requiredPathsByKinds = new WeakMap<Kinds, readonly (readonly string[])[]>();

function requiredPathsOf(kinds: Kinds): readonly (readonly string[])[] {
  const known = requiredPathsByKinds.get(kinds);
  if (known) return known;
  const paths = Object.keys(kinds).filter((path) => !kinds[path]?.endsWith('?'));
  const parts = paths.map(splitPath);
  requiredPathsByKinds.set(kinds, parts);
  return parts;
}

/** Returns the path of the first field that the kinds require and that is missing; undefined: none is. */
export const findMissingField = (kinds: Kinds, value: Json): readonly string[] | undefined =>
  requiredPathsOf(kinds).find(
    (at) =>
      getAtPath(value, at) === undefined && (at.length === 1 || getAtPath(value, at.slice(0, -1))),
  );

/**
 * Checks that every field is there which the kinds require. Throws `payload`.
 *
 * @param where What errors put before the path of a field.
 * @param typed Whether the kinds of the fields are checked as well, for values that no row has checked.
 */
export function requireFields(kinds: Kinds, value: Json, where: string, typed = false): void {
  const lacking = findMissingField(kinds, value);
  if (lacking) throw new AnyhookError('payload', `${where}${lacking.join('.')} is missing`);
  if (!typed) return;
  for (const path in kinds) {
    const found = getAtPath(value, splitPath(path));
    const kind = kinds[path] ?? '*';
    if (found !== undefined && !hasKind(kind, found)) throw kindError(where + path, kind, found);
  }
}

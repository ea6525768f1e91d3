/** The settings files of a vendor. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { isBelow } from '../files/root.ts';
import { readSettings } from '../files/settings-file.ts';
import type { Scope } from '../mapping/settings.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import type { FileText } from './formats/format.ts';
import { baseOf, type Place, shownPath } from './place.ts';
import { tableOf, vendorIds } from './tables.ts';

/** A settings file, absolute. */
export interface FilePath {
  path: string;
  /** The only native event whose list it holds. */
  event?: string | undefined;
}

/** The files of a vendor that we write. */
export function settingsOf(vendor: string, place: Place): FilePath[] {
  const name = tableOf(vendor).file[place.scope];
  const at = (name: string) => join(baseOf(place).root, name);
  if (!name.includes(anyEvent)) return [{ path: at(name) }];
  const { natives } = adapterOf(vendor).bindings;
  return natives.map((event) => ({ path: at(name.replace(anyEvent, event)), event }));
}

const anyEvent = '<event>';

/** The files of a vendor that we only read: those that are there. */
export function besideOf(vendor: string, place: Place): FilePath[] {
  const { root } = baseOf(place);
  const own = settingsOf(vendor, place).map(({ path }) => path);
  const all = (tableOf(vendor).beside?.[place.scope] ?? []).flatMap((pattern) => {
    const names = filesIn(dirname(join(root, pattern))).sort();
    const paths = names.map((name) => join(root, dirname(pattern), name));
    return paths.filter((path) => rootOf(path, [pattern]) === root);
  });
  return [...new Set(all)].filter((path) => !own.includes(path)).map((path) => ({ path }));
}

const filesIn = (folder: string): string[] => attempt(() => readdirSync(folder)) ?? [];

/** What a file of a vendor's in a scope lies below; undefined: it is none. */
export const ownerRoot = (path: string, vendor: string, scope: Scope): string | undefined => {
  const { file, beside } = tableOf(vendor);
  return rootOf(path, [file[scope], ...(beside?.[scope] ?? [])]);
};

/** What stands before one of some patterns. */
function rootOf(path: string, patterns: readonly string[]): string | undefined {
  const parts = path.split(/[\\/]/);
  for (const pattern of patterns) {
    const wanted = pattern.split('/');
    const from = parts.length - wanted.length;
    const fits = wanted.every((name, i) => fitsPattern(parts[from + i], name));
    if (fits) return path.slice(0, parts.slice(0, from).join('/').length) || '/';
  }
  return undefined;
}

/** Whether a name is that of a pattern with one `*` or `<event>` at most. */
function fitsPattern(name: string | undefined, pattern: string): boolean {
  const [start = '', end] = pattern.split(/\*|<event>/);
  if (end === undefined || name === undefined) return name === start;
  return name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

/** A file that hooks are read from, or written to. */
export interface SettingsFile extends FilePath, FileText {
  /** Undefined: there is none. */
  was: string | undefined;
}

/** Reads a file; it may lie anywhere. */
export function readFileAt({ path, event }: FilePath, place: Place): SettingsFile {
  const { root } = baseOf(place);
  const was = readSettings(path, { root: isBelow(root, path) ? root : resolve(path, '..') })?.text;
  return { path, event, file: shownPath(path, place), text: was ?? '', was };
}

/** Whether one of the files of a vendor is there. */
export const isPresent = (vendor: string, place: Place): boolean =>
  [...settingsOf(vendor, place), ...besideOf(vendor, place)].some(({ path }) =>
    statSync(path, { throwIfNoEntry: false })?.isFile(),
  );

/** Reads a vendor's files, or the one that is named instead, with `flag`. */
export function readSourceFiles(
  vendor: string,
  input: string | undefined,
  place: Place,
  flag: string,
): SettingsFile[] {
  const own = [...settingsOf(vendor, place), ...besideOf(vendor, place)];
  const named = input === undefined ? own : [{ path: resolve(place.root, input) }];
  const files = named.map((one) => readFileAt(one, place));
  const found = files.filter(({ was }) => was !== undefined);
  if (found.length) return found;
  const [{ file = '' } = {}] = files;
  const there = vendorIds().filter((id) => id !== vendor && isPresent(id, place));
  const known = there.length ? `; there are settings of ${there.join(', ')}` : '';
  const { title } = adapterOf(vendor);
  throw new AnyhookError(
    'settings',
    `${file}: there is no such file of ${title}${known}; name another with ${flag}`,
  );
}

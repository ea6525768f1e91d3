/** Where settings files are, and what a person calls them. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { failure } from '../files/failure.ts';
import { isBelow, type Root } from '../files/root.ts';
import { readSettings } from '../files/settings-file.ts';
import type { Scope } from '../mapping/settings.ts';
import { adapterOf } from '../translate/host.ts';
import { onOneLine } from '../translate/output.ts';
import { tableOf, vendorIds } from './tables.ts';

/** Where settings are looked for. */
export interface Where {
  /** The project's root; default: the working directory. */
  root?: string | undefined;
  /** Default: the person's. */
  home?: string | undefined;
  /** Default: `project`. */
  scope?: Scope | undefined;
}

/** The same, resolved. */
export interface Place {
  root: string;
  home: string;
  scope: Scope;
}

/** Throws `usage` where a folder that is needed is not known. */
export function placeIn({ root = '.', home = homedir(), scope = 'project' }: Where): Place {
  if (scope === 'user' && !isAbsolute(home)) {
    const found = JSON.stringify(home);
    throw new AnyhookError('usage', `HOME is ${found}: set it to the absolute path of a folder`);
  }
  try {
    return { root: resolve(root), home: resolve('/', home), scope };
  } catch (error) {
    throw failure('settings', 'the working directory', error);
  }
}

/** What everything of a scope lies below. */
export const baseOf = ({ root, home, scope }: Place): Root => ({
  root: scope === 'project' ? root : home,
  scope,
});

/** A vendor's settings file of a scope, absolute. */
export const settingsOf = (vendor: string, place: Place): string =>
  join(baseOf(place).root, tableOf(vendor).file[place.scope]);

/** A path as a person would write it; only for people's eyes. */
export function shownPath(path: string, { root, home }: Place): string {
  if (isBelow(root, path)) return onOneLine(relative(root, path));
  return onOneLine(isBelow(home, path) ? `~/${relative(home, path)}` : path);
}

/** A file that hooks are read from. */
export interface SourceFile {
  path: string;
  /** What a person calls it. */
  file: string;
  text: string;
}

/** Reads a vendor's file, or the one that is named instead, with `flag`; it may lie anywhere. */
export function readSourceFile(
  vendor: string,
  input: string | undefined,
  place: Place,
  flag: string,
): SourceFile {
  const path = input === undefined ? settingsOf(vendor, place) : resolve(place.root, input);
  const { root } = baseOf(place);
  const text = readSettings(path, { root: isBelow(root, path) ? root : resolve(path, '..') })?.text;
  const file = shownPath(path, place);
  if (text !== undefined) return { path, file, text };
  const there = vendorIds().filter(
    (id) => id !== vendor && statSync(settingsOf(id, place), { throwIfNoEntry: false })?.isFile(),
  );
  const known = there.length ? `; there are settings of ${there.join(', ')}` : '';
  const { title } = adapterOf(vendor);
  throw new AnyhookError(
    'settings',
    `${file}: there is no such file of ${title}${known}; name another with ${flag}`,
  );
}

/** Looks at the machine: which programs are on PATH, and what files a person has. Starts nothing. */
import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { parseJsonc } from '../edit/jsonc/tree.ts';
import { parseToml } from '../edit/toml/tree.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import type { PersonFiles } from '../mapping/presence.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import { isFile } from '../util/stat.ts';

const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.ps1'] : [''];

const isExecutable = (path: string): boolean =>
  isFile(path) && attempt(() => accessSync(path, constants.X_OK) ?? true) === true;

/**
 * Returns the path of a program. Entries of PATH that are not absolute are skipped, since a project could put a
 * program of its own there. Undefined: the program is not there.
 */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find(isExecutable);
}

/** Returns the value of an environment variable, or undefined if it is not set or empty. */
export const readVariable = (name: string): string | undefined => process.env[name] || undefined;

/** Returns a path with all its links followed; the path itself if that fails. */
export const realPathOf = (path: string): string =>
  attempt(() => realpathSync.native(path)) ?? path;

const parse = (path: string, text: string): unknown =>
  path.endsWith('.toml') ? parseToml(text, path).value : parseJsonc(text, path).value;

/** Returns a reader of the files of a person. A file is read once; links are followed only inside its folder. */
export function makePersonFiles(home: string): PersonFiles {
  const known = new Map<string, ReturnType<PersonFiles['read']>>();
  const read: PersonFiles['read'] = (name) => {
    const path = resolve(home, name);
    if (!known.has(path)) {
      const base = { path: isAbsolute(name) ? resolve(path, '..') : home };
      const text = attempt(() => readSettingsFile(path, base)?.text);
      const value = text === undefined ? undefined : attempt(() => parse(path, text));
      known.set(path, isObject(value) ? value : undefined);
    }
    return known.get(path);
  };
  const list: PersonFiles['list'] = (name) =>
    (attempt(() => readdirSync(resolve(home, name))) ?? []).sort();
  return { home, read, list };
}

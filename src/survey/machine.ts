/** Looks at the machine: which programs are on PATH, and what files a person has. Starts nothing. */
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { parseJsonc } from '../edit/jsonc/tree.ts';
import { parseToml } from '../edit/toml/tree.ts';
import { isBelow } from '../files/root.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import type { PersonFiles } from '../mapping/presence.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import { isFile } from '../util/stat.ts';

const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.ps1'] : [''];

const isExecutable = (path: string): boolean =>
  isFile(path) && attempt(() => accessSync(path, constants.X_OK) ?? true) === true;

const listFoldersOfPath = (): string[] =>
  (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);

const findIn = (folders: readonly string[], name: string): string | undefined =>
  folders
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find(isExecutable);

/**
 * Returns the path of a program. Entries of PATH that are not absolute are skipped, since a project could put a
 * program of its own there. Undefined: the program is not there.
 */
export const findProgram = (name: string): string | undefined => findIn(listFoldersOfPath(), name);

/**
 * Lists the folders of PATH that hold no program of a project: a project’s own folders are left out, those of the
 * repository around it, and the folders of packages, which `npx` and scripts of a package put before all others.
 */
export function listFoldersOutside(root: string): string[] {
  const projects = [root, findRepository(root) ?? root].map(realPathOf);
  const isOfProject = (folder: string) =>
    projects.some((project) => isBelow(project, folder)) ||
    /[\\/]node_modules([\\/]|$)/.test(folder);
  return listFoldersOfPath().filter((folder) => ![folder, realPathOf(folder)].some(isOfProject));
}

/** Returns the path of a program that is none of a project. Undefined: there is none. */
export function findProgramOutside(root: string, name: string): string | undefined {
  const program = findIn(listFoldersOutside(root), name);
  // A link may lead into the project.
  return program && !isBelow(realPathOf(root), realPathOf(program)) ? program : undefined;
}

/** Returns the folder of the repository that a folder is in. Undefined: it is in none. */
export function findRepository(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : findRepository(dirname(folder));
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

import { existsSync, lstatSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { isObject } from '../util/equal.ts';
import { errorCodeOf } from '../util/errors.ts';
import { hash } from '../util/hash.ts';
import type { Json } from '../util/json.ts';
import { parseJson } from '../util/json.ts';
import { ownFolder } from './own-folder.ts';
import {
  appendLine,
  claimFile,
  ensurePrivateFolder,
  readPrivateFile,
  replacePrivateFile,
} from './private-files.ts';
import { sweepSessions } from './sweep-sessions.ts';

/** The largest size of one kept value, in bytes. */
export const maxValueBytes = 1024 * 1024;
const day = 24 * 3600 * 1000;

/** Where the files of a session are, below `~/.anyhook/state`. */
export interface StateFolder {
  /** The folder of all sessions; empty where the system knows no home folder. */
  sessionsFolder: string;
  /** The folder of this session; empty where nothing can be kept. */
  path: string;
  /** Tells whether the session has a folder: without one, nothing was kept. */
  exists(): boolean;
  /** Returns why the folder cannot be trusted or read; undefined where it can, or does not exist. */
  findProblem(): string | undefined;
}

/**
 * Returns the state folder of a session, which is named by a hash of the key. Opens nothing: most
 * runs need to know no more.
 */
export function stateFolderOf(key: string): StateFolder {
  const own = ownFolder();
  const state = own === undefined ? '' : `${own}/state`;
  const path = state && key ? `${state}/${hash(key)}` : '';
  return {
    sessionsFolder: state,
    path,
    exists: () => path !== '' && existsSync(path),
    findProblem() {
      for (const folder of path ? [own, state, path] : []) {
        if (isMissing(folder as string)) return undefined;
        const closed = folder === own ? 0o022 : undefined;
        if (ensurePrivateFolder(folder as string, closed)) continue;
        return `${folder} is a link, a file or another person's, not a folder of yours (chown or remove it)`;
      }
      return undefined;
    },
  };
}

/**
 * The values that a session keeps between hook processes: each is a small private file in the
 * session's folder. A value is replaced as a whole. What only one of several processes may have is
 * claimed by making a file, or taken by renaming it. Names with a dot are files that a process is
 * still writing or reading.
 */
export interface Store {
  exists(): boolean;
  has(name: string): boolean;
  read(name: string): Json | undefined;
  /** Keeps a value. Returns false where it could not be kept. */
  write(name: string, value: Json): boolean;
  /**
   * Makes an empty value. Returns false where another process has made it, undefined where it cannot
   * be made.
   */
  claim(name: string): boolean | undefined;
  /** Removes and returns a value, so that only one process gets it. */
  take(name: string): Json | undefined;
  /** Lists the names of values that begin with a prefix. */
  listNames(prefix: string): string[];
  /** Returns the size of some values together, in bytes. */
  sizeOf(names: readonly string[]): number;
  remove(names: readonly string[]): void;
  /** Appends a line to a list that takes at most twice `bytes`: the oldest lines are dropped. */
  appendLine(name: string, line: string, bytes: number): void;
  /** Reads the lines of such a list. */
  readLines(name: string, bytes: number): string[];
  /** Marks the session as used today, so that it is not swept away. */
  markUsed(): void;
  /** Removes all values but those whose name is kept. */
  removeAllBut(keep: (name: string) => boolean): void;
}

/**
 * Opens the values of a session. The folder is made when something is first written; every method
 * first makes sure that it is private.
 */
export function openStore({ sessionsFolder: state, path, exists }: StateFolder): Store {
  const pathOf = (name: string) => `${path}/${name}`;
  // Other users may read `~/.anyhook` itself, but nothing below it.
  const ensureFolders = () =>
    ensurePrivateFolder(ownFolder() as string, 0o022) &&
    ensurePrivateFolder(state) &&
    ensurePrivateFolder(path);
  const isReadable = () => exists() && ensureFolders();
  const makeFolders = () => {
    const isNew = path !== '' && !exists();
    const isMade = path !== '' && ensureFolders();
    if (isMade && isNew) sweepSessions(state);
    return isMade;
  };
  const listAll = () => {
    try {
      return isReadable() ? readdirSync(path) : [];
    } catch {
      return [];
    }
  };
  const read = (name: string) => {
    const value = isReadable() && parseJson(readPrivateFile(pathOf(name), 2 * maxValueBytes) ?? '');
    return isObject(value) ? value : undefined;
  };
  const remove = (names: readonly string[]) => {
    for (const name of isReadable() ? names : [])
      rmSync(pathOf(name), { force: true, recursive: true });
  };
  return {
    exists,
    has: (name) => isReadable() && existsSync(pathOf(name)),
    read,
    write: (name, value) =>
      makeFolders() && replacePrivateFile(pathOf(name), JSON.stringify(value)),
    claim: (name) => (makeFolders() ? claimFile(pathOf(name)) : undefined),
    take(name) {
      const mine = `${name}.${process.pid}`;
      try {
        if (!isReadable()) return undefined;
        renameSync(pathOf(name), pathOf(mine)); // only one process can
      } catch {
        return undefined;
      }
      const value = read(mine);
      remove([mine]);
      return value;
    },
    listNames: (prefix) =>
      listAll().filter((name) => name.startsWith(prefix) && !name.includes('.')),
    sizeOf(names) {
      let sum = 0;
      for (const name of names)
        sum += lstatSync(pathOf(name), { throwIfNoEntry: false })?.size ?? 0;
      return sum;
    },
    remove,
    appendLine: (name, line, bytes) =>
      void (makeFolders() && appendLine(pathOf(name), line, bytes)),
    readLines(name, bytes) {
      const part = (file: string) =>
        (isReadable() && readPrivateFile(pathOf(file), 2 * bytes)) || '';
      return (part(`${name}.1`) + part(name)).split('\n');
    },
    markUsed() {
      if (exists() && lstatSync(path).mtimeMs < Date.now() - day)
        utimesSync(path, new Date(), new Date());
    },
    removeAllBut(keep) {
      const names = listAll();
      const rest = names.filter((name) => !keep(name));
      if (rest.length < names.length) return remove(rest);
      if (!isReadable()) return;
      const old = `${path}.${process.pid}`; // renamed first: no process sees a part of the values
      renameSync(path, old);
      rmSync(old, { force: true, recursive: true });
    },
  };
}

/** Tells whether nothing stands at a path, not even a link. */
function isMissing(path: string): boolean {
  try {
    return !lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT';
  }
}

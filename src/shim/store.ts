/** The files in which a session keeps values: they are below `~/.anyhook/state`. */
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
/** Milliseconds of a day. */
const day = 24 * 3600 * 1000;
/**
 * Permission bits that let other users write. Other users may read `~/.anyhook` itself, but must not write
 * to it; what is below it they may not even read.
 */
const othersWrite = 0o022;

/** The folder of one session. */
export interface StateFolder {
  /** The folder of all sessions, `~/.anyhook/state`. Empty: the system knows no home folder. */
  sessionsFolder: string;
  /** The folder of this session. Empty: nothing can be kept. */
  path: string;
  /** Tells whether the folder of this session exists. If not, the session has kept nothing. */
  exists(): boolean;
  /** Returns why the folder cannot be used. Undefined: it can be used, or does not exist. */
  findProblem(): string | undefined;
}

/**
 * Returns the folder of a session, whose name is a hash of the session's key. Opens no file, since most
 * runs need none.
 *
 * @param key Identifies the session. Empty: the session keeps nothing.
 */
export function stateFolderOf(key: string): StateFolder {
  const anyhookFolder = ownFolder() ?? '';
  const sessionsFolder = anyhookFolder && `${anyhookFolder}/state`;
  const path = sessionsFolder && key ? `${sessionsFolder}/${hash(key)}` : '';
  return {
    sessionsFolder,
    path,
    exists: () => path !== '' && existsSync(path),
    findProblem() {
      for (const folder of path ? [anyhookFolder, sessionsFolder, path] : []) {
        if (isMissing(folder)) return undefined;
        const removedMode = folder === anyhookFolder ? othersWrite : undefined;
        if (ensurePrivateFolder(folder, removedMode)) continue;
        return `${folder} is a link, a file or another person's, not a folder of yours (chown or remove it)`;
      }
      return undefined;
    },
  };
}

/**
 * The values that a session keeps from one hook process to the next. Each value is a private file in the
 * session's folder, and its name is the file's name. A value is a JSON object, a list of lines, or empty:
 * an empty value says something by its existence. Several processes may use a value at once: an object is
 * always replaced as a whole, and `claim` and `take` succeed in one process only.
 */
export interface Store {
  /** Tells whether the session has kept anything yet. */
  exists(): boolean;
  /** Tells whether there is a value of this name. */
  has(name: string): boolean;
  /** Returns the object of this name. Undefined: there is none, or the value of this name is no object. */
  read(name: string): Json | undefined;
  /** Keeps an object. Returns false if it could not be kept. */
  write(name: string, value: Json): boolean;
  /**
   * Makes an empty value. Returns true if this process made it, false if it existed, and undefined if it
   * cannot be made.
   */
  claim(name: string): boolean | undefined;
  /** Removes an object and returns it, or undefined if there is none or another process took it. */
  take(name: string): Json | undefined;
  /** Lists the names that begin with a prefix. */
  listNames(prefix: string): string[];
  /** Returns the size of the named values together, in bytes. */
  sizeOf(names: readonly string[]): number;
  /** Removes values. A name without a value is no error. */
  remove(names: readonly string[]): void;
  /** Appends a line to a list. Drops the oldest lines of a list that would grow over about `2 * bytes`. */
  appendLine(name: string, line: string, bytes: number): void;
  /** Returns the lines of a list, the oldest first. `bytes` is the same number as for `appendLine`. */
  readLines(name: string, bytes: number): string[];
  /** Marks the session as used today, so that `sweepSessions` leaves it. */
  markUsed(): void;
  /** Removes all values but those for whose name `isKept` returns true. */
  removeAllBut(isKept: (name: string) => boolean): void;
}

/**
 * Opens the values of a session. The session's folder is made when a value is first written. If the folder
 * is not private and cannot be made private, nothing is read, written or removed.
 */
export function openStore({ sessionsFolder, path, exists }: StateFolder): Store {
  const pathOf = (name: string) => `${path}/${name}`;
  const ensureFolders = () =>
    ensurePrivateFolder(ownFolder() as string, othersWrite) &&
    ensurePrivateFolder(sessionsFolder) &&
    ensurePrivateFolder(path);
  const isReadable = () => exists() && ensureFolders();
  const makeFolders = () => {
    const isNew = path !== '' && !exists();
    const isMade = path !== '' && ensureFolders();
    if (isMade && isNew) sweepSessions(sessionsFolder);
    return isMade;
  };
  const listFiles = () => {
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
      const takenName = `${name}.${process.pid}`;
      try {
        if (!isReadable()) return undefined;
        renameSync(pathOf(name), pathOf(takenName)); // succeeds in one process only
      } catch {
        return undefined;
      }
      const value = read(takenName);
      remove([takenName]);
      return value;
    },
    // A file with a dot in its name is no value: a process is just writing or taking one, or it holds the
    // older lines of a list.
    listNames: (prefix) =>
      listFiles().filter((name) => name.startsWith(prefix) && !name.includes('.')),
    sizeOf(names) {
      let bytes = 0;
      for (const name of names)
        bytes += lstatSync(pathOf(name), { throwIfNoEntry: false })?.size ?? 0;
      return bytes;
    },
    remove,
    appendLine: (name, line, bytes) =>
      void (makeFolders() && appendLine(pathOf(name), line, bytes)),
    readLines(name, bytes) {
      const textOf = (file: string) =>
        (isReadable() && readPrivateFile(pathOf(file), 2 * bytes)) || '';
      // `appendLine` renames a file that is larger than `bytes` to `NAME.1`, and begins a new one.
      return (textOf(`${name}.1`) + textOf(name)).split('\n');
    },
    markUsed() {
      if (exists() && lstatSync(path).mtimeMs < Date.now() - day)
        utimesSync(path, new Date(), new Date());
    },
    removeAllBut(isKept) {
      const names = listFiles();
      const unwanted = names.filter((name) => !isKept(name));
      if (unwanted.length < names.length) return remove(unwanted);
      if (!isReadable()) return;
      // No value stays. The folder is renamed first, so that no process sees only a part of the values.
      const renamed = `${path}.${process.pid}`;
      renameSync(path, renamed);
      rmSync(renamed, { force: true, recursive: true });
    },
  };
}

/** Tells whether there is nothing at a path, not even a link. Returns false if the system does not say. */
function isMissing(path: string): boolean {
  try {
    return !lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT';
  }
}

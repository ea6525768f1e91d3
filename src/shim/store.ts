import { existsSync, lstatSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { isObject } from '../util/equal.ts';
import { hash } from '../util/hash.ts';
import type { Json } from '../util/json.ts';
import { valueIn } from '../util/json.ts';
import { ownFolder } from './own-folder.ts';
import {
  appendLine,
  claimFile,
  ensurePrivateFolder,
  readPrivateFile,
  replacePrivateFile,
} from './private-files.ts';
import { sweepSessions } from './sweep-sessions.ts';

/** The most that is kept of one thing, in bytes. */
export const maxValueBytes = 1024 * 1024;
const day = 24 * 3600 * 1000;

/** Where a session's files are, if there are any. */
export interface StateFolder {
  state: string;
  /** Empty: nowhere. */
  path: string;
  /** Whether there may be anything. */
  exists(): boolean;
  /** Why nobody can know; undefined: we can. */
  problem(): string | undefined;
}

/** All that a plain run asks. */
export function stateFolderOf(key: string): StateFolder {
  const own = ownFolder();
  const state = own === undefined ? '' : `${own}/state`;
  const path = state && key ? `${state}/${hash(key)}` : '';
  return {
    state,
    path,
    exists: () => path !== '' && existsSync(path),
    problem() {
      for (const folder of path ? [own, state, path] : []) {
        if (isNothing(folder as string)) return undefined;
        const open = folder === own ? 0o022 : undefined;
        if (ensurePrivateFolder(folder as string, open)) continue;
        return `${folder} is a link, a file or another person's, not a folder of yours (chown or remove it)`;
      }
      return undefined;
    },
  };
}

/**
 * What one session keeps between hook processes: small private files in a private folder named by a
 * hash. A value is replaced whole; what only one process may have is made, or renamed, by one.
 * Names with a point in them are on their way.
 */
export interface Store {
  exists(): boolean;
  has(name: string): boolean;
  read(name: string): Json | undefined;
  /** False: it could not be kept. */
  write(name: string, value: Json): boolean;
  /** False: another has it; undefined: it could not be kept. */
  claim(name: string): boolean | undefined;
  /** The value, for one process. */
  take(name: string): Json | undefined;
  names(prefix: string): string[];
  bytes(names: readonly string[]): number;
  remove(names: readonly string[]): void;
  /** One more line of a file that never takes more than twice `bytes`. */
  append(name: string, line: string, bytes: number): void;
  lines(name: string, bytes: number): string[];
  /** It is in use, and not to be swept away. */
  use(): void;
  /** Removes everything but what has one of these names. */
  clear(keep: (name: string) => boolean): void;
}

export function openStore({ state, path, exists }: StateFolder): Store {
  const at = (name: string) => `${path}/${name}`;
  const safe = () =>
    // Others may look into ours, and not into what is below it.
    ensurePrivateFolder(ownFolder() as string, 0o022) &&
    ensurePrivateFolder(state) &&
    ensurePrivateFolder(path);
  const ready = () => exists() && safe();
  const make = () => {
    const fresh = path !== '' && !exists();
    const made = path !== '' && safe();
    if (made && fresh) sweepSessions(state);
    return made;
  };
  const all = () => {
    try {
      return ready() ? readdirSync(path) : [];
    } catch {
      return [];
    }
  };
  const read = (name: string) => {
    const value = ready() && valueIn(readPrivateFile(at(name), 2 * maxValueBytes) ?? '');
    return isObject(value) ? value : undefined;
  };
  const remove = (names: readonly string[]) => {
    for (const name of ready() ? names : []) rmSync(at(name), { force: true, recursive: true });
  };
  return {
    exists,
    has: (name) => ready() && existsSync(at(name)),
    read,
    write: (name, value) => make() && replacePrivateFile(at(name), JSON.stringify(value)),
    claim: (name) => (make() ? claimFile(at(name)) : undefined),
    take(name) {
      const mine = `${name}.${process.pid}`;
      try {
        if (!ready()) return undefined;
        renameSync(at(name), at(mine)); // one process can
      } catch {
        return undefined;
      }
      const value = read(mine);
      remove([mine]);
      return value;
    },
    names: (prefix) => all().filter((name) => name.startsWith(prefix) && !name.includes('.')),
    bytes(names) {
      let sum = 0;
      for (const name of names) sum += lstatSync(at(name), { throwIfNoEntry: false })?.size ?? 0;
      return sum;
    },
    remove,
    append: (name, line, bytes) => void (make() && appendLine(at(name), line, bytes)),
    lines(name, bytes) {
      const part = (file: string) => (ready() && readPrivateFile(at(file), 2 * bytes)) || '';
      return (part(`${name}.1`) + part(name)).split('\n');
    },
    use() {
      if (exists() && lstatSync(path).mtimeMs < Date.now() - day)
        utimesSync(path, new Date(), new Date());
    },
    clear(keep) {
      const names = all();
      const rest = names.filter((name) => !keep(name));
      if (rest.length < names.length) return remove(rest);
      if (!ready()) return;
      const old = `${path}.${process.pid}`; // at once, for all who look
      renameSync(path, old);
      rmSync(old, { force: true, recursive: true });
    },
  };
}

function isNothing(path: string): boolean {
  try {
    return !lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

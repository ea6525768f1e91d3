import { lstatSync, mkdirSync, realpathSync, rmdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AnyhookError } from '../errors.ts';
import type { Scope } from '../mapping/settings.ts';
import { onOneLine } from '../translate/output.ts';

/** Where settings are touched: a project's root or a home. Nothing outside is read or written. */
export interface Root {
  root: string;
  scope: Scope;
}

/** What new files and folders get. */
export const modes = {
  project: { file: 0o644, folder: 0o755 },
  user: { file: 0o600, folder: 0o700 },
} as const;

type Failing = 'settings' | 'write';

const reasons: Record<string, string> = {
  ENOENT: 'a folder of its path is not there; make it, or correct the path',
  ENOSPC: 'the disk is full; free some space and run it again',
  EDQUOT: 'the disk quota is used up; free some space and run it again',
  EFBIG: 'it would be larger than files may be here (ulimit -f)',
  EROFS: 'its file system is read-only; make it writable and run it again',
  EACCES: 'permission denied; check the owner and the mode of it and of its folder',
  EPERM: 'not permitted; check the owner and the attributes of it and of its folder',
  ENOTDIR: 'a part of its path is a file, not a folder; move that file away',
  EEXIST: 'a part of its path is a file, not a folder; move that file away',
  EISDIR: 'a folder is in its place; move the folder away',
  ENXIO: 'it is not a regular file; move it away',
  ELOOP: 'it is a symbolic link that is not followed; replace the link by a file',
  EBUSY: 'it is in use, or mounted on its own; free it and run it again',
};

/** A failed call of the system as one line: which file, what happened, what to do. */
export function failure(code: Failing, path: string, error: unknown): AnyhookError {
  if (error instanceof AnyhookError) return error;
  const done = code === 'write' ? 'was not changed' : 'cannot be read';
  return new AnyhookError(code, onOneLine(`${path} ${done}: ${reasonOf(error)}`));
}

/** What happened, and what to do. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ? `${reasons[code]} (${code})` : (message.split('\n')[0] as string);
}

export const isErrno = (error: unknown, ...names: string[]): boolean =>
  names.includes((error as NodeJS.ErrnoException).code ?? '');

/** Whether a path is a folder or lies in it, by its text. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The real path of what may not exist yet. Throws where links lead out of the root, or nowhere. */
export function inside({ root }: Pick<Root, 'root'>, path: string, code: Failing): string {
  try {
    const top = realpathSync.native(root);
    const real = follow(resolve(root, path));
    if (isBelow(top, real)) return real;
    throw new AnyhookError(
      code,
      onOneLine(
        `${path} leads to ${real}, outside ${root}: symbolic links are followed only inside`,
      ),
    );
  } catch (error) {
    throw failure(code, path, error);
  }
}

function follow(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    const stat = statOf(path);
    // A link to nothing could be aimed anywhere between our look and our write.
    if (stat?.isSymbolicLink()) {
      throw new Error('it is a symbolic link to nothing; make what it names, or remove the link');
    }
    return stat ? follow(path) : join(follow(dirname(path)), basename(path));
  }
}

/** `.anyhook` in the root: the runner, the record and the lock. */
export const folderOf = (base: Root, code: Failing = 'write'): string =>
  inside(base, join(base.root, '.anyhook'), code);

/** Makes a folder and those above it. The result takes the new ones away again, if empty. */
export function makeFolder(base: Root, folder: string): () => void {
  const made: string[] = [];
  const undo = () => {
    for (const folder of made) removeEmpty(folder);
  };
  try {
    make(folder, modes[base.scope].folder, made);
    inside(base, folder, 'write');
    return undo;
  } catch (error) {
    undo();
    throw error;
  }
}

/** By hand: with `recursive`, Node says ENOENT where it may not write. */
function make(folder: string, mode: number, made: string[]): void {
  if (isFolder(folder)) return;
  make(dirname(folder), mode, made);
  try {
    mkdirSync(folder, mode);
    made.unshift(folder);
  } catch (error) {
    // Another run may make it, and take it away, at the same time.
    if (!isErrno(error, 'EEXIST') || (statOf(folder) && !isFolder(folder))) throw error;
    make(folder, mode, made);
  }
}

/** Of a link: its own. */
export const statOf = (path: string): Stats | undefined =>
  lstatSync(path, { throwIfNoEntry: false });

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** False: it is not empty, or not there. */
export const removeEmpty = (folder: string): boolean => tidy(() => rmdirSync(folder));

/** For what only tidies up: its failure must not hide what came before. */
export function tidy(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

import { lstatSync, mkdirSync, realpathSync, rmdirSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AnyhookError } from '../errors.ts';
import type { Scope } from '../mapping/settings.ts';
import { toOneLine } from '../translate/shim-output.ts';
import { attempt } from '../util/attempt.ts';
import { isFolder } from '../util/stat.ts';
import { type FileErrorCode, hasErrorCode, withFileErrors } from './file-errors.ts';

/** The folder that settings lie in: a project's root or a home. Nothing outside is read or written. */
export interface Root {
  path: string;
  scope: Scope;
}

/** The modes of new files and folders, before the umask. */
export const modes = {
  project: { file: 0o644, folder: 0o755 },
  user: { file: 0o600, folder: 0o700 },
} as const;

/** Tells whether a path is a folder or lies in it. Looks at the text of the paths alone. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/**
 * Returns the real path of a file or folder, which may not exist yet. Throws `code` where links lead
 * out of the root, or to nothing.
 */
export const resolveInside = (
  { path: root }: Pick<Root, 'path'>,
  path: string,
  code: FileErrorCode,
): string =>
  withFileErrors(code, path, () => {
    const real = resolveLinks(resolve(root, path));
    if (isBelow(realpathSync.native(root), real)) return real;
    const message = `${path} leads to ${real}, outside ${root}: symbolic links are followed only inside`;
    throw new AnyhookError(code, toOneLine(message));
  });

/** Returns the real path of a path; parts that do not exist stay as they are. */
function resolveLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT') || dirname(path) === path) throw error;
    const stat = statOf(path);
    // Somebody could make such a link lead elsewhere between this look and the write.
    if (stat?.isSymbolicLink())
      throw new Error('it is a symbolic link to nothing; make what it names, or remove the link');
    return stat ? resolveLinks(path) : join(resolveLinks(dirname(path)), basename(path));
  }
}

/** Returns the real path of `.anyhook` in a root, where the runner, the ledger and the lock are. */
export const anyhookFolderOf = (base: Root, code: FileErrorCode = 'write'): string =>
  resolveInside(base, join(base.path, '.anyhook'), code);

/**
 * Makes a folder and the folders above it.
 *
 * @returns A function that removes the new folders again, as far as they are empty.
 */
export function makeFolder(base: Root, folder: string): () => void {
  const made: string[] = [];
  const undo = () => {
    for (const folder of made) removeIfEmpty(folder);
  };
  try {
    make(folder, modes[base.scope].folder, made);
    resolveInside(base, folder, 'write');
    return undo;
  } catch (error) {
    undo();
    throw error;
  }
}

/** Makes folders one by one: with `recursive`, Node says ENOENT where it may not write. */
function make(folder: string, mode: number, made: string[]): void {
  if (isFolder(folder)) return;
  make(dirname(folder), mode, made);
  try {
    mkdirSync(folder, mode);
    made.unshift(folder);
  } catch (error) {
    // Another run may make this folder, or remove it, at the same time.
    if (!hasErrorCode(error, 'EEXIST') || (statOf(folder) && !isFolder(folder))) throw error;
    make(folder, mode, made);
  }
}

/** Returns what is known of a file; of a link, not of its target. Undefined where there is none. */
export const statOf = (path: string): Stats | undefined =>
  lstatSync(path, { throwIfNoEntry: false });

/** Removes a folder that is empty. Returns false where it is not empty, or not there. */
export const removeIfEmpty = (folder: string): boolean =>
  attempt(() => rmdirSync(folder) ?? true) ?? false;

import { lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AnyhookError } from '../errors.ts';
import type { Scope } from '../mapping/settings.ts';
import { toOneLine } from '../translate/shim-output.ts';
import { attempt } from '../util/attempt.ts';
import { isFolder } from '../util/stat.ts';
import { type FileErrorCode, hasErrorCode, withFileErrors } from './file-errors.ts';

/** The folder that all files of a scope are in: a project's root or a home folder. Nothing outside is read or written. */
export interface Root {
  path: string;
  scope: Scope;
}

/** The permissions of new files and folders, less the umask. Those of a home are for its owner alone. */
export const modes = {
  project: { file: 0o644, folder: 0o755 },
  user: { file: 0o600, folder: 0o700 },
} as const;

/** Tells whether a path is that of a folder or of something in it. Compares only texts: links are not followed. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/**
 * Returns the real path of a file or folder, which need not exist yet. Throws `code` if a symbolic link
 * leads out of the root, or to nothing.
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

/** Follows the links in a path. The parts of it that do not exist stay as they are. */
function resolveLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT') || dirname(path) === path) throw error;
    const stat = statOf(path);
    // A link to nothing is refused: before we write, somebody could make its target, as a link out of the root.
    if (stat?.isSymbolicLink())
      throw new Error('it is a symbolic link to nothing; make what it names, or remove the link');
    return stat ? resolveLinks(path) : join(resolveLinks(dirname(path)), basename(path));
  }
}

/** Returns the real path of the folder `.anyhook` in a root, which holds the runner, the ledger and the lock. */
export const anyhookFolderOf = (base: Root, code: FileErrorCode = 'write'): string =>
  resolveInside(base, join(base.path, '.anyhook'), code);

/**
 * Makes a folder and the folders above it, if they do not exist.
 *
 * @returns A function that removes those of the new folders again that are empty.
 */
export function makeFolder(base: Root, folder: string): () => void {
  const made: string[] = [];
  const removeMade = () => {
    for (const folder of made) removeIfEmpty(folder);
  };
  try {
    makeFolders(folder, modes[base.scope].folder, made);
    resolveInside(base, folder, 'write');
    return removeMade;
  } catch (error) {
    removeMade();
    throw error;
  }
}

/**
 * Makes a folder and the folders above it, and adds them to `made`, the innermost first. It makes them one
 * by one, since `mkdir` with `recursive` reports missing permission as ENOENT.
 */
function makeFolders(folder: string, mode: number, made: string[]): void {
  if (isFolder(folder)) return;
  makeFolders(dirname(folder), mode, made);
  try {
    mkdirSync(folder, mode);
    made.unshift(folder);
  } catch (error) {
    // Another run may have made this folder meanwhile, or made and removed it: then it is tried again.
    if (!hasErrorCode(error, 'EEXIST') || (statOf(folder) && !isFolder(folder))) throw error;
    makeFolders(folder, mode, made);
  }
}

/** What is asked of the status of a file. The type is stated here, so that the types of the package need none of Node. */
interface FileStatus {
  readonly mtimeMs: number;
  isFile(): boolean;
  isSymbolicLink(): boolean;
}

/** Returns the status of a file; for a link, that of the link itself. Undefined: there is no file. */
export const statOf = (path: string): FileStatus | undefined =>
  lstatSync(path, { throwIfNoEntry: false });

/** Removes a folder if it is empty. Returns false if it was not removed. */
export const removeIfEmpty = (folder: string): boolean =>
  attempt(() => rmdirSync(folder) ?? true) ?? false;

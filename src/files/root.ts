import { lstatSync, mkdirSync, realpathSync, rmdirSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AnyhookError } from '../errors.ts';
import type { Scope } from '../mapping/settings.ts';
import { toOneLine } from '../translate/shim-output.ts';
import { attempt } from '../util/attempt.ts';
import { isFolder } from '../util/stat.ts';
import { type FileErrorCode, hasErrorCode, withFileErrors } from './file-errors.ts';

/** Where settings are touched: a project's root or a home. Nothing outside is read or written. */
export interface Root {
  root: string;
  scope: Scope;
}

/** What new files and folders get at the most. */
export const modes = {
  project: { file: 0o644, folder: 0o755 },
  user: { file: 0o600, folder: 0o700 },
} as const;

/** Whether a path is a folder or lies in it, by its text. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The real path of what may not exist yet. Throws where links lead out of the root, or nowhere. */
export const resolveInside = (
  { root }: Pick<Root, 'root'>,
  path: string,
  code: FileErrorCode,
): string =>
  withFileErrors(code, path, () => {
    const real = follow(resolve(root, path));
    if (isBelow(realpathSync.native(root), real)) return real;
    const said = `${path} leads to ${real}, outside ${root}: symbolic links are followed only inside`;
    throw new AnyhookError(code, toOneLine(said));
  });

function follow(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT') || dirname(path) === path) throw error;
    const stat = statOf(path);
    // A link to nothing could be aimed anywhere between our look and our write.
    if (stat?.isSymbolicLink())
      throw new Error('it is a symbolic link to nothing; make what it names, or remove the link');
    return stat ? follow(path) : join(follow(dirname(path)), basename(path));
  }
}

/** `.anyhook` in the root: the runner, the record and the lock. */
export const anyhookFolderOf = (base: Root, code: FileErrorCode = 'write'): string =>
  resolveInside(base, join(base.root, '.anyhook'), code);

/** Makes a folder and those above it. The result takes the new ones away again, if empty. */
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

/** By hand: with `recursive`, Node says ENOENT where it may not write. */
function make(folder: string, mode: number, made: string[]): void {
  if (isFolder(folder)) return;
  make(dirname(folder), mode, made);
  try {
    mkdirSync(folder, mode);
    made.unshift(folder);
  } catch (error) {
    // Another run may make it, and take it away, at the same time.
    if (!hasErrorCode(error, 'EEXIST') || (statOf(folder) && !isFolder(folder))) throw error;
    make(folder, mode, made);
  }
}

/** Of a link: its own. */
export const statOf = (path: string): Stats | undefined =>
  lstatSync(path, { throwIfNoEntry: false });

/** False: it is not empty, or not there. */
export const removeIfEmpty = (folder: string): boolean =>
  attempt(() => rmdirSync(folder) ?? true) ?? false;

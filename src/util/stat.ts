import { type Stats, statSync } from 'node:fs';
import { errorCodeOf } from './errors.ts';

/** What stands at a path, links followed, or the code of the error that says why nothing was found. */
export type Found = { stats: Stats; code?: undefined } | { stats?: undefined; code: string };

/** Looks at a path. Never throws: whatever is wrong with a path is one way in which nothing is there. */
export function lookAt(path: string): Found {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? { stats } : { code: 'ENOENT' };
  } catch (error) {
    return { code: errorCodeOf(error) ?? 'EINVAL' };
  }
}

/** Tells whether a regular file stands at a path, links followed. */
export const isFile = (path: string): boolean => lookAt(path).stats?.isFile() ?? false;
/** Tells whether a folder stands at a path, links followed. */
export const isFolder = (path: string): boolean => lookAt(path).stats?.isDirectory() ?? false;

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** Whether an error says that nothing stands at a path, and not only that it cannot be looked at. */
export const isAbsence = (code: string | undefined): boolean => absent.has(code ?? '');

import { type Stats, statSync } from 'node:fs';
import { errorCodeOf } from './errors.ts';

/** The file or folder at a path, links followed, or the code of the error with which the path could not be looked at. */
export type Found = { stats: Stats; code?: undefined } | { stats?: undefined; code: string };

/** Looks at a path. Never throws: for every invalid path it returns an error code, as for a path where nothing is. */
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

/** The codes of errors that mean: nothing is at the path. */
const absenceCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** Tells whether an error code means that nothing is at a path. Other codes leave that open, such as `EACCES`. */
export const isAbsence = (code: string | undefined): boolean => absenceCodes.has(code ?? '');

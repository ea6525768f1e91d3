import { AnyhookError } from '../errors.ts';
import { toOneLine } from '../translate/shim-output.ts';
import { errorCodeOf } from '../util/errors.ts';

/** The code of an error of ours about a file: it cannot be read, or cannot be written. */
export type FileErrorCode = 'settings' | 'write';

/** What happened and what to do, by the codes of the system. */
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
  ENAMETOOLONG: 'its path is longer than the system allows; shorten it',
  EBUSY: 'it is in use, or mounted on its own; free it and run it again',
};

/** Makes our error of a failed call of the system: one line with the file, the reason and what to do. */
export function toFileError(code: FileErrorCode, path: string, error: unknown): AnyhookError {
  if (error instanceof AnyhookError) return error;
  const done = code === 'write' ? 'was not changed' : 'cannot be read';
  return new AnyhookError(code, toOneLine(`${path} ${done}: ${reasonOf(error)}`));
}

/** Returns what happened and what to do about an error of the system. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ? `${reasons[code]} (${code})` : (message.split('\n')[0] as string);
}

/** Tells whether an error of the system has a code, such as `ENOENT`. */
export const hasErrorCode = (error: unknown, name: string): boolean => errorCodeOf(error) === name;

/** Returns what some work returns. An error that it throws becomes one of ours. */
export function withFileErrors<T>(code: FileErrorCode, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toFileError(code, path, error);
  }
}

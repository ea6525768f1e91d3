import { AnyhookError } from '../errors.ts';
import { toOneLine } from '../translate/shim-output.ts';
import { errorCodeOf } from '../util/errors.ts';

/** The code of our error about a file: `settings` if it cannot be read, `write` if it cannot be written. */
export type FileErrorCode = 'settings' | 'write';

/** What happened and what to do about it, by the error codes of the system. */
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

/**
 * Turns the error of a failed system call into ours, with a message of one line: the file, the reason and
 * what to do. Our own errors are returned as they are.
 */
export function toFileError(code: FileErrorCode, path: string, error: unknown): AnyhookError {
  if (error instanceof AnyhookError) return error;
  const effect = code === 'write' ? 'was not changed' : 'cannot be read';
  return new AnyhookError(code, toOneLine(`${path} ${effect}: ${reasonOf(error)}`));
}

/** Returns the reason of a system error, and what to do about it, if we know that. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ? `${reasons[code]} (${code})` : (message.split('\n')[0] as string);
}

/** Tells whether an error is a system error with a code such as `ENOENT`. */
export const hasErrorCode = (error: unknown, code: string): boolean => errorCodeOf(error) === code;

/** Calls `work`, and returns what it returns. Turns an error that it throws into ours, about the file at `path`. */
export function withFileErrors<T>(code: FileErrorCode, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toFileError(code, path, error);
  }
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Reads a file without following a link or waiting for a pipe. Throws if it is no regular file, is larger
 * than `maxBytes`, or cannot be read.
 */
export function readRegularFile(path: string, maxBytes: number): string {
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error('is not a regular file');
    if (stat.size > maxBytes) throw new Error(`is larger than ${maxBytes / 1024 / 1024} MB`);
    const bytes = Buffer.alloc(stat.size);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, stat.size, 0));
  } finally {
    closeSync(fd);
  }
}

/** Returns why a file could not be read, as words that follow its path. */
export function describeReadError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP') return 'is a link';
  return code === 'ENOENT' ? 'is not there' : code ? `cannot be read (${code})` : message;
}

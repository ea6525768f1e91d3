import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { World } from './adapter.ts';

/** The most that is read of a file or of stdin, in bytes. */
export const limit = 32 * 1024 * 1024;

const nothing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** A file's text: regular files only, never a truncated part. */
export const readText: World['file'] = (path) => {
  let fd: number | undefined;
  try {
    // Opening a pipe must not wait for a writer.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (stat.isDirectory()) return { missing: true };
    if (!stat.isFile()) return { unreadable: 'not a regular file, so the hook cannot be shown it' };
    if (stat.size > limit) return { unreadable: 'over 32 MB, so the hook cannot be shown it' };
    return { text: readFileSync(fd, 'utf8') };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return nothing.has(code) ? { missing: true } : { unreadable: `cannot be read (${code})` };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
};

/** The machine itself, without a memory. */
export const machine: World = { file: readText, now: () => new Date(), recall: () => undefined };

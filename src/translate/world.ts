import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { World } from '../adapter.ts';

/** The most that is read of a file or of stdin, in bytes. */
export const limit = 32 * 1024 * 1024;

/** Reads a file to its end, or somewhat over the limit: then true. Some in `/proc` have no end. */
export function gather(fd: number, into: Buffer[]): boolean {
  for (let size = 0; size <= limit; ) {
    const chunk = Buffer.alloc(65_536);
    const read = readSync(fd, chunk, 0, chunk.length, null);
    if (!read) return false;
    size += read;
    into.push(chunk.subarray(0, read));
  }
  return true;
}

const nothing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

const unshown = (why: string) => ({ unreadable: `${why}, so the hook cannot be shown it` });

/** A file's text: regular files only, never a truncated part. */
export const readText: World['file'] = (path) => {
  let fd: number | undefined;
  try {
    // Opening a device may do something, and opening a pipe must not wait for a writer.
    let stat = statSync(path);
    if (stat.isDirectory()) return { missing: true };
    if (stat.isFile()) {
      fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      stat = fstatSync(fd);
    }
    if (!stat.isFile()) return unshown('not a regular file');
    const chunks: Buffer[] = [];
    if (stat.size > limit || gather(fd as number, chunks)) return unshown('over 32 MB');
    return { text: Buffer.concat(chunks).toString() };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return nothing.has(code) ? { missing: true } : { unreadable: `cannot be read (${code})` };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
};

/** The machine itself, without a memory. */
export const machine: World = { file: readText, now: () => new Date(), recall: () => undefined };

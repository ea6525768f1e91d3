/**
 * Makes, reads and writes *private* folders and files: only the current user can read and write them. None
 * of these functions follows a link, waits for a pipe, or uses a file of another user.
 */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { errorCodeOf } from '../util/errors.ts';
import { ownFolder } from './own-folder.ts';

const uid = process.getuid?.();
/** Tells whether the current user owns a file. True on Windows, which has no user ids. */
const isMine = (stat: { uid: number }): boolean => uid === undefined || stat.uid === uid;

/**
 * Makes a private folder, or takes permissions of other users from a folder that exists. Folders above
 * it are not made: below `/proc`, where the system refuses that, Node would try for ever.
 *
 * @param removedMode Permission bits that are taken away. `0o022` leaves others the right to read.
 * @returns false if the path is no folder, is another user's, or cannot be made.
 */
export function ensurePrivateFolder(path: string, removedMode = 0o077): boolean {
  try {
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
  } catch {
    // Another process has just made it, or it cannot be made. The check below tells which.
  }
  try {
    const stat = lstatSync(path);
    if (!stat.isDirectory() || !isMine(stat)) return false;
    if (uid !== undefined && stat.mode & removedMode)
      chmodSync(path, stat.mode & 0o777 & ~removedMode);
    return true;
  } catch {
    return false;
  }
}

/** Tells whether other users have no permission for a file. True on Windows. */
const isClosedToOthers = ({ mode }: { mode: number }): boolean =>
  uid === undefined || (mode & 0o077) === 0;

/**
 * Opens a private file.
 *
 * @param flags Flags of `open(2)`; `O_NOFOLLOW` and `O_NONBLOCK` are added.
 * @returns its descriptor; undefined if it is missing, no regular file, linked more than once, another
 *   user's, or open to others.
 */
function openPrivateFile(path: string, flags: number): number | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
    const stat = fstatSync(fd);
    if (stat.isFile() && stat.nlink === 1 && isMine(stat) && isClosedToOthers(stat)) return fd;
  } catch {
    // It is missing, or cannot be opened.
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}

/**
 * Appends a line to a private file, and makes the file if it is missing.
 *
 * @param rotateAt Size in bytes above which the file is first renamed to `PATH.1`. Absent: never.
 * @returns false if the line could not be written.
 */
export function appendLine(path: string, line: string, rotateAt?: number): boolean {
  let fd = openPrivateFile(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  if (fd === undefined) return false;
  try {
    if (rotateAt !== undefined && fstatSync(fd).size > rotateAt) {
      renameSync(path, `${path}.1`);
      closeSync(fd);
      fd = openPrivateFile(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
      if (fd === undefined) return false;
    }
    const bytes = Buffer.from(`${line}\n`);
    return writeSync(fd, bytes) === bytes.length; // a full disk takes fewer
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/**
 * Replaces a private file as a whole: writes a new file next to it, and gives that file its name.
 *
 * @returns false if that failed; the file is then as it was.
 */
export function replacePrivateFile(path: string, text: string): boolean {
  const newPath = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  const fd = openPrivateFile(newPath, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  if (fd === undefined) return false;
  let isWritten = false;
  try {
    const bytes = Buffer.from(text);
    isWritten = writeSync(fd, bytes) === bytes.length; // a full disk takes fewer
  } catch {
    // The disk has no room at all.
  } finally {
    closeSync(fd);
  }
  try {
    if (isWritten) renameSync(newPath, path);
    else rmSync(newPath, { force: true });
    return isWritten;
  } catch {
    rmSync(newPath, { force: true });
    return false;
  }
}

/**
 * Writes bytes into a private file that has no name any more, so that it is gone once the last
 * process has closed it.
 *
 * @returns a descriptor from which the file is read from its start; undefined if it could not be made.
 */
export function makeUnlistedFile(bytes: Buffer): number | undefined {
  const folder = ownFolder();
  if (folder === undefined || !ensurePrivateFolder(folder, 0o022)) return undefined;
  const path = `${folder}/in.${process.pid}.${process.hrtime.bigint()}`;
  const fd = openPrivateFile(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL);
  if (fd === undefined) return undefined;
  try {
    unlinkSync(path); // before it holds anything
    let size = 0;
    while (size < bytes.length) {
      const written = writeSync(fd, bytes, size, bytes.length - size, size); // at this position
      if (!written) break;
      size += written;
    }
    if (size === bytes.length) return fd;
  } catch {
    // The disk is full, or nothing can be removed from the folder.
  }
  closeSync(fd);
  return undefined;
}

/**
 * Makes an empty private file. Of several processes that try, only one succeeds.
 *
 * @returns true if this process made it, false if it existed, undefined if it cannot be made.
 */
export function claimFile(path: string): boolean | undefined {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
    return true;
  } catch (error) {
    return errorCodeOf(error) === 'EEXIST' ? false : undefined;
  }
}

/**
 * Reads a private file.
 *
 * @param maxSize The largest size that is read, in bytes.
 * @returns its text; undefined if it is missing, not private, larger, or cannot be read.
 */
export function readPrivateFile(path: string, maxSize: number): string | undefined {
  if (!existsSync(path)) return undefined;
  const fd = openPrivateFile(path, constants.O_RDONLY);
  if (fd === undefined) return undefined;
  try {
    const { size } = fstatSync(fd);
    if (size > maxSize) return undefined;
    const buffer = Buffer.alloc(size);
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, size, 0));
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

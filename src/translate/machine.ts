import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, parse, resolve, sep } from 'node:path';
import type { Disk, World } from '../mapping/adapter.ts';
import { isAbsolute as isAbsoluteAnywhere } from '../mapping/opened.ts';
import { isAbsence } from '../util/stat.ts';

/** The most that is read of a file or of stdin, in bytes. */
export const maxBytes = 32 * 1024 * 1024;

/** Reads a file to its end, or somewhat over the limit: then true. Some in `/proc` have no end. */
export function readToLimit(fd: number, into: Buffer[]): boolean {
  for (let size = 0; size <= maxBytes; ) {
    const chunk = Buffer.alloc(65_536);
    const read = readSync(fd, chunk, 0, chunk.length, null);
    if (!read) return false;
    size += read;
    into.push(chunk.subarray(0, read));
  }
  return true;
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

const unreadable = (why: string) => ({ unreadable: `${why}, so the hook cannot be shown it` });

/** A file's text: regular files only, never a truncated part. */
export const readText: World['file'] = (path) => {
  // Whose folder it would be in is not known here; a path of another system's leads nowhere.
  if (!isAbsolute(path)) {
    return isAbsoluteAnywhere(path) ? { missing: true } : unreadable('its path is relative');
  }
  let fd: number | undefined;
  try {
    // Opening a device may do something, and opening a pipe must not wait for a writer.
    let stat = statSync(path);
    if (stat.isDirectory()) return { missing: true };
    if (stat.isFile()) {
      fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      stat = fstatSync(fd);
    }
    if (!stat.isFile()) return unreadable('not a regular file');
    const chunks: Buffer[] = [];
    if (stat.size > maxBytes || readToLimit(fd as number, chunks)) return unreadable('over 32 MB');
    return { text: decodeText(Buffer.concat(chunks)) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return missingCodes.has(code) ? { missing: true } : { unreadable: `cannot be read (${code})` };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
};

/** Text by its byte order mark; UTF-8 without one. */
function decodeText(bytes: Buffer): string {
  const mark = bytes.subarray(0, 4).toString('hex');
  if (mark === 'fffe0000' || mark === '0000feff')
    return decodeUtf32(bytes.subarray(4), mark[0] === 'f');
  if (mark.startsWith('efbbbf')) return bytes.toString('utf8', 3);
  if (mark.startsWith('fffe')) return bytes.toString('utf16le', 2);
  if (!mark.startsWith('feff')) return bytes.toString();
  return bytes
    .subarray(2, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}

/** UTF-32: what is no character is U+FFFD, and a rest of less than four bytes is left out. */
function decodeUtf32(bytes: Buffer, little: boolean): string {
  const characters: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const none = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    characters.push(String.fromCodePoint(none ? 0xfffd : code));
  }
  return characters.join('');
}

/** Whether something stands at a path, which may be a link to nothing. */
function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined; // an error is dear
  } catch (error) {
    return !isAbsence((error as NodeJS.ErrnoException).code); // it cannot be looked at
  }
}

/** The folders of a path, by where their names end: the root first. */
function folderEndsOf(path: string): number[] {
  const root = parse(path).root.length;
  const found = [...path.slice(root).matchAll(sep === '/' ? /\/+/g : /[\\/]+/g)];
  return [root, ...found.map(({ index }) => root + index)];
}

/** The longest part of a path that is there: nothing is below what is not there. */
function existingPartOf(path: string): string {
  if (pathExists(path)) return path;
  const ends = folderEndsOf(path);
  const upTo = (at: number) => path.slice(0, ends[at]);
  let [low, high] = [0, ends.length - 1];
  if (pathExists(upTo(high))) return upTo(high); // a file that is yet to be made
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (pathExists(upTo(middle))) low = middle;
    else high = middle;
  }
  return upTo(low);
}

/** Where a path leads as far as it exists: a link to nothing is followed too, `most` in a row. */
function resolveLinks(path: string, most = 40): string {
  const part = existingPartOf(path);
  const rest = path.slice(part.length);
  const below = (folder: string) => (rest ? resolve(folder, `./${rest}`) : folder);
  try {
    return below(realpathSync.native(part));
  } catch (error) {
    if (!isAbsence((error as NodeJS.ErrnoException).code) || !most) return path;
  }
  try {
    return below(resolveLinks(resolve(dirname(part), readlinkSync(part)), most - 1));
  } catch {
    return path;
  }
}

const disk: Disk = {
  exists: (path) => isAbsolute(path) && existsSync(path),
  real: (path) => (isAbsolute(path) ? resolveLinks(path) : path),
  home: homedir,
  entries(path) {
    try {
      return readdirSync(path, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        is: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other',
      }));
    } catch {
      return [];
    }
  },
};

/** The machine itself, without a memory. */
export const machine: World = {
  file: readText,
  now: () => new Date(),
  recall: () => undefined,
  disk,
};

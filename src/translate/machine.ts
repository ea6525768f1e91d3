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
import { isAbsolute as isAbsoluteAnywhere } from '../mapping/path-codecs.ts';
import { errorCodeOf } from '../util/errors.ts';
import { isAbsence } from '../util/stat.ts';

/** Limit of what is read of a file or of stdin, in bytes. */
export const maxBytes = 32 * 1024 * 1024;

/**
 * Reads an open file into `chunks`, to its end or until slightly more than the limit was read: files in
 * `/proc` may have no end. Returns whether the limit was passed.
 */
export function readToLimit(fd: number, chunks: Buffer[]): boolean {
  for (let size = 0; size <= maxBytes; ) {
    const chunk = Buffer.alloc(65_536);
    const read = readSync(fd, chunk, 0, chunk.length, null);
    if (!read) return false;
    size += read;
    chunks.push(chunk.subarray(0, read));
  }
  return true;
}

/** Error codes of a path at which there is no file. */
const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

const unreadable = (why: string) => ({ unreadable: `${why}, so the hook cannot be shown it` });

/**
 * Reads the text of a file. Only regular files are read, and never a part of one: a guard must not
 * judge a truncated text.
 */
export const readText: World['readFile'] = (path) => {
  // The folder that a relative path starts from is not known here. An absolute path of another
  // operating system leads to no file on this one.
  if (!isAbsolute(path)) {
    return isAbsoluteAnywhere(path) ? { missing: true } : unreadable('its path is relative');
  }
  let fd: number | undefined;
  try {
    // A device is not opened, because opening may have an effect; O_NONBLOCK: opening a pipe must
    // not wait for a writer.
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
    const code = errorCodeOf(error) ?? '';
    return missingCodes.has(code) ? { missing: true } : { unreadable: `cannot be read (${code})` };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
};

/** Decodes a text by its byte order mark, or as UTF-8 where it has none. */
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

/** Decodes UTF-32. Invalid code points become U+FFFD; less than four bytes at the end are left out. */
function decodeUtf32(bytes: Buffer, little: boolean): string {
  const characters: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const isInvalid = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    characters.push(String.fromCodePoint(isInvalid ? 0xfffd : code));
  }
  return characters.join('');
}

/** Tells whether a path exists. A link exists although its target may not. */
function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined; // throwing takes long
  } catch (error) {
    return !isAbsence(errorCodeOf(error)); // it is there, but not accessible
  }
}

/** Returns, for the root and each folder of a path, the index at which its part of the text ends. */
function folderEndsOf(path: string): number[] {
  const root = parse(path).root.length;
  const separators = [...path.slice(root).matchAll(sep === '/' ? /\/+/g : /[\\/]+/g)];
  return [root, ...separators.map(({ index }) => root + index)];
}

/**
 * Returns the longest leading part of a path that exists. It is found by halving: below a folder that
 * does not exist, nothing does.
 */
function existingPartOf(path: string): string {
  if (pathExists(path)) return path;
  const ends = folderEndsOf(path);
  const upTo = (at: number) => path.slice(0, ends[at]);
  let [low, high] = [0, ends.length - 1];
  if (pathExists(upTo(high))) return upTo(high); // the usual case: the file is still to be created
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (pathExists(upTo(middle))) low = middle;
    else high = middle;
  }
  return upTo(low);
}

/**
 * Resolves the links of a path as far as it exists, also links whose target does not exist.
 *
 * @param maxLinks How many such links in a row are followed.
 */
function resolveLinks(path: string, maxLinks = 40): string {
  const part = existingPartOf(path);
  const rest = path.slice(part.length);
  const below = (folder: string) => (rest ? resolve(folder, `./${rest}`) : folder);
  try {
    return below(realpathSync.native(part));
  } catch (error) {
    if (!isAbsence(errorCodeOf(error)) || !maxLinks) return path;
  }
  try {
    return below(resolveLinks(resolve(dirname(part), readlinkSync(part)), maxLinks - 1));
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

/** The world as this machine is. It recalls nothing of the session. */
export const machine: World = {
  readFile: readText,
  now: () => new Date(),
  recall: () => undefined,
  disk,
};

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

/** How many bytes are read of a file or of stdin at most. */
export const maxBytes = 32 * 1024 * 1024;

/**
 * Reads an open file into `chunks`, and stops once more than {@link maxBytes} are read, since files in
 * `/proc` may have no end. Returns whether it stopped because of that.
 */
export function readToLimit(fd: number, chunks: Buffer[]): boolean {
  for (let size = 0; size <= maxBytes; ) {
    const chunk = Buffer.alloc(65_536);
    const length = readSync(fd, chunk, 0, chunk.length, null);
    if (!length) return false;
    size += length;
    chunks.push(chunk.subarray(0, length));
  }
  return true;
}

/** Codes of the errors that say that there is no file at a path. */
const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

const unreadable = (why: string) => ({ unreadable: `${why}, so the hook cannot be shown it` });

/**
 * Reads the text of a regular file. A file that is too long is not read at all, since a guard must not judge
 * a truncated text.
 */
export const readText: World['readFile'] = (path) => {
  // It is not known here from which folder a relative path counts. An absolute path of another operating
  // system leads to no file on this one.
  if (!isAbsolute(path)) {
    return isAbsoluteAnywhere(path) ? { missing: true } : unreadable('its path is relative');
  }
  let fd: number | undefined;
  try {
    // Only a regular file is opened, since opening a device may have an effect. If a pipe takes its place
    // in between, O_NONBLOCK keeps the opening from waiting for a writer.
    let stat = statSync(path, { throwIfNoEntry: false }); // an exception would take long
    if (!stat || stat.isDirectory()) return { missing: true };
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

/** Decodes a text by its byte order mark, or as UTF-8 if it has none. */
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

/** Decodes UTF-32. Invalid code points become U+FFFD, and one to three bytes at the end are left out. */
function decodeUtf32(bytes: Buffer, isLittleEndian: boolean): string {
  const characters: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const isInvalid = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    characters.push(String.fromCodePoint(isInvalid ? 0xfffd : code));
  }
  return characters.join('');
}

/** Tells whether there is something at a path, even a link whose target is missing. */
function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined; // an exception would take long
  } catch (error) {
    return !isAbsence(errorCodeOf(error)); // it exists and is not accessible
  }
}

/** Returns the lengths of the leading parts of a path: of its root, and of each folder. For `/a/b/c` they are 1, 2 and 4. */
function folderLengthsOf(path: string): number[] {
  const root = parse(path).root.length;
  const separators = [...path.slice(root).matchAll(sep === '/' ? /\/+/g : /[\\/]+/g)];
  return [root, ...separators.map(({ index }) => root + index)];
}

/**
 * Returns the longest leading part of a path that exists: the path, one of its folders, or its root. It is
 * found by halving the list of folders, since nothing exists below a folder that does not.
 */
function existingPartOf(path: string): string {
  if (pathExists(path)) return path;
  // Usually only the file does not exist yet. Its folder is found without an expression, which takes long at its first use.
  const end = path.lastIndexOf(sep);
  const folder = path.slice(0, end);
  if (end > 0 && sep === '/' && path[end - 1] !== sep && pathExists(folder)) return folder;
  const lengths = folderLengthsOf(path);
  const folderAt = (index: number) => path.slice(0, lengths[index]);
  let [existing, missing] = [0, lengths.length - 1];
  if (pathExists(folderAt(missing))) return folderAt(missing);
  while (existing + 1 < missing) {
    const middle = (existing + missing) >> 1;
    if (pathExists(folderAt(middle))) existing = middle;
    else missing = middle;
  }
  return folderAt(existing);
}

/**
 * Returns a path with its links resolved, as far as the path exists. A link whose target does not exist is
 * resolved as well. If a link cannot be resolved, the path is returned as it is.
 *
 * @param maxLinks How many links without a target are followed, one leading to the next.
 */
function resolveLinks(path: string, maxLinks = 40): string {
  const existingPart = existingPartOf(path);
  const missingPart = path.slice(existingPart.length);
  const withMissingPart = (folder: string) =>
    missingPart ? resolve(folder, `./${missingPart}`) : folder;
  try {
    return withMissingPart(realpathSync.native(existingPart));
  } catch (error) {
    if (!isAbsence(errorCodeOf(error)) || !maxLinks) return path;
  }
  // What exists is a link without a target.
  try {
    const target = resolve(dirname(existingPart), readlinkSync(existingPart));
    return withMissingPart(resolveLinks(target, maxLinks - 1));
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

/** The files and the clock of this machine. It has no memory of a session, so it recalls nothing. */
export const machine: World = {
  readFile: readText,
  now: () => new Date(),
  recall: () => undefined,
  disk,
};

/** Keeps the code that V8 compiles for a script, so that a later process need not compile it anew. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import type { Script } from 'node:vm';
import { attempt } from '../util/attempt.ts';
import { runComplete } from './run-complete.ts';

/** Tells whether a name in `~/.anyhook` is that of a file of compiled code, also of one that a run has left half written. */
export const isCodeFile = (name: string): boolean => /^run\..*\.cache/.test(name);

/** Compiled code, and when it was written: milliseconds since 1970. */
export interface SavedCode {
  code: Uint8Array;
  writtenAt: number;
}

/** The size of a file that is not read, in bytes. */
const maxSize = 8_000_000;
/** How many bytes are compared at once. Each part of memory that is used for the first time costs time. */
const chunkSize = 65_536;

/** Tells whether the user of this process owns a file, and nobody else can write to it. */
export const isOnlyMine = ({ uid, mode }: Stats): boolean =>
  uid === process.getuid?.() && (mode & 0o022) === 0;

/** Returns a part of a buffer. It is made without `subarray`, which would compile code of Node's. */
const partOf = ({ buffer, byteOffset }: Uint8Array, at: number, length: number): Uint8Array =>
  new Uint8Array(buffer, byteOffset + at, length);

/**
 * Reads the code that {@link saveCode} has written for a script. V8 compares the length of the source alone, so the file
 * holds the code twice, and then the source. Both copies must be equal, and the source must be that of the script.
 *
 * @param source The source: one byte for each character.
 * @param isPrivate Tells whether only this user can write to the folder of the file. It may throw.
 * @returns undefined if there is no such code, or another user could have written it.
 */
export function readCode(
  path: string,
  source: string | Uint8Array,
  isPrivate: () => boolean,
): SavedCode | undefined {
  let fd: number | undefined;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fstatSync(fd);
    const size = (stat.size - source.length) / 2;
    const isSafe = stat.isFile() && isOnlyMine(stat) && isPrivate() && stat.size < maxSize;
    if (!isSafe || size <= 0 || !Number.isInteger(size)) return undefined;
    const code = Buffer.allocUnsafeSlow(size);
    if (readSync(fd, code, 0, size, 0) !== size) return undefined;
    const found = Buffer.allocUnsafeSlow(chunkSize);
    const wanted = Buffer.allocUnsafeSlow(typeof source === 'string' ? chunkSize : 0);
    for (let at = size; at < stat.size; ) {
      const isCode = at < 2 * size;
      const start = isCode ? at - size : at - 2 * size;
      const length = Math.min(chunkSize, (isCode ? size : source.length) - start);
      if (readSync(fd, found, 0, length, at) !== length) return undefined;
      let expected: Uint8Array;
      if (isCode) expected = partOf(code, start, length);
      else if (typeof source !== 'string') expected = partOf(source, start, length);
      else {
        wanted.write(source.slice(start, start + length), 'latin1');
        expected = partOf(wanted, 0, length);
      }
      if (Buffer.compare(partOf(found, 0, length), expected)) return undefined;
      at += length;
    }
    return { code, writtenAt: stat.mtimeMs };
  } catch {
    return undefined; // there is none yet, or it cannot be read
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/**
 * Writes the code that V8 has compiled for a script to a file, at the end of a run that did the whole work: no other has
 * compiled what the next ones need. {@link readCode} says what the file holds.
 *
 * @param source The source of the script: one byte for each character.
 * @param isPrivate Tells whether only this user can write to the folder. It may throw.
 */
export function saveCode(
  script: Script,
  path: string,
  source: string | Uint8Array,
  isPrivate: () => boolean,
): void {
  const save = () => {
    const newPath = `${path}.${process.pid}`;
    try {
      if (!isPrivate()) return;
      const data = script.createCachedData();
      const bytes = typeof source === 'string' ? Buffer.from(source, 'latin1') : source;
      writeFileSync(newPath, Buffer.concat([data, data, bytes]), { flag: 'wx', mode: 0o600 });
      renameSync(newPath, path);
    } catch {
      // The disk is read-only or full: the next run is as slow as this. An error here would change the exit code.
      attempt(() => rmSync(newPath, { force: true }));
    }
  };
  process.on(runComplete, () => process.on('exit', save));
}

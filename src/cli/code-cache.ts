/** Loads a bundle with the code V8 made of it on an earlier run: a third of its cost. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { served } from '../shim/served.ts';
import { large } from '../util/large.ts';

/** Runs a bundle that takes its `require` from around it; where anything is odd, without a cache. */
export function load(filename: string, require: NodeJS.Require): void {
  const { room, size, usable } = opened(filename, 0, (fd, stat) => ({
    room: read(fd, 0, stat.size, large),
    size: stat.size,
    // Where only its owner can write: whoever can change the cache can change the bundle.
    usable: mine(stat),
  }));
  const bytes = room.subarray(0, size);
  const path = `${filename}.${process.version}-${process.arch}.cache`;
  let cachedData: Uint8Array | undefined;
  try {
    if (usable) cachedData = readCache(path, bytes);
  } catch {
    // Not there yet.
  }
  const source = room.toString('latin1'); // a bundle is ASCII, with blanks behind it
  const script = new Script(source, cachedData ? { filename, cachedData } : { filename });
  if (usable && (!cachedData || script.cachedDataRejected)) {
    // Only a run that did the whole work has compiled what the next ones need.
    process.on(served, () => {
      process.on('exit', () => writeCache(path, bytes, script.createCachedData()));
    });
  }
  (globalThis as { require?: NodeJS.Require }).require = require;
  script.runInThisContext();
}

const blank = 0x20;

/** What comes of an open file of its owner alone. */
function opened<T>(path: string, flags: number, use: (fd: number, stat: Stats) => T): T {
  const fd = openSync(path, constants.O_RDONLY | flags);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error(`${path} is no file`);
    return use(fd, stat);
  } finally {
    closeSync(fd);
  }
}

/** Bytes of a file, in a room of at least so many that ends in blanks. */
function read(fd: number, from: number, size: number, least = size): Buffer {
  const room = Buffer.allocUnsafeSlow(Math.max(size, least));
  if (readSync(fd, room, 0, size, from) !== size) throw new Error('it ends before its end');
  Uint8Array.prototype.fill.call(room, blank, size); // V8's own, ready to run
  return room;
}

/** Whether a file holds these bytes there: by parts, since fresh memory is dear. */
function holds(fd: number, from: number, bytes: Buffer): boolean {
  const room = Buffer.allocUnsafeSlow(Math.min(bytes.length, 32_768));
  for (let at = 0; at < bytes.length; at += room.length) {
    const part = bytes.subarray(at, at + room.length);
    readSync(fd, room, 0, part.length, from + at);
    if (Buffer.compare(part, room.subarray(0, part.length))) return false;
  }
  return true;
}

const mine = ({ uid, mode }: Stats): boolean => uid === process.getuid?.() && (mode & 0o022) === 0;

/**
 * V8 trusts what it is given: it compares the length of the source, and nothing else. So the bundle
 * stands behind its code, and must be the one that runs; and the code is kept twice, and must agree.
 */
function readCache(path: string, bundle: Buffer): Buffer | undefined {
  return opened(path, constants.O_NOFOLLOW ?? 0, (fd, stat) => {
    const half = (stat.size - bundle.length) / 2;
    if (!mine(stat) || half <= 0 || !Number.isInteger(half)) return undefined;
    const code = read(fd, 0, half);
    return holds(fd, half, code) && holds(fd, 2 * half, bundle) ? code : undefined;
  });
}

function writeCache(path: string, bundle: Buffer, data: Buffer): void {
  const fresh = `${path}.${process.pid}`;
  try {
    if (!mine(statSync(dirname(path)))) return;
    writeFileSync(fresh, Buffer.concat([data, data, bundle]), { flag: 'wx', mode: 0o600 });
    renameSync(fresh, path);
  } catch {
    rmSync(fresh, { force: true }); // read-only, or full: the next run is as slow as this one
  }
}

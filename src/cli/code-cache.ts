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
  const { bytes, room, stat } = read(filename, 0, large);
  const path = `${filename}.${process.version}-${process.arch}.cache`;
  // Where only its owner can write: whoever can change the cache can change the bundle.
  const usable = mine(stat);
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

/** A file's bytes, in a room of at least so many that ends in blanks. */
function read(path: string, flags: number, least = 0) {
  const fd = openSync(path, constants.O_RDONLY | flags);
  try {
    const stat = fstatSync(fd);
    const { size } = stat;
    const room = Buffer.allocUnsafeSlow(Math.max(size, least));
    if (!stat.isFile() || readSync(fd, room, 0, size, 0) !== size) throw new Error(path);
    Uint8Array.prototype.fill.call(room, blank, size); // V8's own, ready to run
    return { stat, room, bytes: room.subarray(0, size) };
  } finally {
    closeSync(fd);
  }
}

const mine = ({ uid, mode }: Stats): boolean => uid === process.getuid?.() && (mode & 0o022) === 0;

/**
 * V8 trusts what it is given: it compares the length of the source, and nothing else. So the bundle
 * stands behind its code, and must be the one that runs; and the code is kept twice, and must agree.
 */
function readCache(path: string, bundle: Buffer): Uint8Array | undefined {
  const { bytes, stat } = read(path, constants.O_NOFOLLOW ?? 0);
  const half = (bytes.length - bundle.length) / 2;
  if (!mine(stat) || half <= 0 || !Number.isInteger(half)) return undefined;
  const [one, other] = [bytes.subarray(0, half), bytes.subarray(half, 2 * half)];
  return bytes.subarray(2 * half).equals(bundle) && one.equals(other) ? one : undefined;
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

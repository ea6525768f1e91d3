/** Loads the hot bundle, with the code V8 made of it on an earlier run: a third of its cost. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
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

/** Runs a bundle that takes its `require` from around it; where anything is odd, without a cache. */
export function load(filename: string, require: NodeJS.Require): void {
  const bytes = readFileSync(filename);
  const path = `${filename}.${process.version}-${process.arch}.cache`;
  let usable = false;
  let cachedData: Uint8Array | undefined;
  try {
    // Where only its owner can write: whoever can change the cache can change the bundle.
    usable = mine(statSync(filename));
    if (usable) cachedData = readCache(path, bytes);
  } catch {
    // Not there yet.
  }
  const source = text(bytes);
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

/**
 * A bundle as text, with spaces behind it: from 128 KB on a text lies where V8 keeps what is large,
 * and does not have it collect garbage within the run, as it has beside all else on Node 20.
 */
function text(bundle: Buffer): string {
  const room = Buffer.alloc(Math.max(bundle.length, 131_073), ' ');
  bundle.copy(room);
  return room.toString();
}

const mine = ({ uid, mode }: Stats): boolean => uid === process.getuid?.() && (mode & 0o022) === 0;

/**
 * V8 trusts what it is given: it compares the length of the source, and nothing else. So the bundle
 * stands behind its code, and must be the one that runs; and the code is kept twice, and must agree.
 */
function readCache(path: string, bundle: Buffer): Uint8Array | undefined {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stat = fstatSync(fd);
    const { size } = stat;
    const half = (size - bundle.length) / 2;
    if (!stat.isFile() || !mine(stat) || half <= 0 || !Number.isInteger(half)) return undefined;
    const all = new Uint8Array(size);
    if (readSync(fd, all, 0, size, 0) !== size) return undefined;
    const [one, other] = [all.subarray(0, half), all.subarray(half, 2 * half)];
    const same = !Buffer.compare(all.subarray(2 * half), bundle) && !Buffer.compare(one, other);
    return same ? one : undefined;
  } finally {
    closeSync(fd);
  }
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

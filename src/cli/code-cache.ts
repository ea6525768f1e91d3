/** Loads a bundle with the code V8 made of it on an earlier run: a third of its cost. */
import {
  constants,
  lstatSync,
  readFileSync,
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
    usable = mine(lstatSync(filename));
    if (usable) cachedData = readCache(path, bytes);
  } catch {
    // Not there yet.
  }
  const source = bytes.toString('latin1'); // a bundle is ASCII
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

const mine = ({ uid, mode }: Stats): boolean => uid === process.getuid?.() && (mode & 0o022) === 0;

/**
 * V8 trusts what it is given: it compares the length of the source, and nothing else. So the bundle
 * stands behind its code, and must be the one that runs; and the code is kept twice, and must agree.
 */
function readCache(path: string, bundle: Buffer): Uint8Array | undefined {
  const stat = lstatSync(path);
  if (!stat.isFile() || !mine(stat)) return undefined;
  // By what Node has compiled for itself; nobody else can put another file there meanwhile.
  const flag = (constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)) as unknown as string;
  const all = readFileSync(path, { flag });
  const half = (all.length - bundle.length) / 2;
  if (half <= 0 || !Number.isInteger(half)) return undefined;
  const [one, other] = [all.subarray(0, half), all.subarray(half, 2 * half)];
  const same = !Buffer.compare(all.subarray(2 * half), bundle) && !Buffer.compare(one, other);
  return same ? one : undefined;
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

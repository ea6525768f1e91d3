/** Loads the hot bundle, with the code V8 made of it on an earlier run: a third of its cost. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { served } from './served.ts';

/** Runs a bundle that takes its `require` from around it; where anything is odd, without a cache. */
export function load(file: string, require: NodeJS.Require): void {
  const source = readFileSync(file, 'utf8');
  const path = cachePath(file);
  const cachedData = path && readTwice(path);
  // As it is: another copy of the text would have V8 collect garbage within the run.
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  if (path && (!cachedData || script.cachedDataRejected)) {
    // Only a run that did the whole work has compiled what the next ones need.
    process.on(served, () => {
      process.on('exit', () => writeTwice(file, path, script.createCachedData()));
    });
  }
  (globalThis as { require?: NodeJS.Require }).require = require;
  script.runInThisContext();
}

const mine = (stat: Stats): boolean =>
  process.getuid !== undefined && stat.uid === process.getuid() && (stat.mode & 0o022) === 0;

/**
 * Beside the bundle, where only its owner can write: whoever can change the cache can change the
 * bundle. One a build, a time and a version of Node. Undefined where there is no such place.
 */
function cachePath(file: string): string | undefined {
  try {
    const stat = statSync(file);
    if (!mine(stat)) return undefined;
    const key = `${stat.size}-${Math.trunc(stat.mtimeMs)}-${process.version}-${process.arch}`;
    return `${file}.${key}.cache`;
  } catch {
    return undefined;
  }
}

/** V8 trusts what it is given, so it is kept twice, and both must agree. */
function readTwice(path: string): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile() || !mine(stat) || stat.size % 2) return undefined;
    const bytes = Buffer.allocUnsafe(stat.size);
    if (readSync(fd, bytes, 0, stat.size, 0) !== stat.size) return undefined;
    const half = stat.size / 2;
    return bytes.subarray(0, half).equals(bytes.subarray(half))
      ? bytes.subarray(0, half)
      : undefined;
  } catch {
    return undefined; // not there yet
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function writeTwice(file: string, path: string, data: Buffer): void {
  const fresh = `${path}.${process.pid}`;
  try {
    if (!mine(statSync(dirname(path)))) return;
    writeFileSync(fresh, Buffer.concat([data, data]), { flag: 'wx', mode: 0o600 });
    renameSync(fresh, path);
    const [folder, name, start] = [dirname(path), basename(path), `${basename(file)}.`];
    for (const old of readdirSync(folder)) {
      if (old !== name && old.startsWith(start) && old.endsWith('.cache'))
        rmSync(join(folder, old));
    }
  } catch {
    rmSync(fresh, { force: true }); // read-only, or full: the next run is as slow as this one
  }
}

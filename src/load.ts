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
export function load(filename: string, require: NodeJS.Require): void {
  const source = readFileSync(filename, 'utf8');
  let path = '';
  let cachedData: Uint8Array | undefined;
  try {
    const stat = statSync(filename);
    // Where only its owner can write: whoever can change the cache can change the bundle.
    if (mine(stat)) {
      const key = `${stat.size}-${Math.trunc(stat.mtimeMs)}-${process.version}-${process.arch}`;
      path = `${filename}.${key}.cache`;
      cachedData = readTwice(path);
    }
  } catch {
    // Not there yet.
  }
  // As it is: another copy of the text would have V8 collect garbage within the run.
  const script = new Script(source, cachedData ? { filename, cachedData } : { filename });
  if (path && (!cachedData || script.cachedDataRejected)) {
    // Only a run that did the whole work has compiled what the next ones need.
    process.on(served, () => {
      process.on('exit', () => writeTwice(filename, path, script.createCachedData()));
    });
  }
  (globalThis as { require?: NodeJS.Require }).require = require;
  script.runInThisContext();
}

const mine = ({ uid, mode }: Stats): boolean => uid === process.getuid?.() && (mode & 0o022) === 0;

/** V8 trusts what it is given, so it is kept twice, and both must agree. */
function readTwice(path: string): Uint8Array | undefined {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stat = fstatSync(fd);
    const [size, half] = [stat.size, stat.size / 2];
    if (!stat.isFile() || !mine(stat) || !Number.isInteger(half)) return undefined;
    const bytes = new Uint8Array(size);
    const [one, other] = [bytes.subarray(0, half), bytes.subarray(half)];
    if (readSync(fd, bytes, 0, size, 0) !== size || Buffer.compare(one, other)) return undefined;
    return one;
  } finally {
    closeSync(fd);
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

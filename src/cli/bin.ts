/**
 * The executable: `run` loads the hot bundle, anything else the command line, never both; each with
 * the code V8 made of it on an earlier run: a third of its cost. What always runs stands here and in
 * no function, since V8 would read it twice, and it calls few of Node's, which are compiled first.
 */
import '../util/supported.ts';
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
import { runComplete } from '../shim/run-complete.ts';

const words = process.argv.slice(2);
/** Flags end at `--`: what comes after is the hook's. */
const ownWords = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
const asksForHelp = ownWords.includes('--help') || ownWords.includes('-h');
const filename = `${__dirname}/${words[0] === 'run' && !asksForHelp ? 'run.cjs' : 'cli/main.cjs'}`;
const cache = `${filename}.${process.version}-${process.arch}.cache`;

const isOnlyMine = ({ uid, mode }: Stats): boolean =>
  uid === process.getuid?.() && (mode & 0o022) === 0;

/** A file, and whether nobody but its owner, who runs this, can write to it. */
function read(path: string, flags: number) {
  const fd = openSync(path, constants.O_RDONLY | flags);
  const stat = fstatSync(fd);
  const bytes = Buffer.allocUnsafeSlow(stat.size);
  const whole = readSync(fd, bytes, 0, stat.size, 0) === stat.size && stat.isFile();
  closeSync(fd);
  return { bytes, safe: whole && isOnlyMine(stat) };
}

const bundle = read(filename, 0);
let cachedData: Uint8Array | undefined;
// Whoever can change the cache can change the bundle.
if (bundle.safe) {
  try {
    const { bytes, safe } = read(cache, (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const half = (bytes.length - bundle.bytes.length) / 2;
    // V8 trusts what it is given: it compares the length of the source, and nothing else. So the
    // bundle stands behind its code, and must be the one that runs; and the code is kept twice.
    // Views that no code of Node's makes, as `subarray` would.
    const part = (at: number, end: number) => new Uint8Array(bytes.buffer, at, end - at);
    const agrees =
      safe &&
      half > 0 &&
      Number.isInteger(half) &&
      !Buffer.compare(part(0, half), part(half, 2 * half)) &&
      !Buffer.compare(bundle.bytes, part(2 * half, bytes.length));
    if (agrees) cachedData = part(0, half);
  } catch {
    // Not there yet.
  }
}

const options = cachedData ? { filename, cachedData } : { filename };
const script = new Script(bundle.bytes.toString(), options);
if (bundle.safe && (!cachedData || script.cachedDataRejected)) {
  // Only a run that did the whole work has compiled what the next ones need.
  process.on(runComplete, () => {
    process.on('exit', () => {
      const fresh = `${cache}.${process.pid}`;
      try {
        if (!isOnlyMine(statSync(dirname(cache)))) return;
        const data = script.createCachedData();
        const kept = Buffer.concat([data, data, bundle.bytes]);
        writeFileSync(fresh, kept, { flag: 'wx', mode: 0o600 });
        renameSync(fresh, cache);
      } catch {
        rmSync(fresh, { force: true }); // read-only, or full: the next run is as slow as this one
      }
    });
  });
}
globalThis.require = require;
script.runInThisContext();

/**
 * The executable. It loads the shim's bundle for `run`, and the command line's bundle for any other word.
 * The code that V8 compiled on an earlier run is loaded with the bundle, which saves a third of the
 * time. Code that always runs stands outside of functions, since V8 would parse functions twice, and it
 * calls few of Node's own functions, since those are compiled first.
 */
import '../util/supported.ts';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { saveCode } from '../shim/saved-code.ts';

const words = process.argv.slice(2);
/** The words before `--`; the words after it are the hook's command. */
const ownWords = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
const asksForHelp = ownWords.includes('--help') || ownWords.includes('-h');
const filename = `${__dirname}/${words[0] === 'run' && !asksForHelp ? 'run.cjs' : 'cli/start.cjs'}`;
const cache = `${filename}.${process.version}-${process.arch}.cache`;

/** Tells whether the user of this process owns a file, and nobody else can write to it. */
const isOnlyMine = ({ uid, mode }: Stats): boolean =>
  uid === process.getuid?.() && (mode & 0o022) === 0;

/** Reads a file. `isSafe`: it was read whole, and only the user of this process can change it. */
function readFile(path: string, flags: number) {
  const fd = openSync(path, constants.O_RDONLY | flags);
  const stat = fstatSync(fd);
  const bytes = Buffer.allocUnsafeSlow(stat.size);
  const isWhole = readSync(fd, bytes, 0, stat.size, 0) === stat.size && stat.isFile();
  closeSync(fd);
  return { bytes, isSafe: isWhole && isOnlyMine(stat) };
}

const bundle = readFile(filename, 0);
let cachedData: Uint8Array | undefined;
// Only a user who can change the bundle can change the cache, so the cache is trusted as much.
if (bundle.isSafe) {
  try {
    const { bytes, isSafe } = readFile(
      cache,
      (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    // V8 trusts cached code: it compares the length of the source, and nothing else. So the cache file
    // holds the code twice, and both copies must be equal; then the bundle, which must be the one that runs.
    const half = (bytes.length - bundle.bytes.length) / 2;
    // The views are made without `subarray`, which would compile code of Node's.
    const part = (at: number, end: number) => new Uint8Array(bytes.buffer, at, end - at);
    const agrees =
      isSafe &&
      half > 0 &&
      Number.isInteger(half) &&
      !Buffer.compare(part(0, half), part(half, 2 * half)) &&
      !Buffer.compare(bundle.bytes, part(2 * half, bytes.length));
    if (agrees) cachedData = part(0, half);
  } catch {
    // There is no cache yet.
  }
}

const options = cachedData ? { filename, cachedData } : { filename };
// In the shim's bundle, what is run stands in a comment: see `shim/runner-start.ts`.
const text = bundle.bytes.toString();
const source = filename.endsWith('run.cjs')
  ? text.slice(text.indexOf('/*') + 2, text.indexOf('*/'))
  : text;
const script = new Script(source, options);
if (bundle.isSafe && (!cachedData || script.cachedDataRejected))
  saveCode(script, cache, bundle.bytes, () => isOnlyMine(statSync(dirname(cache))));
globalThis.require = require;
script.runInThisContext();

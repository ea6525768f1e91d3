/**
 * The first code of the runner `run.cjs`. The rest of the runner stands in a comment of that file, which V8 skips, and
 * is run with the code that V8 compiled on an earlier run. Compiling it anew takes half as long as starting Node.
 *
 * The compiled code stands in `~/.anyhook`, and never beside the runner: a repository could supply it there.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { Script } from 'node:vm';
import { ownFolder, setHomeLookup } from './own-folder.ts';
import { runComplete } from './run-complete.ts';
import { saveCode } from './save-code.ts';

/**
 * The rest of the runner. The build puts it there (`scripts/runner-text.mjs`). It is empty where a program other than Node
 * forgets the comments of a script.
 */
declare const comment: string;
/** A part of the hash of `comment`. Runners of several versions would otherwise replace each other's compiled code in turn. */
declare const buildId: string;
declare const require: NodeJS.Require;

/** Tells whether the user of this process owns a file, and nobody else can write to it. */
const isOnlyMine = ({ uid, mode }: Stats): boolean =>
  uid === process.getuid?.() && (mode & 0o022) === 0;

/** The size of a file that is not read, in bytes. */
const maxSize = 8_000_000;
const oneHour = 3_600_000;

setHomeLookup(() => (require('node:os') as typeof import('node:os')).userInfo().homedir);

const readBody = (): string => {
  const whole = readFileSync(process.argv[1] as string, 'latin1');
  return whole.slice(whole.indexOf('/*') + 2, whole.indexOf('*/'));
};
const body = comment.length > 99 ? comment : readBody();
const text = Buffer.from(body, 'latin1');
let folder = '';
let path = '';
let cachedData: Uint8Array | undefined;
/** The time at which the file was written, if it can be used. */
let writtenAt = 0;
/** Tells whether the folder is one that only this user can write to. A link to one elsewhere is not. */
const isPrivate = (): boolean => {
  const stat = lstatSync(folder);
  return stat.isDirectory() && isOnlyMine(stat);
};
try {
  const { bun, deno } = process.versions; // they may name a version of Node as their own
  if (!(bun || deno)) folder = ownFolder() ?? '';
  // The file holds what the run compiled that made it. Hooks that are modules need other functions than commands do.
  const kind = process.argv.includes('--module') ? 'm' : '';
  path = `${folder}/run.${process.version}-${process.arch}-${buildId}${kind}.cache`;
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const stat = fstatSync(fd);
  const isSafe = stat.isFile() && isOnlyMine(stat) && isPrivate() && stat.size < maxSize;
  const bytes = Buffer.allocUnsafeSlow(isSafe ? stat.size : 0);
  const isWhole = isSafe && readSync(fd, bytes, 0, stat.size, 0) === stat.size;
  closeSync(fd);
  // V8 compares the length of the source alone. So the file holds the compiled code twice, and both copies must be
  // equal; then the source, which must be the one that runs.
  const half = (bytes.length - text.length) / 2;
  const part = (at: number, end: number) => new Uint8Array(bytes.buffer, at, end - at);
  if (
    isWhole &&
    half > 0 &&
    Number.isInteger(half) &&
    !Buffer.compare(part(0, half), part(half, 2 * half)) &&
    !Buffer.compare(text, part(2 * half, bytes.length))
  ) {
    cachedData = part(0, half);
    writtenAt = stat.mtimeMs;
  }
} catch {
  // There is none yet, or the system knows no home folder.
}
/** Removes the files of compiled code that were made first, if there are more than 16. */
const removeOldest = () => {
  try {
    if (!isPrivate()) return;
    const paths = readdirSync(folder)
      .filter((name) => /^run\..*\.cache/.test(name)) // also one that a run has left half written
      .map((name) => `${folder}/${name}`);
    const timeOf = (one: string) => statSync(one).mtimeMs;
    for (const one of paths.sort((a, b) => timeOf(b) - timeOf(a)).slice(16)) rmSync(one);
  } catch {
    // Another run removes them at this time, or the folder cannot be changed.
  }
};
const filename = process.argv[1] ?? '';
const script = new Script(body, cachedData ? { filename, cachedData } : { filename });
// V8 rejects code that was compiled with other options. Runs with two sets of options do not replace it in turn.
const isRejected = script.cachedDataRejected && Date.now() - writtenAt > oneHour;
if (folder && (!cachedData || isRejected)) {
  saveCode(script, path, text, isPrivate);
  process.on(runComplete, () => process.on('exit', removeOldest));
}
(globalThis as { require?: unknown }).require = require;
script.runInThisContext();

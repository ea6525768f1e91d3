/** Loads the second bundle of the command line, with the code that V8 compiled for it on an earlier run. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { saveCode } from '../shim/saved-code.ts';
import { attempt } from '../util/attempt.ts';

/** Tells whether the user of this process owns a file, and nobody else can write to it. */
const isOnlyMine = ({ uid, mode }: Stats): boolean =>
  uid === process.getuid?.() && (mode & 0o022) === 0;

/** Reads a file. `isSafe`: it was read whole, and only the user of this process can change it. */
function readFile(path: string, flags = 0): { bytes: Buffer; isSafe: boolean } {
  const fd = openSync(path, constants.O_RDONLY | flags);
  try {
    const stat = fstatSync(fd);
    const bytes = Buffer.allocUnsafeSlow(stat.size);
    const isWhole = readSync(fd, bytes, 0, stat.size, 0) === stat.size && stat.isFile();
    return { bytes, isSafe: isWhole && isOnlyMine(stat) };
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads the compiled code of a bundle, as `bin.ts` does: a file that only this user can change, which holds the code
 * twice and then the source, which must be the one that runs. Undefined: there is none that can be trusted.
 */
function readCode(path: string, source: Buffer): Buffer | undefined {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = attempt(() => readFile(path, O_NOFOLLOW | O_NONBLOCK));
  if (!file?.isSafe) return undefined;
  const { bytes } = file;
  const half = (bytes.length - source.length) / 2;
  if (half <= 0 || !Number.isInteger(half)) return undefined;
  const code = bytes.subarray(0, half);
  const isWhole = !code.compare(bytes, half, 2 * half) && !source.compare(bytes, 2 * half);
  return isWhole ? code : undefined;
}

/**
 * Loads the bundle.
 *
 * @param kind What kind of line is run: each compiles other functions, and has compiled code of its own.
 */
export function loadWhole(kind: string): void {
  const filename = fileURLToPath(new URL('main.cjs', import.meta.url));
  const path = `${filename}.${kind}.${process.version}-${process.arch}.cache`;
  const { bytes, isSafe } = readFile(filename);
  const cachedData = isSafe ? readCode(path, bytes) : undefined;
  const options = cachedData ? { filename, cachedData } : { filename };
  const script = new Script(bytes.toString(), options);
  if (isSafe && (!cachedData || script.cachedDataRejected))
    saveCode(script, path, bytes, () => isOnlyMine(statSync(dirname(path))));
  script.runInThisContext();
}

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { isOnlyMine, readCode, saveCode } from '../shim/saved-code.ts';

/** Reads a file. `isSafe`: it was read whole, and only the user of this process can change it. */
function readFile(path: string): { bytes: Buffer; isSafe: boolean } {
  const fd = openSync(path, constants.O_RDONLY);
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
 * Runs a bundle of this package with the code that V8 compiled for it on an earlier run, which stands beside the bundle:
 * only a user who can change the bundle can change that file, so it is trusted as much.
 *
 * @param filename The path of the bundle.
 * @param kind What kind of line is run: each compiles other functions, and has compiled code of its own.
 * @param scriptOf Returns the script in the text of the bundle.
 */
export function runBundle(filename: string, kind = '', scriptOf = (text: string) => text): void {
  const path = `${filename}.${kind}${process.version}-${process.arch}.cache`;
  const { bytes, isSafe } = readFile(filename);
  const saved = isSafe ? readCode(path, bytes, () => true) : undefined;
  const options = saved ? { filename, cachedData: saved.code } : { filename };
  const script = new Script(scriptOf(bytes.toString()), options);
  if (isSafe && (!saved || script.cachedDataRejected))
    saveCode(script, path, bytes, () => isOnlyMine(statSync(dirname(path))));
  script.runInThisContext();
}

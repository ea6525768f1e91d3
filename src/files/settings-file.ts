import { accessSync, constants, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { attempt } from '../util/attempt.ts';
import { readRegularFile, removeLeftovers, type TextFile, writeFiles } from './atomic.ts';
import { withFileErrors } from './file-errors.ts';
import { modes, type Root, removeIfEmpty, resolveInside, statOf } from './root.ts';

/** How a settings file is replaced or removed. */
export interface ReplaceOptions extends Root {
  /** The text that the new one was made from; undefined where there was no file. */
  was: string | undefined;
  /** Keeps `was` in a backup: `once` where there is none yet, `fresh` always. Absent: no backup. */
  backup?: 'once' | 'fresh' | undefined;
}

/** Returns the path of the backup of a file, which holds its bytes from before our first write. */
export const backupPathOf = (path: string): string => `${path}.anyhook-backup`;

/** Reads a settings file; undefined where there is none. Throws `settings` for what is no readable text. */
export const readSettingsFile = (path: string, base: Pick<Root, 'path'>): TextFile | undefined =>
  readRegularFile(resolveInside(base, path, 'settings'), 'settings', path);

/**
 * Replaces a file whole, or makes it. Of a link inside the root, the target is replaced. Throws `write`,
 * and changes nothing, where that fails or the file does not hold `was` any more.
 */
export function replaceFile(path: string, text: string, how: ReplaceOptions): void {
  if (text === how.was) return;
  const to = resolveInside(how, path, 'write');
  const check = () => readUnchanged(to, how.was, path);
  const like = check()?.stat;
  // A rename would replace a read-only file as well.
  if (like) withFileErrors('write', path, () => accessSync(to, constants.W_OK));
  const backupPath = backupPathOf(to);
  const isBackedUp = how.backup === 'once' && statOf(backupPath)?.isFile();
  const backup =
    how.backup && !isBackedUp && how.was !== undefined
      ? [{ to: backupPath, text: how.was, like }]
      : [];
  const mode = modes[how.scope][text.startsWith('#!') ? 'folder' : 'file']; // a script may be run
  writeFiles(how, { to, path, text, mode, like, check }, ...backup);
}

/** Removes a file, and its folder if that is then empty. Throws `write` like {@link replaceFile}. */
export function removeFile(path: string, how: ReplaceOptions): void {
  const real = resolveInside(how, path, 'write');
  if (!readUnchanged(real, how.was, path)) return;
  withFileErrors('write', path, () => rmSync(real));
  attempt(() => removeLeftovers(real));
  if (dirname(real) !== resolveInside(how, how.path, 'write')) removeIfEmpty(dirname(real));
}

/** Reads a file, if there is one. Throws `write` where it does not hold the text it held before. */
function readUnchanged(real: string, was: string | undefined, path: string): TextFile | undefined {
  const now = readRegularFile(real, 'write', path);
  if (now?.text === was) return now;
  throw new AnyhookError('write', `${path} changed while it was being converted; run it again`);
}

import { accessSync, constants, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { attempt } from '../util/attempt.ts';
import { readRegularFile, removeLeftovers, type TextFile, writeFiles } from './atomic.ts';
import { withFileErrors } from './file-errors.ts';
import { modes, type Root, removeIfEmpty, resolveInside, statOf } from './root.ts';

/** The root of a settings file that is replaced or removed, and options. */
export interface ReplaceOptions extends Root {
  /** The text of the file when it was read. Undefined: there was no file. */
  was: string | undefined;
  /** Saves `was` as a backup: `fresh` always, `once` only if there is no backup yet. Absent: no backup. */
  backup?: 'once' | 'fresh' | undefined;
}

/** Returns the path of the backup of a file. The backup holds the text from before our first change. */
export const backupPathOf = (path: string): string => `${path}.anyhook-backup`;

/** Reads a settings file. Throws `settings` if it is no readable text. Undefined: there is no file. */
export const readSettingsFile = (path: string, base: Pick<Root, 'path'>): TextFile | undefined =>
  readRegularFile(resolveInside(base, path, 'settings'), 'settings', path);

/**
 * Replaces the text of a file, or makes the file. For a link inside the root, its target is replaced.
 * Throws `write`, and changes nothing, if that fails or if the file no longer has the text `options.was`.
 */
export function replaceFile(path: string, text: string, options: ReplaceOptions): void {
  if (text === options.was) return;
  const to = resolveInside(options, path, 'write');
  const check = () => readUnchanged(to, options.was, path);
  const like = check()?.stat;
  // A read-only file must stay, but a rename would replace it.
  if (like) withFileErrors('write', path, () => accessSync(to, constants.W_OK));
  const backupPath = backupPathOf(to);
  const isBackedUp = options.backup === 'once' && statOf(backupPath)?.isFile();
  const backup =
    options.backup && !isBackedUp && options.was !== undefined
      ? [{ to: backupPath, text: options.was, like }]
      : [];
  const mode = modes[options.scope][text.startsWith('#!') ? 'folder' : 'file']; // a script must be executable, as a folder is
  writeFiles(options, { to, path, text, mode, like, check }, ...backup);
}

/** Removes a file, and its folder if that becomes empty and is not the root. Throws `write` like {@link replaceFile}. */
export function removeFile(path: string, options: ReplaceOptions): void {
  const real = resolveInside(options, path, 'write');
  if (!readUnchanged(real, options.was, path)) return;
  withFileErrors('write', path, () => rmSync(real));
  attempt(() => removeLeftovers(real));
  if (dirname(real) !== resolveInside(options, options.path, 'write')) removeIfEmpty(dirname(real));
}

/** Reads a file. Throws `write` if its text is no longer `was`. Undefined: there is no file, and there was none. */
function readUnchanged(real: string, was: string | undefined, path: string): TextFile | undefined {
  const now = readRegularFile(real, 'write', path);
  if (now?.text === was) return now;
  throw new AnyhookError('write', `${path} changed while it was being converted; run it again`);
}

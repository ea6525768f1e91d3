import { accessSync, constants, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { attempt } from '../util/attempt.ts';
import { readRegularFile, removeLeftovers, type TextFile, writeFiles } from './atomic.ts';
import { withFileErrors } from './file-errors.ts';
import { modes, type Root, removeIfEmpty, resolveInside, statOf } from './root.ts';

export interface ReplaceOptions extends Root {
  /** The text the new one was made from; undefined: there was no file. */
  was: string | undefined;
  /** Keeps `was` beside the file: unless there is a backup, or always; absent: not. */
  backup?: 'once' | 'fresh' | undefined;
}

/** Where the bytes from before our first write are kept. */
export const backupPathOf = (path: string): string => `${path}.anyhook-backup`;

/** A settings file; undefined when there is none. Throws `settings` for what is no readable text. */
export const readSettingsFile = (path: string, base: Pick<Root, 'root'>): TextFile | undefined =>
  readRegularFile(resolveInside(base, path, 'settings'), 'settings', path);

/**
 * Puts a text in a file's place, whole or not at all; a link inside the root stays, its target
 * is replaced. Throws `write`, with all as it was, also when the file is no longer `was`.
 */
export function replaceFile(path: string, text: string, how: ReplaceOptions): void {
  if (text === how.was) return;
  const to = resolveInside(how, path, 'write');
  const check = () => unchanged(to, how.was, path);
  const like = check()?.stat;
  // A rename would get around the mode of a file that is closed to writing.
  if (like) withFileErrors('write', path, () => accessSync(to, constants.W_OK));
  const keep = backupPathOf(to);
  const backs = how.backup === 'fresh' || (how.backup && !statOf(keep)?.isFile());
  const backup = backs && how.was !== undefined ? [{ to: keep, text: how.was, like }] : [];
  const mode = modes[how.scope][text.startsWith('#!') ? 'folder' : 'file']; // a program may be run
  writeFiles(how, { to, path, text, mode, like, check }, ...backup);
}

/** Takes a file away, and its folder if that is then empty. Throws `write` as {@link replaceFile}. */
export function removeFile(path: string, how: ReplaceOptions): void {
  const real = resolveInside(how, path, 'write');
  if (!unchanged(real, how.was, path)) return;
  withFileErrors('write', path, () => rmSync(real));
  attempt(() => removeLeftovers(real));
  if (dirname(real) !== resolveInside(how, how.root, 'write')) removeIfEmpty(dirname(real));
}

function unchanged(real: string, was: string | undefined, path: string): TextFile | undefined {
  const now = readRegularFile(real, 'write', path);
  if (now?.text === was) return now;
  throw new AnyhookError('write', `${path} changed while it was being converted; run it again`);
}

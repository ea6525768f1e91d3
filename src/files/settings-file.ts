import { accessSync, constants, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { type Found, put, readReal } from './atomic.ts';
import { failure, inside, type Root, removeEmpty, statOf } from './root.ts';

export interface Replacing extends Root {
  /** The text the new one was made from; undefined: there was no file. */
  was: string | undefined;
  /** Keeps `was` beside the file: unless there is a backup, or always; absent: not. */
  backup?: 'once' | 'fresh' | undefined;
}

/** Where the bytes from before our first write are kept. */
export const backupOf = (path: string): string => `${path}.anyhook-backup`;

/** A settings file; undefined when there is none. Throws `settings` for what is no readable text. */
export function readSettings(path: string, base: Pick<Root, 'root'>): Found | undefined {
  return readReal(inside(base, path, 'settings'), 'settings', path);
}

/**
 * Puts a text in a file's place, whole or not at all; a link inside the root stays, its target
 * is replaced. Throws `write`, with all as it was, also when the file is no longer `was`.
 */
export function replaceFile(path: string, text: string, how: Replacing): void {
  if (text === how.was) return;
  const real = inside(how, path, 'write');
  const check = () => unchanged(real, how.was, path);
  const old = check();
  const keep = backupOf(real);
  const backs = old && how.backup && (how.backup === 'fresh' || !isFile(keep));
  if (old) writable(real, path);
  put(real, path, how, [
    { to: real, text, like: old?.stat, check },
    ...(backs ? [{ to: keep, text: old.text, like: old.stat }] : []),
  ]);
}

/** Takes a file away, and its folder if that is then empty. Throws `write` as {@link replaceFile}. */
export function removeFile(path: string, how: Replacing): void {
  const real = inside(how, path, 'write');
  try {
    if (!unchanged(real, how.was, path)) return;
    rmSync(real);
    if (dirname(real) !== inside(how, how.root, 'write')) removeEmpty(dirname(real));
  } catch (error) {
    throw failure('write', path, error);
  }
}

function unchanged(real: string, was: string | undefined, path: string): Found | undefined {
  const now = readReal(real, 'write', path);
  if (now?.text === was) return now;
  throw new AnyhookError('write', `${path} changed while it was being converted; run it again`);
}

/** A rename would get around the mode of a file that is closed to writing. */
function writable(real: string, path: string): void {
  try {
    accessSync(real, constants.W_OK);
  } catch (error) {
    throw failure('write', path, error);
  }
}

const isFile = (path: string): boolean => statOf(path)?.isFile() ?? false;

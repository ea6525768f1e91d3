import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { isObject } from '../util/equal.ts';
import { describeReadError, readRegularFile } from '../util/regular-file.ts';

/** The largest size of a module in bytes. */
const maxModuleBytes = 32 * 1024 * 1024;

/**
 * Reads a module of hooks. It stands in the folder `modules/` beside the runner of a project or of the home folder: the
 * installed executable has no such folder, and a folder that the project of a session supplies could be anybody's.
 *
 * @param name The name of the file. It names no other folder (`parseFlags` has tested it).
 * @param runner Path of the runner.
 * @throws AnyhookError `usage` if another file than such a runner runs; and an `Error` whose message follows
 *   `could not be started:` if the file is missing, is empty, is a link or cannot be read.
 */
export function readModule(name: string, runner: string): { path: string; text: string } {
  if (basename(runner) !== 'run.cjs')
    throw new AnyhookError('usage', '--module needs the runner .anyhook/run.cjs: start that file');
  const folder = join(dirname(runner), 'modules');
  const path = join(folder, name);
  try {
    if (!lstatSync(folder).isDirectory()) throw new Error('is behind a link');
    const text = readRegularFile(path, maxModuleBytes);
    if (!text.trim()) throw new Error('is empty');
    return { path, text };
  } catch (error) {
    throw new Error(`.anyhook/modules/${name} ${describeReadError(error)}: run npx anyhook sync`);
  }
}

/** Returns the handlers that a module exports: by default, or as its exports. */
export const handlersOf = (exports: unknown): unknown =>
  isObject(exports) && 'default' in exports ? exports.default : exports;

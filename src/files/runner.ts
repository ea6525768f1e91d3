import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { attempt } from '../util/attempt.ts';
import { put, readReal, sweep } from './atomic.ts';
import { failure, guarded } from './failure.ts';
import { readManifest } from './manifest.ts';
import { folderOf, type Root, removeEmpty, statOf } from './root.ts';

/** Keeps git from changing line ends in `.anyhook`. */
const attributes = { name: '.gitattributes', text: '* -text\n' };

const folded = (text: string | undefined) => text?.replaceAll('\r\n', '\n');

/** Whether a runner is the bundle; a checkout may have other line ends. */
export const isRunner = (text: string | undefined, bundle: string): boolean =>
  folded(text) === folded(bundle);

/** Undefined also for what is no file: it is replaced. */
const textAt = (path: string): string | undefined => attempt(() => readReal(path, 'write')?.text);

/** Copies the hot bundle into `.anyhook`. False: the same is there already. */
export function installRunner(base: Root, source: string): boolean {
  const to = join(folderOf(base), 'run.cjs');
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (error) {
    const { message } = failure('settings', source, error);
    throw new AnyhookError('settings', `${message}; if it is not there, install anyhook again`);
  }
  if (isRunner(textAt(to), text)) return false;
  const beside = join(folderOf(base), attributes.name);
  const wanted = base.scope === 'project' && !existsSync(beside);
  const mode = 0o644;
  put(base, { to, text, mode }, ...(wanted ? [{ to: beside, text: attributes.text, mode }] : []));
  return true;
}

/** Work with the runner in place; where it fails and none of ours is written, a fresh one goes. */
export function withRunner(base: Root, source: string, work: () => void): void {
  const there = statOf(join(folderOf(base), 'run.cjs'));
  installRunner(base, source);
  try {
    work();
  } catch (error) {
    attempt(() => there || Object.keys(readManifest(base).files).length || removeRunner(base));
    throw error;
  }
}

/** Takes the runner away, and the folder if nothing else is in it. */
export function removeRunner(base: Root): void {
  const folder = folderOf(base);
  const path = join(folder, 'run.cjs');
  guarded('write', path, () => {
    rmSync(path, { force: true });
    const beside = join(folder, attributes.name);
    // under the lock nobody else writes here
    for (const one of [path, beside]) attempt(() => sweep(one, 0));
    if (folded(textAt(beside)) === attributes.text) rmSync(beside);
  });
  removeEmpty(folder);
}

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { put, readReal, sweep } from './atomic.ts';
import { failure, folderOf, type Root, removeEmpty, tidy } from './root.ts';

/** Keeps git from changing line ends in `.anyhook`. */
const attributes = { name: '.gitattributes', text: '* -text\n' };

const folded = (text: string | undefined) => text?.replaceAll('\r\n', '\n');

/** Whether a runner is the bundle; a checkout may have other line ends. */
export const isRunner = (text: string | undefined, bundle: string): boolean =>
  folded(text) === folded(bundle);

/** Copies the hot bundle into `.anyhook`. False: the same is there already. */
export function installRunner(base: Root, source: string): boolean {
  const path = join(folderOf(base), 'run.cjs');
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (error) {
    const { message } = failure('settings', source, error);
    throw new AnyhookError('settings', `${message}; if it is not there, install anyhook again`);
  }
  if (isRunner(textAt(path), text)) return false;
  const beside = join(folderOf(base), attributes.name);
  const wanted = base.scope === 'project' && !existsSync(beside);
  put(path, path, base, [
    { to: path, text, like: { mode: 0o644 } },
    ...(wanted ? [{ to: beside, text: attributes.text, like: { mode: 0o644 } }] : []),
  ]);
  return true;
}

/** Takes the runner away, and the folder if nothing else is in it. */
export function removeRunner(base: Root): void {
  const folder = folderOf(base);
  const path = join(folder, 'run.cjs');
  try {
    rmSync(path, { force: true });
    const beside = join(folder, attributes.name);
    // under the lock nobody else writes here
    for (const one of [path, beside]) tidy(() => sweep(one, 0));
    if (folded(textAt(beside)) === attributes.text) rmSync(beside);
  } catch (error) {
    throw failure('write', path, error);
  }
  removeEmpty(folder);
}

/** Undefined also for what is no file: it is replaced. */
function textAt(path: string): string | undefined {
  try {
    return readReal(path, 'write')?.text;
  } catch {
    return undefined;
  }
}

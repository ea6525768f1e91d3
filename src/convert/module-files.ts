/** Writes the files that hooks with `module` are loaded from, and removes those that no line names. */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { readRegularFile, writeFiles } from '../files/atomic.ts';
import { anyhookFolderOf, type Root, removeIfEmpty, statOf } from '../files/root.ts';
import { readModuleHeader } from '../settings/modules/header.ts';
import { modulesFolder } from '../settings/modules/names.ts';
import { moduleFileOf, moduleStateOf, readInput } from '../settings/modules/state.ts';
import type { Workspace } from '../settings/workspace.ts';
import { attempt } from '../util/attempt.ts';
import { bundleModule, type ModuleFile, type ModuleUse } from './bundle-module.ts';
import type { Ledger } from './ownership/ledger.ts';
import { findNeededFiles } from './runner.ts';
import { readAllTexts } from './value-record.ts';

/** Module files that were made, by their names in `.anyhook`. */
export type ModuleFiles = ReadonlyMap<string, ModuleFile>;

/**
 * Returns the names of those module files that are missing, or not as their sources have them.
 *
 * @param isFromSource Whether the hooks come from the file that names the sources. Else a module file that is there is
 *   as good as any: its source may be on another machine.
 */
export const findOutdatedModules = (
  uses: readonly ModuleUse[],
  workspace: Workspace,
  isFromSource: boolean,
): ModuleUse[] =>
  uses.filter(({ path }) => {
    const { state } = moduleStateOf(path, workspace);
    return isFromSource ? state !== 'current' : state === 'missing';
  });

/** Makes module files, each once. Writes nothing. Throws `settings` or `usage` as {@link bundleModule} does. */
export async function makeModules(
  uses: readonly ModuleUse[],
  workspace: Workspace,
): Promise<ModuleFiles> {
  const made = new Map<string, ModuleFile>();
  for (const use of uses) {
    const name = moduleFileOf(use.path);
    if (!made.has(name)) made.set(name, await bundleModule(use, workspace));
  }
  return made;
}

/** Writes module files below a root. The caller holds the lock. Throws `write`. */
export function writeModules(root: Root, modules: ModuleFiles): void {
  for (const [name, { text }] of modules) {
    const to = join(anyhookFolderOf(root), name);
    const folder = dirname(to);
    if (statOf(folder)?.isSymbolicLink())
      throw new AnyhookError(
        'write',
        `${folder} is a link, which the runner does not follow: remove it`,
      );
    const old = attempt(() => readRegularFile(to, 'write'));
    if (old?.text !== text) writeFiles(root, { to, text });
  }
}

/**
 * Removes the module files that no line names any more, and their folder if it is empty. Other files in it stay. The
 * caller holds the lock. If a file that may hold such lines cannot be read, all stay.
 */
export function pruneModules(workspace: Workspace, ledger: Ledger): void {
  const folder = join(ledger.root.path, '.anyhook', modulesFolder);
  const names = attempt(() => readdirSync(folder)) ?? [];
  if (!names.length) return void removeIfEmpty(folder);
  const texts = readAllTexts(workspace, ledger);
  if (!texts) return;
  const needed = new Set(texts.flatMap(findNeededFiles));
  for (const name of names) {
    const path = join(folder, name);
    const isOurs = readModuleHeader(readInput(path) ?? '') !== undefined;
    if (isOurs && !needed.has(`${modulesFolder}/${name}`))
      attempt(() => rmSync(path, { force: true }));
  }
  removeIfEmpty(folder);
}

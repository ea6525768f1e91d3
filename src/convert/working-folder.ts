import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { isProjectVariable, scriptPathOf, workingFolderOf } from '../check/script.ts';
import { isBelow } from '../files/root.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { isGuard, shellLineOf } from '../settings/own-agent.ts';
import { findFileRoot, type Plugin } from '../settings/vendor-files.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import type { HookLoss } from './hook-loss.ts';
import type { HookResult } from './hook-result.ts';

/** Where the hooks of a settings file run at home: in another project, or for a person. */
export function workspaceOfSource(file: string, vendor: string, place: Workspace): Workspace {
  if (findFileRoot(file, vendor, place.scope) === scopeRootOf(place).root) return place;
  if (findFileRoot(file, vendor, 'user') === place.home) return { ...place, scope: 'user' };
  const root = findFileRoot(file, vendor, 'project');
  return root === undefined ? place : { ...place, root, scope: 'project' };
}

/** Files that a hook's line names, where it would run from; by what it calls them. */
function existingFilesIn(hook: Hook, place: Workspace): Map<string, string> {
  const folder = workingFolderOf(hook, place);
  const line = shellLineOf(hook) ?? '';
  const words = line.split(/[\s;|&<>()=`']+/).map((word) => word.replaceAll('"', ''));
  const paths = words.flatMap((word): [string, string | undefined][] => {
    const [, name, below] = /^\$\{?(\w+)\}?\/(.+)$/.exec(word) ?? [];
    if (name && below && place.scope === 'project') {
      return isProjectVariable(hook, name) ? [[word, join(place.root, below)]] : [];
    }
    return folder && /^[^/$~-].*\//.test(word) ? [[word, resolve(folder, word)]] : [];
  });
  paths.push(['its script', scriptPathOf(hook, place)]);
  return new Map(paths.filter((one): one is [string, string] => !!one[1] && existsSync(one[1])));
}

/** A hook of another project's file runs in that project, where one of the two lies in the other. */
export function keepInOwnProject(one: ReadHook, home: Workspace, place: Workspace): ReadHook {
  const { hook } = one;
  const { cwd = '' } = hook;
  const near = isBelow(home.root, place.root) || isBelow(place.root, home.root);
  if (home.scope === 'user' || isAbsolute(cwd) || !(near || place.scope === 'user')) return one;
  if (existingFilesIn(hook, place).size && !existingFilesIn(hook, home).size) return one;
  const folder = join(home.root, cwd);
  const way = place.scope === 'user' ? folder : relative(place.root, folder);
  return { ...one, hook: { ...hook, cwd: way } };
}

/** What becomes of a hook whose line, `own`, names something at home that is not where it will run. */
export function addLossOfMissingFile(
  fate: HookResult,
  own: Hook,
  home: Workspace,
  place: Workspace,
): HookResult {
  const { hook } = fate;
  const here = existingFilesIn(hook, place);
  const [path] = [...existingFilesIn(own, home)].find(([named]) => !here.has(named)) ?? [];
  if (path === undefined || !fate.events.length) return fate;
  const severity = isGuard(hook) ? 'unsafe' : 'lossy';
  const folder = displayPath(workingFolderOf(own, home) ?? home.root, place);
  return addLoss(fate, { severity, code: 'left-behind', path, folder });
}

const addLoss = (fate: HookResult, loss: HookLoss): HookResult => {
  const losses = [...fate.losses, loss];
  return { canonical: [], entryPoints: [], ...fate, how: 'degraded', losses };
};

/**
 * Returns a folder as a settings file may name it: in a project relative to its root, since every
 * checkout has another root.
 *
 * @returns Undefined for a folder outside the project.
 */
export function folderInSettings(folder: string, place: Workspace | undefined): string | undefined {
  if (place?.scope !== 'project') return folder;
  if (!isBelow(place.root, folder)) return undefined;
  return relative(place.root, folder).replaceAll(sep, '/') || '.';
}

/** What becomes of a hook whose plugin no other checkout of the project has. */
export function addLossOfPlugin(fate: HookResult, plugin: Plugin, place: Workspace): HookResult {
  if (!fate.events.length) return fate;
  const severity = isGuard(fate.hook) ? 'unsafe' : 'lossy';
  const losses = fate.losses.filter(
    (one) => one.code !== 'variable-unset' || one.names.some((name) => name !== plugin.variable),
  );
  const folder = displayPath(plugin.folder, place);
  return addLoss({ ...fate, losses }, { severity, code: 'plugin-elsewhere', folder });
}

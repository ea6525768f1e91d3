import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { isSetByOwnAgent, scriptPathOf, workingFolderOf } from '../check/script.ts';
import { isBelow } from '../files/root.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { isGuard, shellLineOf } from '../settings/own-agent.ts';
import { findFileRoot, type Plugin } from '../settings/vendor-files.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import type { HookLoss } from './hook-loss.ts';
import type { HookResult } from './hook-result.ts';

/** Returns where the hooks of a settings file run: in a project, or in every project of a person. */
export function workspaceOfSource(file: string, vendor: string, workspace: Workspace): Workspace {
  if (findFileRoot(file, vendor, workspace.scope) === scopeRootOf(workspace).path) return workspace;
  if (findFileRoot(file, vendor, 'user') === workspace.home) return { ...workspace, scope: 'user' };
  const root = findFileRoot(file, vendor, 'project');
  return root === undefined ? workspace : { ...workspace, root, scope: 'project' };
}

/** Returns the files that a hook's line names and that exist where it runs, by the words that name them. */
function existingFilesOf(hook: Hook, workspace: Workspace): Map<string, string> {
  const folder = workingFolderOf(hook, workspace);
  const line = shellLineOf(hook) ?? '';
  const words = line.split(/[\s;|&<>()=`']+/).map((word) => word.replaceAll('"', ''));
  const paths = words.flatMap((word): [string, string | undefined][] => {
    const [, name, below] = /^\$\{?(\w+)\}?\/(.+)$/.exec(word) ?? [];
    if (name && below && workspace.scope === 'project') {
      return isSetByOwnAgent(hook, name) ? [[word, join(workspace.root, below)]] : [];
    }
    return folder && /^[^/$~-].*\//.test(word) ? [[word, resolve(folder, word)]] : [];
  });
  paths.push(['its script', scriptPathOf(hook, workspace)]);
  return new Map(paths.filter((one): one is [string, string] => !!one[1] && existsSync(one[1])));
}

/**
 * Returns a hook of another project's file with the working folder in that project, where one of the two
 * projects lies in the other, or the hook is converted for all projects of a person. A hook whose files
 * exist only in the new workspace stays as it is.
 */
export function keepInOwnProject(
  one: ReadHook,
  sourceWorkspace: Workspace,
  workspace: Workspace,
): ReadHook {
  const { hook } = one;
  const { cwd = '' } = hook;
  const { root } = sourceWorkspace;
  const isForUser = workspace.scope === 'user';
  const isNear = isBelow(root, workspace.root) || isBelow(workspace.root, root);
  if (sourceWorkspace.scope === 'user' || isAbsolute(cwd) || !(isNear || isForUser)) return one;
  const isOnlyHere =
    existingFilesOf(hook, workspace).size && !existingFilesOf(hook, sourceWorkspace).size;
  if (isOnlyHere) return one;
  const folder = join(root, cwd);
  return { ...one, hook: { ...hook, cwd: isForUser ? folder : relative(workspace.root, folder) } };
}

/**
 * Adds a loss to the result of a hook whose line names a file that exists where the source's hooks run,
 * and not where the target's do.
 *
 * @param original The hook as the source states it.
 */
export function addLossOfMissingFile(
  result: HookResult,
  original: Hook,
  sourceWorkspace: Workspace,
  workspace: Workspace,
): HookResult {
  const { hook } = result;
  const here = existingFilesOf(hook, workspace);
  const there = existingFilesOf(original, sourceWorkspace);
  const [path] = [...there].find(([word]) => !here.has(word)) ?? [];
  if (path === undefined || !result.events.length) return result;
  const severity = isGuard(hook) ? 'unsafe' : 'lossy';
  const from = workingFolderOf(original, sourceWorkspace) ?? sourceWorkspace.root;
  const folder = displayPath(from, workspace);
  return addLoss(result, { severity, code: 'left-behind', path, folder });
}

const addLoss = (result: HookResult, loss: HookLoss): HookResult => {
  const losses = [...result.losses, loss];
  return { canonical: [], entryPoints: [], ...result, how: 'degraded', losses };
};

/**
 * Returns a folder as a settings file may name it: in a project relative to its root, since every
 * checkout has another root. Undefined: the folder lies outside the project.
 */
export function folderInSettings(
  folder: string,
  workspace: Workspace | undefined,
): string | undefined {
  if (workspace?.scope !== 'project') return folder;
  if (!isBelow(workspace.root, folder)) return undefined;
  return relative(workspace.root, folder).replaceAll(sep, '/') || '.';
}

/** Adds a loss to the result of a hook whose plugin no other checkout of the project has. */
export function addLossOfPlugin(
  result: HookResult,
  plugin: Plugin,
  workspace: Workspace,
): HookResult {
  if (!result.events.length) return result;
  const severity = isGuard(result.hook) ? 'unsafe' : 'lossy';
  const losses = result.losses.filter(
    (one) => one.code !== 'variable-unset' || one.names.some((name) => name !== plugin.variable),
  );
  const folder = displayPath(plugin.folder, workspace);
  return addLoss({ ...result, losses }, { severity, code: 'plugin-elsewhere', folder });
}

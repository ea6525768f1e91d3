/** Keeps hooks working that run in another folder than before, and finds the files that they then lack. */
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

/**
 * Returns the workspace in which the hooks of a settings file run: `workspace`, if the file belongs to it;
 * the user scope; or the project that holds the file. A path that no vendor's rules know belongs to `workspace`.
 *
 * @param file The absolute path of the settings file.
 */
export function workspaceOfSource(file: string, vendor: string, workspace: Workspace): Workspace {
  if (findFileRoot(file, vendor, workspace.scope) === scopeRootOf(workspace).path) return workspace;
  if (findFileRoot(file, vendor, 'user') === workspace.home) return { ...workspace, scope: 'user' };
  const root = findFileRoot(file, vendor, 'project');
  return root === undefined ? workspace : { ...workspace, root, scope: 'project' };
}

/**
 * Returns the files that a hook's line names and that exist in a workspace: word of the line → absolute
 * path. Such a word is a relative path with a `/`, or `$NAME/…`, where the hook's own agent sets `NAME` to
 * the project. The script of the line is added under the word `its script`.
 */
function existingFilesOf(hook: Hook, workspace: Workspace): Map<string, string> {
  const folder = workingFolderOf(hook, workspace);
  const line = shellLineOf(hook) ?? '';
  const words = line.split(/[\s;|&<>()=`']+/).map((word) => word.replaceAll('"', ''));
  const paths = words.flatMap((word): [string, string | undefined][] => {
    const [, variable, below] = /^\$\{?(\w+)\}?\/(.+)$/.exec(word) ?? [];
    if (variable && below && workspace.scope === 'project') {
      return isSetByOwnAgent(hook, variable) ? [[word, join(workspace.root, below)]] : [];
    }
    return folder && /^[^/$~-].*\//.test(word) ? [[word, resolve(folder, word)]] : [];
  });
  paths.push(['its script', scriptPathOf(hook, workspace)]);
  return new Map(paths.filter((one): one is [string, string] => !!one[1] && existsSync(one[1])));
}

/**
 * Gives a hook from another project's file a working folder in that project, if one of the two projects
 * lies inside the other, or if the hook is converted into user settings. Any other hook is returned as it
 * is, and so is a hook whose files exist only in the new workspace.
 *
 * @param sourceWorkspace The other project.
 * @param workspace The new workspace: that of the target.
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
  const hasFilesOnlyHere =
    existingFilesOf(hook, workspace).size && !existingFilesOf(hook, sourceWorkspace).size;
  if (hasFilesOnlyHere) return one;
  const folder = join(root, cwd);
  return { ...one, hook: { ...hook, cwd: isForUser ? folder : relative(workspace.root, folder) } };
}

/**
 * Adds a loss to the result of a hook if its line names a file that exists in the source's workspace, but
 * not in the target's.
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
  const files = existingFilesOf(hook, workspace);
  const filesBefore = existingFilesOf(original, sourceWorkspace);
  const [path] = [...filesBefore.keys()].filter((word) => !files.has(word));
  if (path === undefined || !result.events.length) return result;
  const severity = isGuard(hook) ? 'unsafe' : 'lossy';
  const from = workingFolderOf(original, sourceWorkspace) ?? sourceWorkspace.root;
  const folder = displayPath(from, workspace);
  return addLoss(result, { severity, code: 'left-behind', path, folder });
}

/** Adds a loss to a result, which is `degraded` from then on. */
const addLoss = (result: HookResult, loss: HookLoss): HookResult => {
  const losses = [...result.losses, loss];
  return { canonical: [], entryPoints: [], ...result, how: 'degraded', losses };
};

/**
 * Returns the path by which settings name a folder. Settings of a project name it relative to the
 * project's root, since every checkout has another root. Undefined: the folder lies outside the project.
 */
export function folderInSettings(
  folder: string,
  workspace: Workspace | undefined,
): string | undefined {
  if (workspace?.scope !== 'project') return folder;
  if (!isBelow(workspace.root, folder)) return undefined;
  return relative(workspace.root, folder).replaceAll(sep, '/') || '.';
}

/**
 * Adds a loss to the result of a hook whose plugin no other checkout of the project has. It replaces the
 * loss that says that the variable of the plugin is not set.
 */
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

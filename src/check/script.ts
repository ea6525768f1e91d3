import { accessSync, constants } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { scriptOf } from '../settings/command-line/script.ts';
import type { Finding } from '../settings/finding.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { displayPath, type Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { toOneLine } from '../translate/shim-output.ts';
import { rememberByObject } from '../util/remember.ts';
import { lookAt } from '../util/stat.ts';
import { effectOfFailure } from './failure.ts';

const onWindows = process.platform === 'win32';

/**
 * Returns the folder that a hook runs in. Undefined: the folder is not known, since hooks of user settings run
 * in whatever project is open.
 */
export function workingFolderOf(
  { speaks, cwd }: Hook,
  { root, home, scope }: Workspace,
): string | undefined {
  const { userFolder } = tableOf(speaks).commandLine;
  const folder = scope === 'project' ? root : userFolder && join(home, userFolder);
  if (cwd === undefined) return folder;
  return isAbsolute(cwd) ? cwd : folder && resolve(folder, cwd);
}

/** Tells whether the own agent of a hook sets the environment variable `name` for its hook commands. */
export const isSetByOwnAgent = ({ speaks }: Hook, name: string): boolean =>
  Object.hasOwn(adapterOf(speaks).runtime.env({ event: 'prompt', cwd: '/' }), name);

const pathsIn = rememberByObject((workspace: Workspace) =>
  rememberByObject((hook: Hook) => findScriptPath(hook, workspace)),
);

/**
 * Returns the absolute path of the script that a hook's command line starts.
 * @returns undefined if the line starts no script, or if the path cannot be known: it holds a variable other
 *   than those for the home folder and the project, or depends on an unknown working folder.
 */
export const scriptPathOf = (hook: Hook, workspace: Workspace): string | undefined =>
  pathsIn(workspace)(hook);

/** Finds what {@link scriptPathOf} returns. */
function findScriptPath(hook: Hook, workspace: Workspace): string | undefined {
  const { root, home, scope } = workspace;
  const script = scriptOf(shellLineOf(hook) ?? '');
  if (!script || (script.isWindowsPath && !onWindows)) return undefined;
  const { path, isDirect } = script;
  const [, name, below = ''] = /^\$(\w+)\/(.*)$/.exec(path) ?? [];
  if (name === 'HOME') return join(home, below);
  if (name)
    return scope === 'project' && isSetByOwnAgent(hook, name) ? join(root, below) : undefined;
  if (path.includes('$')) return undefined;
  if (isAbsolute(path)) return path;
  const cwd = workingFolderOf(hook, workspace);
  // A program without a folder in its name is looked for in PATH.
  return cwd && (path.includes('/') || !isDirect) ? resolve(cwd, path) : undefined;
}

/**
 * Returns the path in this project of a script that a neutral hook of the home folder names by a relative path. Such a
 * hook runs in each project, and whoever wrote the project would choose its script. Undefined: the path does not depend
 * on the project.
 */
export function pathInAnyProject(hook: Hook, workspace: Workspace): string | undefined {
  if (workspace.scope !== 'user' || hook.speaks !== neutralVendor()) return undefined;
  if (scriptPathOf(hook, workspace) !== undefined) return undefined;
  return scriptPathOf(hook, { ...workspace, scope: 'project' });
}

/**
 * Finds what keeps a hook's script from running: it is missing, out of reach, or not executable. A Windows
 * path on another system is reported as unchecked.
 */
export function findScriptProblem(hook: Hook, workspace: Workspace): Finding | undefined {
  const { event } = hook;
  const script = scriptOf(shellLineOf(hook) ?? '');
  if (script?.isWindowsPath && !onWindows)
    return { code: 'script-unchecked', event, script: toOneLine(script.path) };
  const pathInProject = pathInAnyProject(hook, workspace);
  const path = scriptPathOf(hook, workspace) ?? pathInProject;
  if (path === undefined) return undefined;
  const shownPath =
    pathInProject === undefined ? displayPath(path, workspace) : toOneLine(script?.path ?? path);
  const { title: agent } = adapterOf(hook.speaks);
  /** What the agent does at each call, since the script ends with an exit code and a text on stderr. */
  const effectOf = (exitCode: number, stderr: string) => {
    const { refuses, hides, goesOn } = effectOfFailure(hook, exitCode, `${path}: ${stderr}`);
    return { refuses, ...(goesOn && { goesOn }), ...(hides && { hides }), agent };
  };
  const exitCode = script?.exitCodeWhenMissing ?? 127;
  if (pathInProject !== undefined) {
    const why = 'would be looked for in each project, whose author could choose it';
    return { code: 'script-missing', event, script: shownPath, ...effectOf(exitCode, why), why };
  }
  const { code, stats } = lookAt(path);
  if (code !== undefined) {
    const why = code === 'ENOENT' ? undefined : `cannot be reached (${code})`;
    const effect = effectOf(exitCode, why ?? 'No such file or directory');
    return { code: 'script-missing', event, script: shownPath, ...effect, why };
  }
  // A shell ends with 126 for a script that it cannot run, and an interpreter as it does for a missing script.
  const exitCodeWhenUnusable = exitCode === 127 ? 126 : exitCode;
  if (stats?.isDirectory() && exitCode === 127) {
    const effect = effectOf(exitCodeWhenUnusable, 'Is a directory');
    return { code: 'script-missing', event, script: shownPath, ...effect, why: 'is a folder' };
  }
  if (!script?.isDirect) {
    if (mayAccess(path, constants.R_OK)) return undefined;
    const effect = effectOf(exitCodeWhenUnusable, 'Permission denied');
    const why = 'may not be read (chmod +r it)';
    return { code: 'script-missing', event, script: shownPath, ...effect, why };
  }
  if (mayAccess(path, constants.X_OK)) return undefined;
  const effect = effectOf(126, 'Permission denied');
  return { code: 'script-not-executable', event, script: shownPath, ...effect };
}

/** Tells whether this process may use a file in a way, such as `constants.R_OK`. */
function mayAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

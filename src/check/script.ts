import { accessSync, constants } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { scriptOf } from '../settings/command-line/script.ts';
import type { Finding } from '../settings/finding.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { displayPath, type Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { toOneLine } from '../translate/shim-output.ts';
import { lookAt } from '../util/stat.ts';
import { takesFailureForRefusal } from './failure.ts';

const onWindows = process.platform === 'win32';

/** Returns the folder that a hook runs in; undefined: it runs in any project of its agent. */
export function workingFolderOf(
  { speaks, cwd }: Hook,
  { root, home, scope }: Workspace,
): string | undefined {
  const { userFolder } = tableOf(speaks).commandLine;
  const folder = scope === 'project' ? root : userFolder && join(home, userFolder);
  if (cwd === undefined) return folder;
  return isAbsolute(cwd) ? cwd : folder && resolve(folder, cwd);
}

/** Tells whether a hook's own agent sets a variable of this name to the project folder or to another fact of the event. */
export const isSetByOwnAgent = ({ speaks }: Hook, name: string): boolean =>
  Object.hasOwn(adapterOf(speaks).runtime.env({ event: 'prompt', cwd: '/' }), name);

/**
 * Returns the absolute path of the script that a hook's line starts.
 * @returns undefined where the line starts no script, or where the path has an unknown variable in it.
 */
export function scriptPathOf(hook: Hook, place: Workspace): string | undefined {
  const { root, home, scope } = place;
  const found = scriptOf(shellLineOf(hook) ?? '');
  if (!found || (found.isWindowsPath && !onWindows)) return undefined;
  const { path, isDirect: direct } = found;
  const [, name, below = ''] = /^\$(\w+)\/(.*)$/.exec(path) ?? [];
  if (name === 'HOME') return join(home, below);
  if (name) {
    return scope === 'project' && isSetByOwnAgent(hook, name) ? join(root, below) : undefined;
  }
  if (path.includes('$')) return undefined;
  if (isAbsolute(path)) return path;
  const cwd = workingFolderOf(hook, place);
  // A program without a folder in its name is looked for in PATH.
  return cwd && (path.includes('/') || !direct) ? resolve(cwd, path) : undefined;
}

/** Finds what keeps a hook's script from running: it is missing, or cannot be executed. */
export function findScriptProblem(hook: Hook, place: Workspace): Finding | undefined {
  const { event } = hook;
  const found = scriptOf(shellLineOf(hook) ?? '');
  if (found?.isWindowsPath && !onWindows) {
    return { code: 'script-unchecked', event, script: toOneLine(found.path) };
  }
  const path = scriptPathOf(hook, place);
  if (path === undefined) return undefined;
  const script = displayPath(path, place);
  const { title: agent } = adapterOf(hook.speaks);
  const { code } = lookAt(path);
  if (code !== undefined) {
    const why = code === 'ENOENT' ? undefined : `cannot be reached (${code})`;
    const stderr = `${path}: ${why ?? 'No such file or directory'}`;
    const refuses = takesFailureForRefusal(hook, found?.exitCodeWhenMissing ?? 127, stderr);
    return { code: 'script-missing', event, script, refuses, agent, why };
  }
  if (!found?.isDirect) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    const refuses = takesFailureForRefusal(hook, 126, `${path}: Permission denied`);
    return { code: 'script-not-executable', event, script, refuses, agent };
  }
}

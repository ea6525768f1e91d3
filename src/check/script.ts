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
import { countsAsRefusal } from './broken.ts';

const onWindows = process.platform === 'win32';

/** Where a hook runs; undefined: in whichever project its agent is in. */
export function workingFolderOf(
  { speaks, cwd }: Hook,
  { root, home, scope }: Workspace,
): string | undefined {
  const { userFolder } = tableOf(speaks).commandLine;
  const folder = scope === 'project' ? root : userFolder && join(home, userFolder);
  if (cwd === undefined) return folder;
  return isAbsolute(cwd) ? cwd : folder && resolve(folder, cwd);
}

/** Whether a hook is told its project by a variable of this name. */
export const isProjectVariable = ({ speaks }: Hook, name: string): boolean =>
  Object.hasOwn(adapterOf(speaks).runtime.env({ event: 'prompt', cwd: '/' }), name);

/** Where a hook's script is, as far as that can be told. */
export function scriptPathOf(hook: Hook, place: Workspace): string | undefined {
  const { root, home, scope } = place;
  const found = scriptOf(shellLineOf(hook) ?? '');
  if (!found || (found.isWindowsPath && !onWindows)) return undefined;
  const { path, isDirect: direct } = found;
  const [, name, below = ''] = /^\$(\w+)\/(.*)$/.exec(path) ?? [];
  if (name === 'HOME') return join(home, below);
  if (name) {
    return scope === 'project' && isProjectVariable(hook, name) ? join(root, below) : undefined;
  }
  if (path.includes('$')) return undefined;
  if (isAbsolute(path)) return path;
  const cwd = workingFolderOf(hook, place);
  // A program without a folder is looked for elsewhere.
  return cwd && (path.includes('/') || !direct) ? resolve(cwd, path) : undefined;
}

/** What keeps a hook's script from running. */
export function findDeadScript(hook: Hook, place: Workspace): Finding | undefined {
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
    const refuses = countsAsRefusal(hook, found?.exitCodeWhenMissing ?? 127, stderr);
    return { code: 'script-missing', event, script, refuses, agent, why };
  }
  if (!found?.isDirect) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    const refuses = countsAsRefusal(hook, 126, `${path}: Permission denied`);
    return { code: 'script-not-executable', event, script, refuses, agent };
  }
}

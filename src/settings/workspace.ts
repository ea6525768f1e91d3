import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { toFileError } from '../files/file-errors.ts';
import { isBelow, type Root } from '../files/root.ts';
import type { Scope } from '../mapping/settings.ts';
import { toOneLine } from '../translate/shim-output.ts';

/** Options that say where settings are looked for. */
export interface WorkspaceOptions {
  /** The project's root. Default: the working directory. */
  root?: string | undefined;
  /** The home folder. Default: that of the person who runs the process. */
  home?: string | undefined;
  /** Whether the settings of the project are meant, or those of the person. Default: `project`. */
  scope?: Scope | undefined;
}

/** Where settings are looked for: a project, a home folder, and whose settings are meant. Both paths are absolute. */
export interface Workspace {
  root: string;
  home: string;
  scope: Scope;
}

/**
 * Makes the paths of a workspace absolute. Throws `usage` if the home folder is needed and not known, and
 * `settings` if the working directory does not exist.
 */
export function resolveWorkspace({
  root = '.',
  home = homedir(),
  scope = 'project',
}: WorkspaceOptions): Workspace {
  if (scope === 'user' && !isAbsolute(home)) {
    const found = JSON.stringify(home);
    throw new AnyhookError('usage', `HOME is ${found}: set it to the absolute path of a folder`);
  }
  try {
    return { root: resolve(root), home: resolve('/', home), scope };
  } catch (error) {
    throw toFileError('settings', 'the working directory', error);
  }
}

/** Returns the folder that all files of the workspace's scope are in: the project, or the home folder. */
export const scopeRootOf = ({ root, home, scope }: Workspace): Root => ({
  path: scope === 'project' ? root : home,
  scope,
});

/** Returns a path as a person would write it, relative to the project or to `~`, for messages only. */
export function displayPath(path: string, { root, home }: Workspace): string {
  if (isBelow(root, path)) return toOneLine(relative(root, path));
  return toOneLine(isBelow(home, path) ? `~/${relative(home, path)}` : path);
}

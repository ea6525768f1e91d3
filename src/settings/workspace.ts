import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { toFileError } from '../files/file-errors.ts';
import { isBelow, type Root } from '../files/root.ts';
import type { Scope } from '../mapping/settings.ts';
import { toOneLine } from '../translate/shim-output.ts';

/** Where settings are looked for. */
export interface WorkspaceOptions {
  /** The project's root; default: the working directory. */
  root?: string | undefined;
  /** Default: the person's. */
  home?: string | undefined;
  /** Default: `project`. */
  scope?: Scope | undefined;
}

/** The same, resolved. */
export interface Workspace {
  root: string;
  home: string;
  scope: Scope;
}

/** Throws `usage` where a folder that is needed is not known. */
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

/** What everything of a scope lies below. */
export const scopeRootOf = ({ root, home, scope }: Workspace): Root => ({
  root: scope === 'project' ? root : home,
  scope,
});

/** A path as a person would write it; only for people's eyes. */
export function displayPath(path: string, { root, home }: Workspace): string {
  if (isBelow(root, path)) return toOneLine(relative(root, path));
  return toOneLine(isBelow(home, path) ? `~/${relative(home, path)}` : path);
}

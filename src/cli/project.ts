/** Finds the project that a command is for. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Vendor } from '../adapters/index.ts';
import { agentFolderOf } from '../convert/targets.ts';
import { vendorIds } from '../settings/tables.ts';
import { hasSettings, writableFilesOf } from '../settings/vendor-files.ts';
import { findAdapter } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { isFolder } from '../util/stat.ts';
import { findRepositoryOf } from './git.ts';
import { toPlainLine, wrapText } from './paint.ts';
import type { PresentAgents } from './suggest.ts';

/**
 * Finds the nearest folder at or above the working directory that passes a test. Folders outside the
 * repository, the home folder and those above it are not looked at.
 *
 * @returns The folder. Undefined: there is none, or it is the working directory itself.
 */
function findFolderAbove(isWanted: (folder: string) => boolean): string | undefined {
  const here = attempt(() => resolve('.'));
  const home = resolve(homedir());
  for (let folder = here; folder !== undefined && folder !== home; folder = dirname(folder)) {
    if (isWanted(folder)) return folder === here ? undefined : folder;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) break;
  }
  return undefined;
}

/** Returns the root of the project that has a vendor's settings. Undefined: the working directory is the project. */
export function findProject(vendor: string): string | undefined {
  if (!findAdapter(vendor)) return undefined;
  const home = homedir();
  return findFolderAbove((root) =>
    writableFilesOf(vendor, { root, home, scope: 'project' }).some(({ path }) => existsSync(path)),
  );
}

/** Returns the root of the project that has settings of any agent, or `anyhook.yaml`. Undefined: the working directory is the project. */
export function findProjectOfAnyAgent(): string | undefined {
  const home = homedir();
  return findFolderAbove((root) =>
    vendorIds().some((id) => hasSettings(id, { root, home, scope: 'project' })),
  );
}

/**
 * Returns a note if a project is a folder inside of a git repository: an agent that is opened where the repository
 * begins does not load its files.
 */
export function describeSubfolder(root = '.'): string[] {
  const repository = findRepositoryOf(root);
  if (repository === undefined || repository === resolve(root)) return [];
  const place = toPlainLine(relative(resolve(root), repository));
  const text = `These files are in a folder of a git repository that begins at ${place}: an agent that is opened there does not load them.`;
  return [wrapText('! ', text)];
}

/** Lists the agents that a project, or the home folder, has settings of, and those that have a folder there. */
export function listPresentAgents(isOfUser = false): PresentAgents {
  const scope = isOfUser ? 'user' : 'project';
  const here = { root: resolve('.'), home: homedir(), scope } as const;
  const root = isOfUser ? here.root : (findProjectOfAnyAgent() ?? here.root);
  const base = isOfUser ? here.home : root;
  const hasFolder = (id: Vendor) => isFolder(join(base, agentFolderOf(id, { ...here, root })));
  const hasFile = (id: Vendor) => hasSettings(id, { ...here, root });
  return { withSettings: vendorIds().filter(hasFile), withFolder: vendorIds().filter(hasFolder) };
}

/** Returns a line that names the project's root, or no line for the working directory. */
export const describeProject = (root: string | undefined): string[] =>
  root === undefined ? [] : [`In ${toPlainLine(root)}`];

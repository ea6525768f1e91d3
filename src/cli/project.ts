/** Finds the project that a command is for. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { writableFilesOf } from '../settings/vendor-files.ts';
import { findAdapter } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';

/**
 * Finds the nearest folder at or above the working directory that `holds` accepts, inside the repository
 * and below the home folder.
 *
 * @returns The folder; undefined: there is none, or it is the working directory itself.
 */
function findFolderAbove(holds: (folder: string) => boolean): string | undefined {
  const here = attempt(() => resolve('.'));
  const home = resolve(homedir());
  for (let at = here; at !== undefined && at !== home; at = dirname(at)) {
    if (holds(at)) return at === here ? undefined : at;
    if (existsSync(join(at, '.git')) || dirname(at) === at) break;
  }
  return undefined;
}

/** Returns the root of the project that has a vendor's settings; undefined: the working directory is meant. */
export function findProject(vendor: string): string | undefined {
  if (!findAdapter(vendor)) return undefined;
  const home = homedir();
  return findFolderAbove((root) =>
    writableFilesOf(vendor, { root, home, scope: 'project' }).some(({ path }) => existsSync(path)),
  );
}

/** Returns a line that names the project's root, or no line for the working directory. */
export const describeProject = (root: string | undefined): string[] =>
  root === undefined ? [] : [`In ${root}`];

/** Which project a command is for. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { settingsOf } from '../settings/vendor-files.ts';
import { findAdapter } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';

/** The nearest folder above this one that holds what is looked for, unless this one does. */
function findFolderAbove(holds: (folder: string) => boolean): string | undefined {
  const here = attempt(() => resolve('.'));
  const home = resolve(homedir());
  for (let at = here; at !== undefined && at !== home; at = dirname(at)) {
    if (holds(at)) return at === here ? undefined : at;
    if (existsSync(join(at, '.git')) || dirname(at) === at) break;
  }
  return undefined;
}

/** The project that a vendor's hooks are of; undefined: the working directory. */
export function projectOf(vendor: string): string | undefined {
  if (!findAdapter(vendor)) return undefined;
  const home = homedir();
  return findFolderAbove((root) =>
    settingsOf(vendor, { root, home, scope: 'project' }).some(({ path }) => existsSync(path)),
  );
}

/** Says which project that is, where it is not the working directory. */
export const projectLine = (root: string | undefined): string[] =>
  root === undefined ? [] : [`In ${root}`];

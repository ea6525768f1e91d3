/** Tells whether the file that a hook with `module` is loaded from is as its source has it. Runs nothing of the project. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { readRegularFile } from '../../files/atomic.ts';
import { resolveInside, statOf } from '../../files/root.ts';
import { attempt } from '../../util/attempt.ts';
import { isAbsence, lookAt } from '../../util/stat.ts';
import { scopeRootOf, type Workspace } from '../workspace.ts';
import { digestOfInput, readModuleHeader } from './header.ts';
import { moduleNameOf, modulePathOf, modulesFolder } from './names.ts';

/** The folder that paths of modules are relative to: that of `anyhook.yaml`. */
export const moduleBaseOf = ({ root, home, scope }: Workspace): string =>
  scope === 'project' ? root : join(home, '.anyhook');

/** Returns the name of a module file in `.anyhook`. */
export const moduleFileOf = (path: string): string => `${modulesFolder}/${moduleNameOf(path)}`;

/** Returns the path of the source of a module file, by the name of the file in `.anyhook`. Undefined: it is no module file. */
export const sourceOfModuleFile = (name: string): string | undefined =>
  name.startsWith(`${modulesFolder}/`)
    ? modulePathOf(name.slice(modulesFolder.length + 1))
    : undefined;

/**
 * What is known of a module file. `foreign`: it has no comment of ours, or that of another source. `changed`: somebody
 * changed it, or it was cut off. `isBroken`: it is no JavaScript that can be run. `outdated`: the file `input`, of which
 * it was made, has changed since or is gone.
 */
export type ModuleState =
  | { state: 'current' | 'missing' | 'unreadable' }
  | { state: 'foreign' | 'changed'; isBroken: boolean }
  | { state: 'outdated'; input: string; isGone: boolean };

/** Says that a module file is not as anyhook made it, as the end of a sentence. Undefined: nobody changed it. */
export const describeAlteration = (found: ModuleState): string | undefined => {
  if (found.state !== 'foreign' && found.state !== 'changed') return undefined;
  return found.isBroken ? 'is empty or cut off' : 'was changed since anyhook made it';
};

/** The most inputs that are compared. */
const maxInputs = 10_000;

/** Tells whether a file belongs to an installed package, which is on no machine where the packages are not installed. */
const isOfPackage = (path: string): boolean => /(?:^|\/)node_modules\//.test(path);

/** Returns the text of a file; undefined: there is none, or it cannot be read as a text. */
const textAt = (path: string): string | undefined =>
  attempt(() => readRegularFile(path, 'settings')?.text);

/** Tells whether a text is empty, or none that Node can parse as the body of a function. It is not run. */
export const isBrokenScript = (text: string): boolean =>
  !text.trim() || attempt(() => new Script(`(function () {${text}\n})`)) === undefined;

/**
 * Compares the module file of a source with what it was made of.
 *
 * @param path The path of the source, relative to the folder of `anyhook.yaml`.
 */
export function moduleStateOf(path: string, workspace: Workspace): ModuleState {
  const root = scopeRootOf(workspace);
  const file = join(root.path, '.anyhook', moduleFileOf(path));
  const { stats, code } = lookAt(file);
  if (!stats) return { state: isAbsence(code) ? 'missing' : 'unreadable' };
  // The runner follows no link to a module.
  const isLinked = [file, dirname(file)].some((one) => statOf(one)?.isSymbolicLink());
  const text = isLinked ? undefined : attempt(() => textAt(resolveInside(root, file, 'settings')));
  if (text === undefined) return { state: 'unreadable' };
  const header = readModuleHeader(text);
  if (header?.source !== path) return { state: 'foreign', isBroken: isBrokenScript(text) };
  if (!header.isIntact) return { state: 'changed', isBroken: isBrokenScript(text) };
  const base = moduleBaseOf(workspace);
  for (const [input, digest] of Object.entries(header.inputs).slice(0, maxInputs)) {
    const found = lookAt(join(base, input));
    if (!found.stats && isOfPackage(input)) continue;
    const now = found.stats?.isFile() ? readInput(join(base, input)) : undefined;
    if (now === undefined || digestOfInput(now) !== digest)
      return { state: 'outdated', input, isGone: !found.stats };
  }
  return { state: 'current' };
}

/** Reads a file of which a module file is made, links followed. Undefined: it is not there, or no text. */
export const readInput = (path: string): string | undefined => {
  const real = attempt(() => realpathSync.native(path));
  return real === undefined ? undefined : textAt(real);
};

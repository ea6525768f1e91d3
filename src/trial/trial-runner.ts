/** Makes a runner for a trial, which has the modules of a project beside it as their sources are now. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleModule, type ModuleUse } from '../convert/bundle-module.ts';
import { packagedRunner } from '../convert/convert-file.ts';
import { neutralVendor, readHooks } from '../settings/formats/index.ts';
import { modulesFolder } from '../settings/modules/names.ts';
import { moduleFileOf, moduleStateOf } from '../settings/modules/state.ts';
import { hasSettings, readSourceFiles } from '../settings/vendor-files.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { quoteWord } from '../util/shell/quote.ts';

/** A runner that can be started without a copy in the project. */
export interface TrialRunner {
  /** The command that starts it. */
  launcher: string;
  /**
   * The sources that have changed since their files in the project were made. A file that is missing, or that somebody
   * changed, is not meant: what agents do with such a file is asked as it stands.
   */
  outdated: ReadonlySet<string>;
}

const launcherOf = (runner: string): string =>
  [process.execPath, runner].map((word) => quoteWord(word, true)).join(' ');

/** The runner of this package. It has no modules beside it. */
export const packagedTrialRunner = (): TrialRunner => ({
  launcher: launcherOf(packagedRunner),
  outdated: new Set(),
});

/** Lists the modules that the file with the hooks of every agent names, each once. */
function listModules(workspace: Workspace): ModuleUse[] {
  const neutral = neutralVendor();
  if (!hasSettings(neutral, workspace)) return [];
  const uses = readSourceFiles(neutral, undefined, workspace, '--from').flatMap(({ text, file }) =>
    readHooks(neutral, text, file).hooks.flatMap(({ hook: { module: path }, at }) =>
      path === undefined ? [] : [{ path, place: `${file}${at ? `:${at.line}` : ''}` }],
    ),
  );
  return [...new Map(uses.map((use) => [use.path, use])).values()];
}

/**
 * Makes a runner in a folder, with the modules of a project beside it. Where no hook is a module, it is the runner of
 * this package. Throws `settings` for a source that cannot be read or compiled, and `usage` where esbuild is needed and
 * not installed.
 *
 * @param folder A folder that nobody else can write into.
 */
export async function makeTrialRunner(workspace: Workspace, folder: string): Promise<TrialRunner> {
  const uses = listModules(workspace);
  if (!uses.length) return packagedTrialRunner();
  const place = join(folder, 'runner');
  mkdirSync(join(place, modulesFolder), { recursive: true });
  const runner = join(place, 'run.cjs');
  copyFileSync(packagedRunner, runner);
  const outdated = new Set<string>();
  for (const use of uses) {
    const name = moduleFileOf(use.path);
    const to = join(place, name);
    const { state } = moduleStateOf(use.path, workspace);
    if (state === 'outdated') outdated.add(use.path);
    if (state === 'current') copyFileSync(join(scopeRootOf(workspace).path, '.anyhook', name), to);
    else writeFileSync(to, (await bundleModule(use, workspace)).text);
  }
  return { launcher: launcherOf(runner), outdated };
}

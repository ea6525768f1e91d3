import { join, sep } from 'node:path';
import { AnyhookError } from '../errors.ts';
import {
  loaderBelow,
  loaderInFolder,
  outermostLoader,
} from '../settings/command-line/shim-line.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { callOperator, quoteWord, writePowerShellCall } from '../util/shell/quote.ts';

/**
 * Returns the launcher of lines in a project's settings: the project's loader, or the runner itself
 * where only the agent answers for a runner that is missing or was killed.
 */
export function projectLauncher(vendor: string): string {
  const { projectRoot, searchesProjectRoot, failureAnsweredBy } = tableOf(vendor).commandLine;
  if (searchesProjectRoot) return outermostLoader;
  if (failureAnsweredBy !== 'host') return loaderBelow(projectRoot);
  return `node ${projectRoot === undefined ? '' : `${projectRoot}/`}.anyhook/run.cjs`;
}

/**
 * Returns the launcher of lines in a vendor's settings. In user scope it is an absolute path, which no
 * project can supply.
 *
 * @param windows Whether the lines are for Windows.
 */
export function launcherFor(vendor: string, { scope, home }: Workspace, windows: boolean): string {
  if (scope === 'project') return projectLauncher(vendor);
  const { failureAnsweredBy, windowsShell } = tableOf(vendor).commandLine;
  const words = [process.execPath, join(home, '.anyhook/run.cjs')];
  if (windows && windowsShell) return writePowerShellCall(words);
  if (failureAnsweredBy === 'host') return words.map((word) => quoteWord(word, true)).join(' ');
  return loaderInFolder(join(home, '.anyhook').replaceAll(sep, '/'));
}

/** Tells whether a launcher starts the runner that we install for a scope. The value record lies in the folder of that runner. */
export const startsInstalledRunner = (
  launcher: string,
  vendor: string,
  workspace: Workspace,
): boolean => [false, true].some((windows) => launcherFor(vendor, workspace, windows) === launcher);

/** Throws `usage` for a launcher that is not one program with its first arguments. */
export function requireProgram(launcher: string): void {
  if (launcher.startsWith(callOperator) || parseSimpleCommand(launcher)?.words.length) return;
  const start = `--launcher ${JSON.stringify(launcher)} starts no program`;
  throw new AnyhookError('usage', `${start}: write one command, such as anyhook`);
}

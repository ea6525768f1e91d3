import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { World } from '../mapping/adapter.ts';
import { findAdapter } from '../translate/host.ts';

/**
 * Moves this process to the project in whose settings its line stands. Returns the runner of that
 * project where it is another than this one: it is of the version that wrote the line. Throws
 * `usage` where there is no such project, since the folder of the process may be a model's choice.
 */
export function moveToRoot(
  { host, root }: Flags,
  argv: readonly string[],
  world: World,
): string | undefined {
  const search = root === 'search' ? findAdapter(host)?.rootOf : undefined;
  if (!search) return undefined;
  const runnerIn = (folder: string): string => join(folder, '.anyhook/run.cjs');
  let folder = search(wordsOfLine(argv), world) ?? '/';
  while (!existsSync(runnerIn(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  const runner = runnerIn(folder);
  if (!existsSync(runner)) {
    const why = 'no settings here or in the folders above hold this line';
    throw new AnyhookError('usage', why);
  }
  process.chdir(folder);
  return realpathSync(runner) === realpathSync(process.argv[1] as string) ? undefined : runner;
}

/** The words of a line: the loader puts flags of its own, each with a value, before them. */
function wordsOfLine(argv: readonly string[]): readonly string[] {
  let at = 0;
  while (argv[at] === '--proof' || argv[at] === '--root') at += 2;
  return argv.slice(at);
}

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { World } from '../mapping/adapter.ts';
import { findAdapter } from '../translate/host.ts';

/**
 * Changes the working directory to the project whose settings hold the shim line of this process, if the
 * line says `--root search`: some agents run hooks in folders below the project. Throws `usage` if no such
 * project is found, since the folder in which this process runs may be a model's choice.
 *
 * @param argv The arguments of this process, after the name of the subcommand.
 * @returns the path of the project's runner if another file runs now. That runner must run in its place,
 *   since it is of the version that wrote the line. Undefined: this process goes on.
 */
export function moveToRoot(
  { host, root }: Flags,
  argv: readonly string[],
  world: World,
): string | undefined {
  const rootOf = root === 'search' ? findAdapter(host)?.rootOf : undefined;
  if (!rootOf) return undefined;
  const runnerIn = (folder: string): string => join(folder, '.anyhook/run.cjs');
  let folder = rootOf(withoutLoaderFlags(argv), world) ?? '/';
  while (!existsSync(runnerIn(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  const runner = runnerIn(folder);
  if (!existsSync(runner)) {
    const why = 'no settings here or in the folders above hold this line';
    throw new AnyhookError('usage', why);
  }
  process.chdir(folder);
  return realpathSync(runner) === realpathSync(process.argv[1] as string) ? undefined : runner;
}

/** Returns the words of the shim line, without the flags that the loader puts before them. */
function withoutLoaderFlags(argv: readonly string[]): readonly string[] {
  let at = 0;
  while (argv[at] === '--proof' || argv[at] === '--root') at += 2;
  return argv.slice(at);
}

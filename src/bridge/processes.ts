/** The words that start processes of ours from the process of an agent. */
import type { Flags } from '../canonical/flags.ts';

/** Returns the program that runs a script with Node: this one, if it is Node itself, or else the `node` on the path. */
const nodeProgram = (): string =>
  /[\\/]node(?:\.exe)?$/i.test(process.execPath) ? process.execPath : 'node';

/** Returns the words that start the runner with the words of a line after `run`. */
export const listRunWords = (runner: string, words: readonly string[]): string[] => [
  nodeProgram(),
  runner,
  'run',
  ...words,
];

/**
 * Returns the words that run a hook which is a module, on the canonical event on stdin. The process answers for a handler
 * that fails, so it is told what its line says of failures.
 *
 * @param runner The path of the runner.
 * @param module The file of the module, as the line states it.
 */
export const listModuleWords = (
  runner: string,
  module: string,
  onFailure: Flags['onFailure'],
): string[] =>
  listRunWords(runner, [
    ...['--host', 'anyhook', '--as', 'anyhook', '--module', module],
    ...(onFailure === undefined ? [] : ['--on-failure', onFailure]),
  ]);

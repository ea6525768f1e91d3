/** The words that start processes of ours from the process of an agent. */

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

/** Returns the words that run a hook which is a module, on the canonical event on stdin. */
export const listModuleWords = (runner: string, module: string): string[] =>
  listRunWords(runner, ['--host', 'anyhook', '--as', 'anyhook', '--module', module]);

/** The command line with everything that it can do. */
import { attempt } from '../util/attempt.ts';
import { answerLine, type Work } from './answer-line.ts';
import type { Action } from './commands/options.ts';
import { listPresentAgents } from './project.ts';
import type { PresentAgents } from './suggest.ts';

/** Returns an action that loads what does its work when it is called. */
const whenCalled = (load: () => Promise<Action>): Action =>
  async function (...given) {
    await (await load()).apply(this, given);
  };

const actions: Work['actions'] = {
  init: whenCalled(async () => (await import('./init.ts')).initProject),
  doctor: whenCalled(async () => (await import('./doctor.ts')).examineProject),
  test: whenCalled(async () => (await import('./test.ts')).testHooks),
  list: whenCalled(async () => (await import('./list.ts')).listHooks),
  convert: whenCalled(async () => (await import('./convert.ts')).convertHooks),
  sync: whenCalled(async () => (await import('./sync.ts')).syncAgents),
  remove: whenCalled(async () => (await import('./remove.ts')).removeHooks),
  capabilities: whenCalled(async () => (await import('./capabilities.ts')).listCapabilities),
};

/** Finds the agents of a project. There are none where the working directory is gone. */
const findPresent = (isOfUser: boolean): PresentAgents =>
  attempt(() => listPresentAgents(isOfUser)) ?? { withSettings: [], withFolder: [] };

/**
 * Runs a command line with any subcommand but `run`, which another bundle does. Prints errors and sets
 * `process.exitCode`. Throws errors that are bugs.
 */
export const runCommandLine = (argv: readonly string[] = process.argv): Promise<void> =>
  answerLine(argv, {
    actions,
    findPresent,
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  });

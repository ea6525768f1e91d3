/** The command line with everything that it can do. */
import { attempt } from '../util/attempt.ts';
import { answerLine } from './answer-line.ts';
import { listCapabilities } from './capabilities.ts';
import type { Actions } from './commands/program.ts';
import { convertHooks } from './convert.ts';
import { examineProject } from './doctor.ts';
import { initProject } from './init.ts';
import { listHooks } from './list.ts';
import { listPresentAgents } from './project.ts';
import { removeHooks } from './remove.ts';
import type { PresentAgents } from './suggest.ts';
import { syncAgents } from './sync.ts';
import { testHooks } from './test.ts';

const actions: Actions = {
  init: initProject,
  doctor: examineProject,
  test: testHooks,
  list: listHooks,
  convert: convertHooks,
  sync: syncAgents,
  remove: removeHooks,
  capabilities: listCapabilities,
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

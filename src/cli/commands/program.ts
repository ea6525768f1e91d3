/** The program as commander knows it: every command with its flags and its help, and without what it does. */
import { Command } from 'commander';
import { readVersion } from '../version.ts';
import { makeCapabilitiesCommand } from './capabilities.ts';
import { makeCompletionCommand } from './completion.ts';
import { makeConvertCommand } from './convert.ts';
import { makeDoctorCommand } from './doctor.ts';
import { makeInitCommand } from './init.ts';
import { makeListCommand } from './list.ts';
import type { Action } from './options.ts';
import { makeRemoveCommand } from './remove.ts';
import { makeRunCommand } from './run.ts';
import { makeSyncCommand } from './sync.ts';
import { makeTestCommand } from './test.ts';

/** The commands that do something, in the order of the help. `run` is another bundle's. */
const makers = {
  init: makeInitCommand,
  doctor: makeDoctorCommand,
  test: makeTestCommand,
  list: makeListCommand,
  convert: makeConvertCommand,
  sync: makeSyncCommand,
  remove: makeRemoveCommand,
  capabilities: makeCapabilitiesCommand,
  completion: makeCompletionCommand,
} as const;

/** What each command does. */
export type Actions = Readonly<Record<keyof typeof makers, Action>>;

/** Makes the program. */
export function makeProgram(actions: Actions): Command {
  const program = new Command('anyhook')
    .description('One hook script for every AI coding agent.')
    .version(readVersion())
    .addHelpText('after', help);
  for (const [name, make] of Object.entries(makers))
    program.addCommand(make(actions[name as keyof Actions]));
  return program.addCommand(makeRunCommand());
}

const help = `
Examples:
  $ anyhook convert cursor gemini           # shows what it would write
  $ anyhook convert cursor gemini --write
  $ anyhook sync                            # anyhook.yaml into every agent
  $ anyhook remove gemini                   # takes out what was put in
  $ anyhook test 'rm -rf /'                 # asks every guard about a call

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written, or a
test failed; 2 bad usage or unreadable input; 3 out of date (sync --check);
4 could not write; 5 a hook never runs, or refuses every call (--strict, and
sync --check where what is written would not run), or could not answer (test).
\`run\` has its own: anyhook run --help`;

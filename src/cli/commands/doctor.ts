import { Command } from 'commander';
import type { Action } from './options.ts';

/** Makes `anyhook doctor`, which says of every hook here whether it does what it is there for. */
export function makeDoctorCommand(act: Action): Command {
  return new Command('doctor')
    .description('say what is true of every agent, settings file and hook here')
    .option('-v, --verbose', 'show everything')
    .option('--fix', 'make the changes that need no decision; they are shown first')
    .option('--run', 'start the commands of gates, in a copy of the project')
    .option('--yes', 'do not ask before --fix or --run')
    .option('--json', 'print JSON')
    .option('--sarif <file>', 'write SARIF for code scanning; -: to stdout')
    .option('--strict', 'end with 5 if a hook does nothing or refuses every call')
    .addHelpText('after', help)
    .action(act);
}

const help = `
Example:
  $ anyhook doctor                  # each agent, file and hook, one line each
  $ anyhook doctor --fix            # shows what it would change, and asks
  $ anyhook doctor --run --strict --yes    # in CI

Nothing of the project is started without --run. The runner in .anyhook is
tried with a hook of anyhook's own, if it is byte for byte of this version.

Exit codes: 0 done; 2 bad usage; 4 could not write; 5 a hook does nothing or
refuses every call, or a settings file cannot be read (--strict).`;

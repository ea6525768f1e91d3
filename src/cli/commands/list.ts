import { Command } from 'commander';
import type { Action } from './options.ts';

/** Makes `anyhook list`, which prints a table of hooks and agents. */
export function makeListCommand(act: Action): Command {
  return new Command('list')
    .description('list the hooks here, and what each is under each agent')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(act);
}

const help = `
Example:
  $ anyhook list
  $ anyhook list --json

In the table: ✓ guards, · runs, ✗ does nothing or refuses every call,
! something is wrong, – the agent does not start it. (1 of 2): one of two entries
does so. Reasons: anyhook doctor

Exit codes: 0 done; 2 bad usage.`;

import { Argument, Command } from 'commander';
import { keysOf } from '../../util/keys-of.ts';
import { loadLines } from '../completion.ts';
import type { Action } from './options.ts';

/** Makes `anyhook completion SHELL`, which prints a script that completes lines of this program in a shell. */
export function makeCompletionCommand(act: Action): Command {
  return new Command('completion')
    .description('print a script with which a shell completes commands, flags and agents')
    .addArgument(new Argument('<shell>', 'whose script').choices(keysOf(loadLines)))
    .addHelpText('after', help)
    .action(act);
}

const help = `
Load it when a shell starts:
${Object.values(loadLines)
  .map((line) => `  ${line}`)
  .join('\n')}

Exit codes: 0 done; 2 bad usage.`;

import { Command, Option } from 'commander';
import { listAgentIds } from '../known-words.ts';
import {
  type Action,
  makeAcceptLossOfOption,
  makeAcceptLossOption,
  makeForOption,
  makeGuardsNothingOption,
  makeScopeOption,
  makeStrictOption,
  makeVerboseOption,
} from './options.ts';

/** Makes `anyhook convert FROM TO`, which puts the hooks of one agent's settings into another's. */
export function makeConvertCommand(act: Action): Command {
  return new Command('convert')
    .description('put the hooks of one agent into the settings of another')
    .argument('<from>', `whose hooks: ${listAgentIds().join(', ')}`)
    .argument('<to>', 'into whose settings')
    .option('--input <file>', "read this file instead of the agent's own")
    .option('--output <file>', "write this file instead of the agent's own; - for stdout")
    .addOption(new Option('--write', "write the agent's own file").conflicts('output'))
    .addOption(makeScopeOption())
    .option('--dry-run', 'show the change, write nothing (the default)')
    .option('--json', 'print JSON instead of the table')
    .addOption(makeVerboseOption())
    .addOption(makeAcceptLossOption())
    .addOption(makeAcceptLossOfOption())
    .addOption(makeGuardsNothingOption())
    .addOption(makeStrictOption())
    .option(
      '--force',
      'write what is kept out on purpose: commands that choose their agent themselves, values of one person; with FROM as TO: its own hooks, which then run once in agents that load its file too',
    )
    .option('--raw', 'rename events and keys only; the scripts must speak the other dialect')
    .addOption(makeForOption())
    .addOption(
      new Option(
        '--lines <how>',
        'hooks of one event on one line, or each on its own (default: as anyhook.yaml says, else together)',
      ).choices(['together', 'apart']),
    )
    .option('--launcher <text>', 'what starts the shim, such as anyhook')
    .addHelpText('after', help)
    .action(act);
}

const help = `
Example:
  $ anyhook convert cursor gemini --write

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 4 could not write; 5 a hook never runs, or
refuses every call (--strict).`;

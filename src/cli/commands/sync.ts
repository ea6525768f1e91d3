import { Command, Option } from 'commander';
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

/** Makes `anyhook sync`, which writes one source of hooks into every agent of the project. */
export function makeSyncCommand(act: Action): Command {
  return new Command('sync')
    .description('write one source of hooks into every agent of the project')
    .option('--from <source>', 'an agent or a file of one (default: anyhook.yaml)')
    .addOption(
      new Option(
        '--to <agents>',
        'a list such as gemini,cursor (default: those in the project)',
      ).argParser((list, before?: string) => (before === undefined ? list : `${before},${list}`)),
    )
    .option('--check', 'write nothing; end with 3 if a file is not as its source has it')
    .addOption(makeScopeOption())
    .option('--quiet', 'print only what is wrong')
    .option('--json', 'print JSON')
    .addOption(makeVerboseOption())
    .option('--dry-run', 'show the change, write nothing')
    .addOption(makeAcceptLossOption())
    .addOption(makeAcceptLossOfOption())
    .addOption(makeGuardsNothingOption())
    .addOption(makeStrictOption())
    .option(
      '--force',
      'write what is kept out on purpose: commands that choose their agent themselves, values of one person',
    )
    .addOption(makeForOption())
    .addHelpText('after', help)
    .action(act);
}

const help = `
Example:
  $ anyhook sync            # anyhook.yaml → every agent present here
  $ anyhook sync --check    # in CI, or before a commit
  $ anyhook sync --quiet    # prints only what is wrong
  $ anyhook sync --scope user    # ~/.anyhook/anyhook.yaml → your own settings

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 3 out of date, or changed by hand (--check);
4 could not write; 5 a hook never runs, or refuses every call (--check,
--strict; a module without a handler for its event also without them).`;

import { Command, Option } from 'commander';
import { type Action, makeVerboseOption } from './options.ts';

/** Makes `anyhook remove AGENT…`, which takes our entries out of settings files. */
export function makeRemoveCommand(act: Action): Command {
  return new Command('remove')
    .description("take anyhook's entries out of an agent's settings again")
    .argument('[agents...]', 'whose settings')
    .option('--all', 'those of every agent')
    .addOption(
      new Option('--scope <scope>', 'whose settings: of this project, yours, or both')
        .choices(['project', 'user', 'all'])
        .default('project'),
    )
    .option('--dry-run', 'show the change, write nothing')
    .option('--json', 'print JSON')
    .addOption(makeVerboseOption())
    .addHelpText('after', help)
    .action(act);
}

const help = `
Example:
  $ anyhook remove gemini
  $ anyhook remove --all --scope all --dry-run    # everything, everywhere

Exit codes: 0 done; 2 bad usage or unreadable input; 4 could not write.`;

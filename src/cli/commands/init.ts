import { Command } from 'commander';
import type { Action } from './options.ts';

/** Makes `anyhook init`, which sets up the hooks of a project. */
export function makeInitCommand(act: Action): Command {
  return new Command('init')
    .description('set up hooks in this project: asks, shows each file, then writes')
    .option('--agents <list>', 'the agents that your team uses, such as claude,gemini')
    .option('--hooks <list>', 'hooks to begin with: shell, secrets, format; or none')
    .option('--hook <language>', 'write a hook of your own to begin with: ts or js, with a test')
    .option('--from <agent>', "take this agent's hooks as the hooks of all agents")
    .option('-y, --yes', 'ask nothing: take what the flags say, and what is found')
    .option('--dry-run', 'show the files, write nothing')
    .option('--json', 'print JSON')
    .option('-v, --verbose', 'show every line of the files')
    .addHelpText('after', help)
    .action(act);
}

const help = `
Examples:
  $ anyhook init                                # asks
  $ anyhook init --agents claude,gemini --yes   # asks nothing
  $ anyhook init --agents cursor --hooks shell,format --dry-run
  $ anyhook init --hook ts --agents claude --yes   # hooks/guard.ts and a test
  $ anyhook init --from cursor --agents cursor,gemini --yes

No file that is there is replaced: scripts stay as they are, anyhook.yaml gets
the hooks of --hooks that it lacks, and .gitattributes and the settings of
agents get further lines.

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 4 could not write, and nothing was changed.`;

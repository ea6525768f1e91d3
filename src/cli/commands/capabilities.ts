import { Command } from 'commander';
import { listAgentIds } from '../known-words.ts';
import type { Action } from './options.ts';

/** Makes `anyhook capabilities [VENDOR]`, which lists what each event honours, and with `--json` what it tells a hook. */
export function makeCapabilitiesCommand(act: Action): Command {
  return new Command('capabilities')
    .description('list what each agent honours of a hook, and with --json what it tells one')
    .argument('[vendor]', `one of ${listAgentIds().join(', ')}`)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ anyhook capabilities terminai\n\nExit codes: 0 done; 2 bad usage.',
    )
    .action(act);
}

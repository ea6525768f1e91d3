import { Command } from 'commander';
import { removeHooks } from '../settings/remove.ts';
import type { Scope } from '../settings/table.ts';
import { scopeOption } from './convert.ts';
import { diff } from './report.ts';

interface Flags {
  scope: Scope;
  dryRun?: boolean;
  json?: boolean;
}

/** `anyhook remove VENDOR`: takes out of a settings file what was put in. */
export function removeCommand(): Command {
  return new Command('remove')
    .description("take anyhook's entries out of an agent's settings again")
    .argument('<vendor>', 'whose settings')
    .addOption(scopeOption())
    .option('--dry-run', 'show the change, write nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ anyhook remove gemini\n\nExit codes: as of convert.')
    .action(async (vendor: string, { scope, dryRun, json }: Flags) => {
      const { file, count, before, text, edited } = await removeHooks(vendor, { scope, dryRun });
      if (json) {
        console.log(JSON.stringify({ file, count, edited, written: !dryRun, text }, null, 2));
        return;
      }
      if (dryRun && before !== text) console.log(diff({ file, before, text: text ?? '' }));
      const gone = text === undefined && count ? '; the file was ours and is gone' : '';
      const entries = count === 1 ? 'entry' : 'entries';
      console.log(
        count ? `${count} ${entries} taken out of ${file}${gone}` : `Nothing of ours in ${file}`,
      );
      for (const event of edited) console.log(`${file}: ${event}: changed by hand, so it stays`);
    });
}

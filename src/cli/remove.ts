import { Command } from 'commander';
import { type Removed, removeHooks } from '../convert/remove-hooks.ts';
import type { Scope } from '../mapping/settings.ts';
import { makeScopeOption } from './convert.ts';
import { asJson, wrapText } from './paint.ts';
import { findProject } from './project.ts';
import { formatChange } from './report.ts';

interface Flags {
  scope: Scope;
  dryRun?: boolean;
  json?: boolean;
}

/** Makes `anyhook remove VENDOR`, which takes our entries out of a settings file. */
export function makeRemoveCommand(): Command {
  return new Command('remove')
    .description("take anyhook's entries out of an agent's settings again")
    .argument('<vendor>', 'whose settings')
    .addOption(makeScopeOption())
    .option('--dry-run', 'show the change, write nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async (vendor: string, { scope, dryRun, json }: Flags) => {
      const root = scope === 'project' ? findProject(vendor) : undefined;
      const done = await removeHooks(vendor, { scope, dryRun, root });
      const { file, count, before, text, edited } = done;
      if (json) {
        const written = !dryRun && before !== text;
        console.log(asJson({ file, count, edited, written, text: text ?? null }));
        return;
      }
      if (dryRun && before !== text)
        console.log(`${formatChange({ file, before, text: text ?? '' })}\n`);
      console.log(count ? describeRemoval(done, dryRun) : `Nothing of ours in ${file}`);
      for (const { event, line } of edited) {
        const where = line === undefined ? file : `${file}:${line}`;
        console.log(wrapText('odd     ', `${where}: ${event}: changed by hand, so it stays`));
      }
    });
}

/** Returns a sentence about what was taken out, or with `dryRun` what would be. */
function describeRemoval({ file, count, text }: Removed, dryRun: boolean | undefined): string {
  const entries = `${count} ${count === 1 ? 'entry' : 'entries'}`;
  const isWholeFileOurs = text === undefined; // the file then goes
  if (!dryRun) {
    return wrapText(
      '',
      `${entries} taken out of ${file}${isWholeFileOurs ? '; it was ours, and is gone' : ''}`,
    );
  }
  const fileNote = isWholeFileOurs ? ', which is ours and would go' : '';
  return wrapText('Nothing was written. ', `To take out: ${entries} of ${file}${fileNote}`);
}

const help = `
Example:
  $ anyhook remove gemini

Exit codes: 0 done; 2 bad usage or unreadable input; 4 could not write.`;

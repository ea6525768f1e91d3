import { Command } from 'commander';
import type { Done } from '../settings/apply.ts';
import { syncHooks } from '../settings/sync.ts';
import { adapterOf } from '../translate/host.ts';
import { ending, forOption, outline, runner } from './convert.ts';
import { asJson } from './paint.ts';
import { data } from './report.ts';

interface Flags {
  from?: string;
  to?: string;
  check?: boolean;
  json?: boolean;
  acceptLoss?: boolean;
  force?: boolean;
  for?: 'windows';
}

/** `anyhook sync`: one source of hooks into every agent of the project. */
export function syncCommand(): Command {
  return new Command('sync')
    .description('write one source of hooks into every agent of the project')
    .option('--from <source>', 'an agent or a file of one (default: anyhook.yaml)')
    .option('--to <agents>', 'a list such as gemini,cursor (default: those in the project)')
    .option('--check', 'write nothing; end with 3 if a file is not as its source has it')
    .option('--json', 'print JSON')
    .option('--accept-loss', 'write although a guard is lost or weaker')
    .option('--force', 'wrap commands that seem to serve several agents themselves')
    .addOption(forOption())
    .addHelpText('after', help)
    .action(async ({ from, to, check, json, acceptLoss, force, ...flags }: Flags) => {
      const named = to?.split(',').map((id) => id.trim());
      const list = named?.filter((id, i) => id || !i).map((id) => adapterOf(id, '--to').id);
      const all = await syncHooks({ from, to: list, check, acceptLoss, force, for: flags.for });
      if (json) console.log(asJson(all.map(data)));
      const refused = all.some((done) => done.end === 'refused');
      const said = all.map((done, i) => {
        const quiet = (check || refused) && done.end !== 'refused';
        const end = quiet ? standing(done) : ending(done, 'project');
        return [...outline(done, i > 0), ...end].join('\n');
      });
      if (refused) said.push('Nothing was written, for any agent.');
      if (!json) console.log(said.join('\n\n'));
      if (refused) process.exitCode = 1;
      else if (check && all.some((one) => one.changed || one.stale || one.edited))
        process.exitCode = 3;
    });
}

/** Whether a target is as its source would have it. */
function standing({ changed, stale, edited, file }: Done): string[] {
  const old = [...(changed ? [file] : []), ...(stale ? [runner('project')] : [])];
  const by = edited ? [`Changed by hand: ${file}`] : [];
  const said = old.length
    ? [`Out of date: ${old.join(', ')}`]
    : edited
      ? []
      : [`Up to date: ${file}`];
  return ['', ...said, ...by];
}

const help = `
Example:
  $ anyhook sync            # anyhook.yaml → every agent present here
  $ anyhook sync --check    # in CI, or before a commit

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 3 out of date, or changed by hand (--check);
4 could not write.`;

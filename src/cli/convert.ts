import { Command, Option } from 'commander';
import { adapters } from '../adapters/index.ts';
import { adapterOf } from '../host.ts';
import { convertFile, type Done, type Job } from '../settings/apply.ts';
import type { Scope } from '../settings/table.ts';
import { tableOf } from '../settings/wrap.ts';
import { paint, wrap } from './paint.ts';
import { data, diff, findings, gaps, losses, table } from './report.ts';

const vendors = Object.keys(adapters).join(', ');

export const scopeOption = () =>
  new Option('--scope <scope>', 'whose settings').choices(['project', 'user']).default('project');

interface Flags extends Omit<Job, 'from' | 'to'> {
  json?: boolean;
  dryRun?: boolean;
  scope: Scope;
}

/** `anyhook convert FROM TO`: hooks of one agent's settings into another's. */
export function convertCommand(): Command {
  return new Command('convert')
    .description('put the hooks of one agent into the settings of another')
    .argument('<from>', `whose hooks: ${vendors}`)
    .argument('<to>', 'into whose settings')
    .option('--input <file>', "read this file instead of the agent's own")
    .option('--output <file>', "write this file instead of the agent's own; - for stdout")
    .option('--write', "write the agent's own file")
    .addOption(scopeOption())
    .option('--dry-run', 'show the change, write nothing (the default)')
    .option('--json', 'print JSON')
    .option('--accept-loss', 'write although a guard is lost or weaker')
    .option('--force', 'wrap commands that seem to serve several agents themselves')
    .option('--raw', 'rename events and keys only; the scripts must speak the other dialect')
    .option('--launcher <text>', 'what starts the shim, such as anyhook')
    .addHelpText('after', help)
    .action(async (from: string, to: string, flags: Flags) => {
      const write = flags.write && !flags.dryRun;
      const output = flags.dryRun && flags.output !== '-' ? undefined : flags.output;
      const done = await convertFile({ ...flags, from, to, write, output });
      if (flags.output === '-') {
        process.stdout.write(done.text);
        console.error(outline(done).join('\n'));
      } else if (flags.json) console.log(JSON.stringify(data(done), null, 2));
      else console.log([...outline(done), ...ending(done, flags.scope)].join('\n'));
      if (done.refused) process.exitCode = 1;
    });
}

/** What becomes of the hooks, and what is to be known of it. */
export function outline(done: Done): string[] {
  const noticed = [
    ...findings(done.source, done.findings.source),
    ...findings(done.file, done.findings.target),
  ];
  const lost = [...losses(done), ...gaps(done)];
  return [
    `${done.source} → ${done.file}`,
    '',
    table(done),
    ...(lost.length ? ['', ...lost] : []),
    ...(noticed.length ? ['', ...noticed] : []),
  ];
}

/** Where it was written, and the one next step. */
export function ending(done: Done, scope: Scope): string[] {
  if (done.refused) {
    const why =
      'Nothing was written: a guard would be lost or weaker. To accept that: --accept-loss';
    return ['', paint('red', why)];
  }
  if (done.written) {
    const what = done.changed ? 'Written:' : 'Up to date:';
    return ['', `${what} ${done.file}`, wrap('Next: ', tableOf(done.to).nextStep[scope])];
  }
  if (!done.changed) return ['', `Up to date: ${done.file}`];
  const { title } = adapterOf(done.to);
  return ['', diff(done), '', `Nothing was written. To write ${title}'s file: --write`];
}

const help = `
Example:
  $ anyhook convert cursor gemini --write

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 4 could not write.`;

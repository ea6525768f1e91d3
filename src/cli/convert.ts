import { Command, Option } from 'commander';
import { adapters } from '../adapters/index.ts';
import type { Scope } from '../mapping/settings.ts';
import { convertFile, type Done, type Job } from '../settings/apply.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { asJson, paint, wrap } from './paint.ts';
import { data, diffs, findings, gaps, losses, table } from './report.ts';

const vendors = Object.keys(adapters).join(', ');

export const scopeOption = () =>
  new Option('--scope <scope>', 'whose settings').choices(['project', 'user']).default('project');

export const forOption = () =>
  new Option('--for <platform>', 'where the agent will run (default: here)').choices(['windows']);

interface Flags extends Omit<Job, 'from' | 'to'> {
  json?: boolean;
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
    .addOption(new Option('--write', "write the agent's own file").conflicts('output'))
    .addOption(scopeOption())
    .option('--dry-run', 'show the change, write nothing (the default)')
    .option('--json', 'print JSON instead of the table')
    .option('--accept-loss', 'write although a guard is lost or weaker')
    .option('--force', 'wrap commands that seem to serve several agents themselves')
    .option('--raw', 'rename events and keys only; the scripts must speak the other dialect')
    .addOption(forOption())
    .option('--launcher <text>', 'what starts the shim, such as anyhook')
    .addHelpText('after', help)
    .action(async (from: string, to: string, { json, ...flags }: Flags) => {
      const piped = flags.output === '-';
      const looks = flags.dryRun || !(flags.write || flags.output);
      const done = await convertFile({ ...flags, from, to });
      const lines = [
        ...outline(done),
        ...(piped && done.end !== 'refused' ? [] : ending(done, flags.scope, looks)),
      ];
      const said = json ? asJson(data(done)) : lines.join('\n');
      if (!piped) console.log(said);
      else {
        if (done.end !== 'refused') process.stdout.write(done.text);
        console.error(said);
      }
      if (done.end === 'refused') process.exitCode = 1;
    });
}

/** What becomes of the hooks, and what is to be known of it; of the source only once. */
export function outline(done: Done, again = false): string[] {
  const noticed = [
    ...(again ? [] : findings(done.source, done.findings.source)),
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

/** Where it was written, and the one next step; `looks`: nobody asked for more than a look. */
export function ending(done: Done, scope: Scope, looks = false): string[] {
  if (done.end === 'refused') {
    const why = 'a guard would be lost or weaker; --accept-loss accepts it.';
    const change = looks && done.changed ? ['', diffs(done)] : [];
    return [...change, '', paint('red', `Nothing was written: ${why}`)];
  }
  const changed = done.files.filter(({ before, text }) => before !== text);
  const news = [...changed.map(({ file }) => file), ...(done.stale ? [runner(scope)] : [])];
  if (!news.length) return ['', `Up to date: ${done.file}`];
  if (done.end === 'written') {
    const next = wrap('Next: ', tableOf(done.to).nextStep[scope]);
    return ['', `Written: ${news.join(', ')}`, next];
  }
  const { title } = adapterOf(done.to);
  const missing = done.stale && !done.changed ? [`Out of date: ${runner(scope)}`] : [];
  const change = done.changed ? [diffs(done), ''] : missing;
  return ['', ...change, `Nothing was written. To write ${title}'s file: --write`];
}

export const runner = (scope: Scope): string =>
  scope === 'project' ? '.anyhook/run.cjs' : '~/.anyhook/run.cjs';

const help = `
Example:
  $ anyhook convert cursor gemini --write

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 4 could not write.`;

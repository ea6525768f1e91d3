import { Command, Option } from 'commander';
import type { FileConversion } from '../convert/job.ts';
import { syncHooks } from '../convert/sync-hooks.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { findAdapter } from '../translate/host.ts';
import { quoteWord } from '../util/shell/quote.ts';
import {
  type AcceptLossFlags,
  acceptedLossOf,
  describeConversion,
  describeEnd,
  makeAcceptLossOfOption,
  makeAcceptLossOption,
  makeForOption,
  makeGuardsNothingOption,
  makeStrictOption,
} from './convert.ts';
import { asJson } from './paint.ts';
import { describeProject, findProject } from './project.ts';
import {
  conversionToJson,
  explainReportWords,
  formatChanges,
  hasDeadHook,
  isTargetSwitchedOff,
} from './report.ts';
import { readVendor, readVendors } from './words.ts';

interface Flags extends AcceptLossFlags {
  from?: string;
  to?: string;
  check?: boolean;
  json?: boolean;
  dryRun?: boolean;
  strict?: boolean;
  guardsNothing?: string[];
  force?: boolean;
  for?: 'windows';
}

/** Makes `anyhook sync`, which writes one source of hooks into every agent of the project. */
export function makeSyncCommand(): Command {
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
    .option('--json', 'print JSON')
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
    .action(async ({ from: named, to, check, dryRun, json, strict, ...flags }: Flags) => {
      const targets = to === undefined ? undefined : readVendors(to, '--to');
      const from = named === undefined ? undefined : readSource(named);
      const { force, guardsNothing, for: system } = flags;
      const acceptLoss = acceptedLossOf(flags);
      const jobFlags = { check: check || dryRun, acceptLoss, guardsNothing, force, for: system };
      const root = findProject(from !== undefined && findAdapter(from) ? from : neutralVendor());
      const all = await syncHooks({ from, to: targets, root, ...jobFlags });
      if (json) console.log(asJson(all.map(conversionToJson)));
      const refused = all.some((done) => done.end === 'refused');
      const reports = all.map((done, i) => {
        const isUnwritten = (check || dryRun || refused) && done.end !== 'refused';
        const place = { scope: 'project', root, isPreview: dryRun } as const;
        const end = isUnwritten ? describeStatus(done, check, from) : describeEnd(done, place);
        return [...describeConversion(done, i > 0), ...end].join('\n');
      });
      if (refused) reports.push('Nothing was written, for any agent.');
      reports.unshift(...describeProject(root));
      reports.push(...explainReportWords(all));
      if (!json) console.log(reports.join('\n\n'));
      if (refused) process.exitCode = 1;
      else if ((strict && hasDeadHook(all)) || (check && all.some(isTargetSwitchedOff)))
        process.exitCode = 5;
      else if (check && all.some((one) => one.changed || one.stale || one.edited))
        process.exitCode = 3;
    });
}

/** Returns the vendor that a word means, or the word as it is if it is the path of a file. */
const readSource = (word: string): string =>
  /[./\\]/.test(word) ? word : readVendor(word, '--from');

/** Returns whether a target is up to date with its source, what would change, and what to do next. */
function describeStatus(
  done: FileConversion,
  check: boolean | undefined,
  from: string | undefined,
): string[] {
  const { changed, outdated, edited, file } = done;
  const oldFiles = [...(changed ? [file] : []), ...outdated];
  const editNote = edited ? [`Changed by hand: ${file}`] : [];
  const next = check
    ? [
        `Next: anyhook sync${from === undefined ? '' : ` --from ${quoteWord(from, false)}`}, and commit what it writes.`,
      ]
    : ['Nothing was written.'];
  if (!oldFiles.length) return ['', ...(edited ? editNote : [`Up to date: ${file}`])];
  return [
    '',
    ...(changed ? [formatChanges(done), ''] : []),
    `Out of date: ${oldFiles.join(', ')}`,
    ...editNote,
    ...next,
  ];
}

const help = `
Example:
  $ anyhook sync            # anyhook.yaml → every agent present here
  $ anyhook sync --check    # in CI, or before a commit

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 3 out of date, or changed by hand (--check);
4 could not write; 5 what is written would not run (--check), or a hook never
runs, or refuses every call (--strict).`;

import { Command, Option } from 'commander';
import type { FileConversion } from '../convert/job.ts';
import { syncHooks } from '../convert/sync-hooks.ts';
import type { Scope } from '../mapping/settings.ts';
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
  makeScopeOption,
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
  quiet?: boolean;
  scope: Scope;
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
    .addOption(makeScopeOption())
    .option('--quiet', 'print only what is wrong')
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
    .action(
      async ({ from: named, to, check, dryRun, quiet, scope, json, strict, ...flags }: Flags) => {
        const targets = to === undefined ? undefined : readVendors(to, '--to');
        const from = named === undefined ? undefined : readSource(named);
        const { force, guardsNothing, for: system } = flags;
        const acceptLoss = acceptedLossOf(flags);
        const jobFlags = { check: check || dryRun, acceptLoss, guardsNothing, force, for: system };
        const owner = from !== undefined && findAdapter(from) ? from : neutralVendor();
        const root = scope === 'project' ? findProject(owner) : undefined;
        const all = await syncHooks({ from, to: targets, root, scope, ...jobFlags });
        if (json) console.log(asJson(all.map(conversionToJson)));
        const refused = all.some((done) => done.end === 'refused');
        const isWrong = (done: FileConversion) =>
          done.end === 'refused' ||
          (strict && hasDeadHook([done])) ||
          (check && (isTargetSwitchedOff(done) || done.changed || done.stale || done.edited));
        const told = quiet ? all.filter(isWrong) : all;
        const reports = told.map((done, i) => {
          const isUnwritten = (check || dryRun || refused) && done.end !== 'refused';
          const place = { scope, root, isPreview: dryRun };
          const end = isUnwritten
            ? describeStatus(done, check, from, scope)
            : describeEnd(done, place);
          return [...describeConversion(done, i > 0), ...end].join('\n');
        });
        if (refused) reports.push('Nothing was written, for any agent.');
        if (reports.length) reports.unshift(...describeProject(root));
        reports.push(...explainReportWords(told));
        if (!json && reports.length) console.log(reports.join('\n\n'));
        if (refused) process.exitCode = 1;
        else if ((strict && hasDeadHook(all)) || (check && all.some(isTargetSwitchedOff)))
          process.exitCode = 5;
        else if (check && all.some((one) => one.changed || one.stale || one.edited))
          process.exitCode = 3;
      },
    );
}

/** Returns the vendor that a word means, or the word as it is if it is the path of a file. */
const readSource = (word: string): string =>
  /[./\\]/.test(word) ? word : readVendor(word, '--from');

/** Returns whether a target is up to date with its source, what would change, and what to do next. */
function describeStatus(
  done: FileConversion,
  check: boolean | undefined,
  from: string | undefined,
  scope: Scope,
): string[] {
  const { changed, outdated, edited, file } = done;
  const line = [
    'anyhook sync',
    ...(from === undefined ? [] : ['--from', quoteWord(from, false)]),
    ...(scope === 'project' ? [] : ['--scope', scope]),
  ].join(' ');
  const oldFiles = [...(changed ? [file] : []), ...outdated];
  const editNote = edited ? [`Changed by hand: ${file}`] : [];
  const commit = scope === 'project' ? ', and commit what it writes' : '';
  const next = check ? [`Next: ${line}${commit}.`] : ['Nothing was written.'];
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
  $ anyhook sync --quiet    # prints only what is wrong
  $ anyhook sync --scope user    # ~/.anyhook/anyhook.yaml → your own settings

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 3 out of date, or changed by hand (--check);
4 could not write; 5 what is written would not run (--check), or a hook never
runs, or refuses every call (--strict).`;

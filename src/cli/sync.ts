import { Command, Option } from 'commander';
import { syncHooks } from '../convert/sync-hooks.ts';
import type { Scope } from '../mapping/settings.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { readHookNumbers } from '../survey/index.ts';
import { findAdapter } from '../translate/host.ts';
import {
  type AcceptLossFlags,
  acceptedLossOf,
  makeAcceptLossOfOption,
  makeAcceptLossOption,
  makeForOption,
  makeGuardsNothingOption,
  makeScopeOption,
  makeStrictOption,
  makeVerboseOption,
} from './convert.ts';
import { asJson } from './paint.ts';
import { describeProject, findProject } from './project.ts';
import { describeCheck } from './report/check.ts';
import { warnOfIgnoredFiles } from './report/ignored.ts';
import {
  conversionToJson,
  describeConversions,
  describePreview,
  describeWritten,
  explainRefusal,
  formatChanges,
  hasDeadHook,
  hasModuleWithoutHandler,
  isTargetSwitchedOff,
  withBlankLine,
} from './report/index.ts';
import { print } from './spelling.ts';
import { typedWordsOf } from './typed-command.ts';
import { readVendor, readVendors } from './words.ts';

interface Flags extends AcceptLossFlags {
  from?: string;
  to?: string;
  check?: boolean;
  json?: boolean;
  verbose?: boolean;
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
    .addOption(makeVerboseOption())
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
      async (
        { from: named, to, check, dryRun, quiet, scope, json, verbose, strict, ...flags }: Flags,
        command,
      ) => {
        const targets = to === undefined ? undefined : readVendors(to, '--to');
        const from = named === undefined ? undefined : readSource(named);
        const { force, guardsNothing, for: system } = flags;
        const acceptLoss = acceptedLossOf(flags);
        const jobFlags = { check: check || dryRun, acceptLoss, guardsNothing, force, for: system };
        const owner = from !== undefined && findAdapter(from) ? from : neutralVendor();
        const root = scope === 'project' ? findProject(owner) : undefined;
        const numbers = readHookNumbers(resolveWorkspace({ root, scope }));
        const all = await syncHooks({ from, to: targets, root, scope, numbers, ...jobFlags });
        if (json) console.log(asJson(all.map(conversionToJson)));
        const refused = all.some((done) => done.end === 'refused');
        const typed = typedWordsOf(command);
        const place = { scope, root, typed, isVerbose: verbose };
        const describeEnd = () => {
          if (refused) {
            const changes = dryRun ? all.filter(({ changed }) => changed) : [];
            const shown = changes.flatMap((done) => ['', formatChanges(done, verbose)]);
            return [...shown, ...withBlankLine(explainRefusal(all, typed, check))];
          }
          return withBlankLine(dryRun ? describePreview(all, place) : describeWritten(all, place));
        };
        const describeAll = () => [
          ...describeProject(root),
          ...describeConversions(all, verbose),
          ...describeEnd(),
        ];
        const isBroken = (strict || check) && hasDeadHook(all);
        const isAllWell = !refused && !isBroken;
        const lines =
          check && !refused
            ? describeCheck(all, place)
            : quiet && isAllWell
              ? warnOfIgnoredFiles(all, place)
              : describeAll();
        if (!json && lines.length) print(lines.join('\n'));
        const isOutdated = check && all.some((one) => one.changed || one.stale || one.edited);
        if (refused) process.exitCode = 1;
        else if (isOutdated) process.exitCode = 3;
        else if (
          isBroken ||
          all.some(hasModuleWithoutHandler) ||
          (check && all.some(isTargetSwitchedOff))
        )
          process.exitCode = 5;
      },
    );
}

/** Returns the vendor that a word means, or the word as it is if it is the path of a file. */
const readSource = (word: string): string =>
  /[./\\]/.test(word) ? word : readVendor(word, '--from');

const help = `
Example:
  $ anyhook sync            # anyhook.yaml → every agent present here
  $ anyhook sync --check    # in CI, or before a commit
  $ anyhook sync --quiet    # prints only what is wrong
  $ anyhook sync --scope user    # ~/.anyhook/anyhook.yaml → your own settings

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 3 out of date, or changed by hand (--check);
4 could not write; 5 a hook never runs, or refuses every call (--check,
--strict; a module without a handler for its event also without them).`;

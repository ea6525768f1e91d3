import type { Command } from 'commander';
import { syncHooks } from '../convert/sync-hooks.ts';
import type { Scope } from '../mapping/settings.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { readHookNumbers } from '../survey/index.ts';
import { findAdapter } from '../translate/host.ts';
import { computeStep } from '../util/progress.ts';
import { type AcceptLossFlags, acceptedLossOf } from './convert.ts';
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

/** Writes one source of hooks into every agent of the project. */
export async function syncAgents(
  { from: named, to, check, dryRun, quiet, scope, json, verbose, strict, ...flags }: Flags,
  command: Command,
): Promise<void> {
  const targets = to === undefined ? undefined : readVendors(to, '--to');
  const from = named === undefined ? undefined : readSource(named);
  const { force, guardsNothing, for: system } = flags;
  const acceptLoss = acceptedLossOf(flags);
  const jobFlags = { check: check || dryRun, acceptLoss, guardsNothing, force, for: system };
  const owner = from !== undefined && findAdapter(from) ? from : neutralVendor();
  const root = scope === 'project' ? findProject(owner) : undefined;
  const numbers = computeStep('Reading the settings', () =>
    readHookNumbers(resolveWorkspace({ root, scope })),
  );
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
}

/** Returns the vendor that a word means, or the word as it is if it is the path of a file. */
const readSource = (word: string): string =>
  /[./\\]/.test(word) ? word : readVendor(word, '--from');

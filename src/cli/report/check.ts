/** Prints what `sync --check` found: nothing if all is well, else what is wrong and what to type. */
import type { FileConversion } from '../../convert/job.ts';
import { kindOfFinding } from '../../settings/finding.ts';
import { wrapText } from '../paint.ts';
import { formatCommand, withFlags } from '../typed-command.ts';
import { formatChanges } from './changes.ts';
import type { Place } from './ending.ts';
import { formatFindings, isTargetSwitchedOff } from './findings.ts';

/**
 * Returns a report about files that are not as their source has them, or that would not run. No lines: all is well.
 *
 * @param place `strict`: hooks that never run, or refuse every call, are wrong as well.
 */
export function describeCheck(
  all: readonly FileConversion[],
  { typed, scope, isVerbose, strict }: Place & { strict?: boolean | undefined },
): string[] {
  const outdated = [
    ...new Set(
      all.flatMap(({ changed, file, outdated }) => [...(changed ? [file] : []), ...outdated]),
    ),
  ];
  const broken = all.flatMap((done, i) => {
    const isOff = isTargetSwitchedOff(done);
    const { source, target } = done.findings;
    const wrong = (strict || isOff ? target : []).filter((one) => kindOfFinding(one) !== 'odd');
    const atHome = strict && !i ? source.filter((one) => kindOfFinding(one) !== 'odd') : [];
    return [...formatFindings(done.source, atHome), ...formatFindings(done.file, wrong)];
  });
  const edited = all.flatMap(({ file, findings: { target } }) =>
    formatFindings(
      file,
      target.filter(({ code }) => code === 'edited'),
    ),
  );
  const command = formatCommand(withFlags(typed, []));
  const changes = isVerbose
    ? all.filter(({ changed }) => changed).flatMap((done) => [formatChanges(done, true), ''])
    : [];
  return [
    ...broken,
    ...edited,
    ...changes,
    ...(outdated.length ? [wrapText('Out of date: ', outdated.join(', '))] : []),
    ...(outdated.length || edited.length
      ? [
          `${edited.length ? 'Then type' : 'Type'} this${scope === 'project' ? ', and commit what it writes' : ''}:`,
          command,
        ]
      : []),
  ];
}

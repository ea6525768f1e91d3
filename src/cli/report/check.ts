/** Prints what `sync --check` found: nothing if all is well, else what is wrong and what to type. */
import type { FileConversion } from '../../convert/job.ts';
import { type Finding, kindOfFinding, saysNeverIn } from '../../settings/finding.ts';
import { adapterOf } from '../../translate/host.ts';
import { paint, wrapText } from '../paint.ts';
import { describeFindingPages } from '../site-pages.ts';
import { formatCommand, withFlags } from '../typed-command.ts';
import { formatChanges } from './changes.ts';
import { describeEdited, type Place } from './ending.ts';
import { formatFindings } from './findings.ts';
import { warnOfIgnoredFiles } from './ignored.ts';

/** Returns a report about files that are not as their source has them, or that would not run. No lines: all is well. */
export function describeCheck(
  all: readonly FileConversion[],
  { typed, scope, root, isVerbose }: Place,
): string[] {
  const outdated = [
    ...new Set(
      all.flatMap(({ changed, file, outdated }) => [...(changed ? [file] : []), ...outdated]),
    ),
  ];
  const altered = new Map(all.flatMap((done) => done.altered.map((one) => [one.file, one])));
  const broken = all.flatMap((done, i) => {
    const { source, target } = done.findings;
    const wrong = target.filter((one) => kindOfFinding(one) !== 'odd');
    const titles = all.map(({ to }) => adapterOf(to).title);
    const isBroken = (one: Finding) =>
      kindOfFinding(one) !== 'odd' || titles.some((title) => saysNeverIn(one, title));
    const atHome = !i ? source.filter(isBroken) : [];
    return [
      { file: done.source, findings: atHome },
      { file: done.file, findings: wrong },
    ];
  });
  const stale = outdated.filter((file) => !altered.has(file));
  const edited = all.map(({ file, findings: { target } }) => ({
    file,
    findings: target.filter(({ code }) => code === 'edited'),
  }));
  const hasEdited = edited.some(({ findings }) => findings.length);
  // What sync cannot make is to be mended first.
  const missing = all.flatMap(({ findings: { source } }) =>
    source.flatMap((one) => (one.code === 'module-missing' ? one.path : [])),
  );
  const first = missing.length
    ? `Write ${[...new Set(missing)].join(', ')}, or change module: in the source. Then type this`
    : 'Type this';
  const command = formatCommand(withFlags(typed, []));
  const changes = isVerbose
    ? all.filter(({ changed }) => changed).flatMap((done) => [formatChanges(done, true), ''])
    : [];
  const found = [...formatFindings(broken), ...formatFindings(edited)];
  return [
    ...found,
    ...(isVerbose && found.length ? describeFindingPages() : []),
    ...changes,
    ...warnOfIgnoredFiles(all, { scope, root }),
    ...[...altered.values()].map(({ file, why, source }) =>
      paint('red', wrapText('✗ ', `${file} ${why}; anyhook sync makes it anew from ${source}`)),
    ),
    ...(stale.length ? [wrapText('Out of date: ', stale.join(', '))] : []),
    ...(hasEdited
      ? describeEdited(all, { typed, scope })
      : outdated.length
        ? [
            wrapText('', `${first}${scope === 'project' ? ', and commit what it writes' : ''}:`),
            command,
          ]
        : []),
  ];
}

/** Prints what a report says with `-v` alone: each loss, and what else a person may want to know of the target. */
import { severities } from '../../canonical/outcome.ts';
import type { HookResult } from '../../convert/hook-result.ts';
import type { FileConversion } from '../../convert/job.ts';
import {
  formatRepeatedStarts,
  listRepeatedStarts,
  type RepeatedStart,
} from '../../coverage/repeated-starts.ts';
import type { Gap } from '../../mapping/settings.ts';
import { tableOf } from '../../settings/tables.ts';
import { adapterOf } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { paint, toPlainLine, wrapText } from '../paint.ts';
import { nameOf, numberOf } from './hook-status.ts';
import { formatLosses } from './shared-losses.ts';

/** Returns all details about conversions, with a headline for each kind. */
export function describeDetails(all: readonly FileConversion[]): string[] {
  return [
    ...withHeadline('What guards lose', formatLosses(all, 'unsafe', '  ')),
    ...withHeadline('What else hooks lose', formatLosses(all, 'lossy', '  ')),
    ...withHeadline('When agents run no hooks', describeGaps(all)),
    ...withHeadline('Good to know', [
      ...describeRepeatedStarts(all),
      ...all.flatMap(describeWindowsShell),
    ]),
  ];
}

const withHeadline = (headline: string, lines: readonly string[]): string[] =>
  lines.length ? ['', paint('bold', `${headline}:`), ...lines] : [];

/** Returns the repeated starts of a hook in the target; none for a hook that is not written there. */
export const findRepeatedStarts = (
  { to, servers }: Pick<FileConversion, 'to' | 'servers'>,
  row: HookResult,
): RepeatedStart[] =>
  'entryPoints' in row
    ? listRepeatedStarts(adapterOf(to), row.hook, row.entryPoints, {
        servers,
        wordings: row.wordings,
      })
    : [];

/** Returns notes about hooks that one call may start more than once. Hooks with the same causes share a note. */
function describeRepeatedStarts(all: readonly FileConversion[]): string[] {
  const said = all.flatMap((done) =>
    done.rows.flatMap((row) => {
      const starts = findRepeatedStarts(done, row);
      const { title } = adapterOf(done.to);
      const hook = `${numberOf(row)} ${nameOf(row)}`;
      return starts.length ? [{ text: formatRepeatedStarts(starts), hook, title }] : [];
    }),
  );
  return [...groupBy(said, ({ text }) => text)].map(([text, group]) => {
    const hooks = [...new Set(group.map(({ hook }) => hook))].join(', ');
    const titles = [...new Set(group.map(({ title }) => title))].join(', ');
    return wrapText('  ', toPlainLine(`${hooks} in ${titles}: ${text}`));
  });
}

/** Describes a gap: a case in which an agent does not fire its hooks. */
export const describeGap = (to: string, { what }: Gap): string => `${adapterOf(to).title}: ${what}`;

/** Returns the cases in which the agents do not fire the hooks that are written. Agents with the same case share a line. */
const describeGaps = (all: readonly FileConversion[]): string[] => {
  const gaps = all.flatMap(({ to, gaps }) => gaps.map(({ what }) => ({ to, what })));
  return [...groupBy(gaps, ({ what }) => what)].map(([what, group]) => {
    const titles = [...new Set(group.map(({ to }) => adapterOf(to).title))].join(', ');
    return wrapText('  ', `${titles}: ${what}`);
  });
};

/** Returns a note that the written lines may not run on Windows. Empty: they may, or a loss says so. */
function describeWindowsShell({ to, startsShim, rows }: FileConversion): string[] {
  const { windowsShell: shell } = tableOf(to).commandLine;
  const hasLoss = rows.some(({ losses }) => losses.some(({ code }) => code === 'windows-shell'));
  if (!shell || !startsShim || hasLoss) return [];
  const text = `On Windows, ${adapterOf(to).title} runs these lines in ${shell}, which may not run them. For a Windows machine, write them with --for windows.`;
  return [wrapText('  ', text)];
}

/** All severities that a report shows, the worst first. */
export const shownSeverities = severities.filter((severity) => severity !== 'cosmetic');

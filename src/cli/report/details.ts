/** Prints what a report says with `-v` alone: each loss, and what else a person may want to know of the target. */
import { type Severity, severities } from '../../canonical/outcome.ts';
import { describeHookLoss } from '../../convert/hook-loss.ts';
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

/** Returns all details about a conversion, with a headline for each kind. */
export function describeDetails(done: FileConversion): string[] {
  const { title } = adapterOf(done.to);
  return [
    ...withHeadline(`What guards lose in ${title}`, describeLosses(done, 'unsafe')),
    ...withHeadline(`What else hooks lose in ${title}`, describeLosses(done, 'lossy')),
    ...withHeadline(`What ${title} does not tell any hook`, describeGaps(done)),
    ...withHeadline('Good to know', [
      ...describeRepeatedStarts(done),
      ...(describeWindowsShell(done) ?? []),
    ]),
  ];
}

const withHeadline = (headline: string, lines: readonly string[]): string[] =>
  lines.length ? ['', paint('bold', `${headline}:`), ...lines] : [];

/** Names hooks by their numbers and names. */
const nameHooks = (rows: readonly HookResult[]): string =>
  rows.map((row) => `${numberOf(row)} ${nameOf(row)}`).join(', ');

/** Returns a line for each sentence about hooks, with the hooks that it is about. */
const describeShared = (said: readonly { text: string; row: HookResult }[]): string[] =>
  [...groupBy(said, ({ text }) => text)].map(([text, group]) => {
    const rows = [...new Set(group.map(({ row }) => row))];
    return wrapText('  ', `${toPlainLine(text)} (${nameHooks(rows)})`);
  });

/** Returns a line for each loss of a severity. Hooks with the same loss share a line. */
export const describeLosses = (
  { rows }: Pick<FileConversion, 'rows'>,
  wanted: Severity,
): string[] =>
  describeShared(
    rows.flatMap((row) =>
      row.losses
        .filter(({ severity, code }) => severity === wanted && code !== 'serves-several')
        .map((loss) => ({ text: describeHookLoss(loss), row })),
    ),
  );

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
const describeRepeatedStarts = (done: FileConversion): string[] =>
  describeShared(
    done.rows.flatMap((row) => {
      const starts = findRepeatedStarts(done, row);
      return starts.length ? [{ text: formatRepeatedStarts(starts), row }] : [];
    }),
  );

/** Describes a gap: a case in which an agent does not fire its hooks. */
export const describeGap = (to: string, { what }: Gap): string => `${adapterOf(to).title}: ${what}`;

/** Returns the cases in which the target's agent does not fire the hooks that are written, one line each. */
const describeGaps = ({ gaps }: FileConversion): string[] =>
  gaps.map(({ what }) => wrapText('  ', what));

/** Returns a note that the written lines may not run on Windows. Undefined: they may, or a loss says so. */
function describeWindowsShell({ to, startsShim, rows }: FileConversion): string[] | undefined {
  const { windowsShell: shell } = tableOf(to).commandLine;
  const hasLoss = rows.some(({ losses }) => losses.some(({ code }) => code === 'windows-shell'));
  if (!shell || !startsShim || hasLoss) return undefined;
  const text = `On Windows, ${adapterOf(to).title} runs these lines in ${shell}, which may not run them. For a Windows machine, write them with --for windows.`;
  return [wrapText('  ', text)];
}

/** All severities that a report shows, the worst first. */
export const shownSeverities = severities.filter((severity) => severity !== 'cosmetic');

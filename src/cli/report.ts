/** Writes the parts of a report about a conversion, as lines for a terminal or as JSON. */
import { structuredPatch } from 'diff';
import { type Severity, severities } from '../canonical/outcome.ts';
import { describeHookLoss } from '../convert/hook-loss.ts';
import type { HookResult } from '../convert/hook-result.ts';
import type { FileConversion } from '../convert/job.ts';
import {
  formatRepeatedStarts,
  listRepeatedStarts,
  type RepeatedStart,
} from '../coverage/repeated-starts.ts';
import type { Gap } from '../mapping/settings.ts';
import { describeFinding, type Finding, kindOfFinding } from '../settings/finding.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { quoteWord } from '../util/shell/quote.ts';
import { alignColumns, paint, showInvisible, toPlainLine, wrapText } from './paint.ts';

/** Returns the worst severity among a hook's losses, or undefined if it has none. */
const worstSeverityOf = ({ losses }: HookResult): Severity | undefined =>
  severities.find((worst) => losses.some(({ severity }) => severity === worst));

const nameOf = ({ hook }: HookResult): string => toPlainLine(displayNameOf(hook));

const paintSeverity = (severity: Severity | undefined, text: string): string =>
  severity === 'unsafe' ? paint('red', text) : severity === 'lossy' ? paint('yellow', text) : text;

/** Returns a table with a row for each hook of a source: what becomes of it in the target. */
export function formatHookTable(done: FileConversion): string {
  const { rows } = done;
  if (!rows.length) return 'No hooks there.';
  const cells = rows.map((row) => {
    const severity = worstSeverityOf(row);
    const shown = severity === 'cosmetic' ? '' : (severity ?? '');
    return [nameOf(row), toPlainLine(row.hook.event), row.events.join(' ') || '–', row.how, shown];
  });
  const [head = '', ...lines] = alignColumns([
    ['hook', 'event', 'there', 'carried', 'loss'],
    ...cells,
  ]).split('\n');
  return [
    paint('dim', head),
    ...lines.map((line, i) => paintSeverity(rows[i] && worstSeverityOf(rows[i]), line)),
  ].join('\n');
}

/** Explanations of the words that a report uses for hooks, losses and findings. */
const meanings = {
  native: 'it stands there as it is',
  shim: 'anyhook starts it there and translates',
  emulated: 'anyhook also makes up for what the agent lacks',
  degraded: 'some of what it may say is not heard there',
  kept: 'it is not written there, on purpose',
  lost: 'it is not written there: nothing would start it',
  unsafe: 'a guard is weaker there, or gone',
  lossy: 'something else is lost',
  dead: 'does nothing where it is',
  refuses: 'cannot run, which its agent takes for a refusal',
  odd: 'may not be what was meant',
} as const;

/** Returns a line that explains the words of {@link meanings} that occur in a report, or no line. */
export function explainReportWords(all: readonly FileConversion[]): string[] {
  const usedWords = new Set<string>(
    all.flatMap(({ rows, gaps, findings: { source, target } }) => [
      ...rows.flatMap((row) => [row.how, worstSeverityOf(row) ?? '']),
      ...[...source, ...target].map(kindOfFinding),
      gaps.length ? 'lossy' : '',
    ]),
  );
  const words = Object.entries(meanings).filter(([word]) => usedWords.has(word));
  if (!words.length) return [];
  const text = words.map(([word, text]) => `${word}: ${text}`).join(' · ');
  return [paint('dim', wrapText('', text))];
}

/** Returns the repeated starts of a hook in the target; none for a hook that is not written there. */
const findRepeatedStarts = (
  { to, servers }: Pick<FileConversion, 'to' | 'servers'>,
  row: HookResult,
): RepeatedStart[] =>
  'entryPoints' in row
    ? listRepeatedStarts(adapterOf(to), row.hook, row.entryPoints, {
        servers,
        wordings: row.wordings,
      })
    : [];

/** Names the first of some hooks, and counts the others. */
const nameHooks = ([first, ...more]: readonly string[]): string =>
  more.length ? `${first} and ${more.length} more` : String(first);

/** Returns notes about hooks that one call may start more than once. Hooks with the same causes share a note. */
export function describeRepeatedStarts(done: FileConversion): string[] {
  const hooksByText = new Map<string, string[]>();
  for (const row of done.rows) {
    const starts = findRepeatedStarts(done, row);
    if (!starts.length) continue;
    const text = formatRepeatedStarts(starts);
    hooksByText.set(text, [...(hooksByText.get(text) ?? []), `${row.hook.event} ${nameOf(row)}`]);
  }
  return [...hooksByText].map(([text, hooks]) =>
    wrapText('note    ', toPlainLine(`${text} (${nameHooks(hooks)})`)),
  );
}

/** Returns a line for each loss, the worst first, and then one for each hint. Hooks with the same loss share a line. */
export function describeLosses({ rows }: Pick<FileConversion, 'rows'>): string[] {
  const lossesByText = new Map<string, { severity: Severity; hooks: string[] }>();
  for (const row of rows) {
    for (const loss of row.losses) {
      const { severity } = loss;
      if (severity === 'cosmetic') continue;
      const text = describeHookLoss(loss);
      const shared = lossesByText.get(text) ?? { severity, hooks: [] };
      shared.hooks.push(`${row.hook.event} ${nameOf(row)}`);
      lossesByText.set(text, shared);
    }
  }
  const sorted = [...lossesByText].sort(
    ([, a], [, b]) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  const lines = sorted.map(([text, { severity, hooks }]) => {
    const line = toPlainLine(`${text} (${nameHooks(hooks)})`);
    return paintSeverity(severity, wrapText(severity.padEnd(8), line));
  });
  const hints = rows.flatMap((row) =>
    'hint' in row && row.hint
      ? [wrapText('hint    ', toPlainLine(`${nameOf(row)}: ${row.hint}`))]
      : [],
  );
  return [...lines, ...hints];
}

/** Tells whether some hook of the source or the target never runs, or refuses every call. */
export const hasDeadHook = (all: readonly FileConversion[]): boolean =>
  all.some(({ findings: { source, target } }) =>
    [...source, ...target].some((finding) => kindOfFinding(finding) !== 'odd'),
  );

/** Tells whether the target's agent would run none of what is written. */
export const isTargetSwitchedOff = ({ findings: { target } }: FileConversion): boolean =>
  target.some(
    (finding) => finding.code === 'switched-off' || finding.code === 'void' || dropsFile(finding),
  );

/** Tells whether a finding is about something because of which the agent ignores the whole file. */
const dropsFile = (finding: Finding): boolean =>
  ('ends' in finding && finding.ends) || (finding.code === 'unknown-event' && finding.voids);

/** Returns why a conversion was refused, and the flags with which it would be written. */
export function explainRefusal({ unaccepted }: Pick<FileConversion, 'unaccepted'>): string[] {
  const keptOut = unaccepted.filter(({ how }) => how === 'kept');
  const weak = unaccepted.filter(({ how }) => how !== 'kept');
  const quiet = weak.filter(({ showsNoVerdict }) => showsNoVerdict); // perhaps no guards at all
  const count = unaccepted.length === 1 ? 'a guard' : `${unaccepted.length} guards`;
  const namesOf = (rows: readonly HookResult[]): string[] => [...new Set(rows.map(nameOf))];
  const repeatFlag = (rows: readonly HookResult[], flag: string): string =>
    namesOf(rows)
      .map((name) => `${flag}=${quoteWord(name, false)}`)
      .join(' ');
  const isOne = quiet.length === 1;
  const ways = [
    ...(quiet.length
      ? [
          `${namesOf(quiet).join(', ')} ${isOne ? 'shows' : 'show'} no verdict. If ${isOne ? 'it neither refuses nor hides' : 'they neither refuse nor hide'} anything, say so: ${repeatFlag(quiet, '--guards-nothing')}`,
        ]
      : []),
    ...(weak.length
      ? [
          `To accept the loss: ${repeatFlag(weak, '--accept-loss')}${weak.length > 1 ? '; of all hooks: --accept-loss' : ''}`,
        ]
      : []),
    ...(keptOut.length ? [`To write ${namesOf(keptOut).join(', ')} all the same: --force`] : []),
  ];
  return [
    paint('red', `Nothing was written: ${count} would be lost or weaker.`),
    ...ways.map((way) => wrapText('  ', way)),
  ];
}

/** Returns the findings about a file, in the order of its lines. */
export const formatFindings = (file: string, findings: readonly Finding[]): string[] =>
  findings
    .toSorted((a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0))
    .map((finding) => {
      const { at } = finding;
      const kind = kindOfFinding(finding);
      const where = at ? `${at.file ?? file}:${at.line}` : file;
      const line = wrapText(kind.padEnd(8), `${where}: ${toPlainLine(describeFinding(finding))}`);
      return kind === 'odd' ? line : paint('yellow', line);
    });

/** Returns the changes of all files that change, as coloured lines. */
export const formatChanges = ({ files }: Pick<FileConversion, 'files'>): string =>
  files
    .filter(({ before, text }) => before !== text)
    .map(formatChange)
    .join('\n\n');

/** Returns the change of one file as coloured lines, each hunk with two unchanged lines before and after it. */
export function formatChange({ file, before, text }: FileConversion['files'][number]): string {
  const { hunks } = structuredPatch(file, file, before, text, '', '', { context: 2 });
  const lines = hunks.flatMap(({ oldStart, newStart, lines }) => [
    paint('cyan', `@@ ${oldStart} → ${newStart} @@`),
    ...lines
      .map((raw) => showInvisible(raw.replace(/\r$/, '')))
      .map((line) =>
        line.startsWith('+')
          ? paint('green', line)
          : line.startsWith('-')
            ? paint('red', line)
            : line,
      ),
  ]);
  return [paint('bold', file), ...lines].join('\n');
}

/** Describes a gap: a case in which an agent does not fire its hooks. */
const describeGap = (to: string, { what }: Gap): string => `${adapterOf(to).title}: ${what}`;

/** Returns the cases in which the target's agent does not fire the hooks that are written, one line each. */
export const describeGaps = ({ to, gaps }: FileConversion): string[] =>
  gaps.map((gap) => paintSeverity('lossy', wrapText('lossy   ', describeGap(to, gap))));

/** Returns a note that the written lines may not run on Windows. Returns none if they may, or if a loss says so. */
export function describeWindowsShell({ to, startsShim, rows }: FileConversion): string[] {
  const { windowsShell: shell } = tableOf(to).commandLine;
  const hasLoss = rows.some(({ losses }) => losses.some(({ code }) => code === 'windows-shell'));
  if (!shell || !startsShim || hasLoss) return [];
  const text = `on Windows these lines run in ${shell}, which may not run them (--for windows)`;
  return [wrapText('note    ', text)];
}

/** Returns a finding as JSON, with its kind and a text that describes it. */
const findingToJson = (finding: Finding): object => ({
  ...finding,
  kind: kindOfFinding(finding),
  text: describeFinding(finding),
});

/** Returns the result of a conversion as the JSON that `--json` prints. */
export function conversionToJson(done: FileConversion): object {
  const { from, to, source, file, changed, stale, edited, end, unsafe, findings } = done;
  const written = end === 'written';
  const hooks = done.rows.map((row) => {
    const { hook, at, how, events, losses } = row;
    const hint = 'hint' in row ? row.hint : undefined;
    const starts = findRepeatedStarts(done, row);
    const describedLosses = losses.map((loss) => ({ ...loss, text: describeHookLoss(loss) }));
    return {
      ...hook,
      line: at?.line,
      how,
      events,
      severity: worstSeverityOf(row) ?? null,
      losses: describedLosses,
      starts: starts.length ? starts : undefined,
      hint,
    };
  });
  const printed = {
    from,
    to,
    source,
    file,
    changed,
    stale,
    edited,
    written: written && (changed || stale),
    refused: end === 'refused',
    unsafe,
    hooks,
    coverage: done.gaps.map((gap) => {
      return { ...gap, severity: 'lossy', text: describeGap(to, gap) };
    }),
    findings: {
      source: findings.source.map(findingToJson),
      target: findings.target.map(findingToJson),
    },
  };
  return written ? printed : { ...printed, text: done.text };
}

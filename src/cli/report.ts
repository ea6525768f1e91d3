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

/** Returns the worst severity among a hook's losses; undefined: it has none. */
const worstSeverityOf = ({ losses }: HookResult): Severity | undefined =>
  severities.find((one) => losses.some(({ severity }) => severity === one));

const nameOf = ({ hook }: HookResult): string => toPlainLine(displayNameOf(hook));

const paintSeverity = (severity: Severity | undefined, text: string): string =>
  severity === 'unsafe' ? paint('red', text) : severity === 'lossy' ? paint('yellow', text) : text;

/** Returns a table with a row for each hook of a source: what becomes of it in the target. */
export function formatHookTable(done: FileConversion): string {
  const { rows } = done;
  if (!rows.length) return 'No hooks there.';
  const cells = rows.map((row) => [
    nameOf(row),
    toPlainLine(row.hook.event),
    row.events.join(' ') || '–',
    row.how,
    worstSeverityOf(row) === 'cosmetic' ? '' : (worstSeverityOf(row) ?? ''),
  ]);
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

/** Returns a line that explains the words which occur in a report, or no line. */
export function explainReportWords(all: readonly FileConversion[]): string[] {
  const said = new Set<string>(
    all.flatMap(({ rows, gaps, findings: { source, target } }) => [
      ...rows.flatMap((row) => [row.how, worstSeverityOf(row) ?? '']),
      ...[...source, ...target].map(kindOfFinding),
      gaps.length ? 'lossy' : '',
    ]),
  );
  const words = Object.entries(meanings).filter(([word]) => said.has(word));
  if (!words.length) return [];
  const text = words.map(([word, text]) => `${word}: ${text}`).join(' · ');
  return [paint('dim', wrapText('', text))];
}

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

/** Returns notes about hooks that one call may start more than once, one note for hooks with equal words. */
export function describeRepeatedStarts(done: FileConversion): string[] {
  const said = new Map<string, string[]>();
  for (const row of done.rows) {
    const repeated = findRepeatedStarts(done, row);
    if (!repeated.length) continue;
    const text = formatRepeatedStarts(repeated);
    said.set(text, [...(said.get(text) ?? []), `${row.hook.event} ${nameOf(row)}`]);
  }
  return [...said].map(([text, hooks]) =>
    wrapText('note    ', toPlainLine(`${text} (${nameHooks(hooks)})`)),
  );
}

/** Returns the losses of hooks in words, the worst first, then hints; a loss of several hooks is one line. */
export function describeLosses({ rows }: Pick<FileConversion, 'rows'>): string[] {
  const told = new Map<string, { severity: Severity; hooks: string[] }>();
  for (const row of rows) {
    for (const loss of row.losses) {
      const { severity } = loss;
      if (severity === 'cosmetic') continue;
      const text = describeHookLoss(loss);
      const one = told.get(text) ?? { severity, hooks: [] };
      one.hooks.push(`${row.hook.event} ${nameOf(row)}`);
      told.set(text, one);
    }
  }
  const sorted = [...told].sort(
    ([, a], [, b]) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  const lines = sorted.map(([text, { severity, hooks }]) => {
    return paintSeverity(
      severity,
      wrapText(severity.padEnd(8), toPlainLine(`${text} (${nameHooks(hooks)})`)),
    );
  });
  const hints = rows.flatMap((row) =>
    'hint' in row && row.hint
      ? [wrapText('hint    ', toPlainLine(`${nameOf(row)}: ${row.hint}`))]
      : [],
  );
  return [...lines, ...hints];
}

/** Tells whether some hook never runs where it is, or refuses every call. */
export const hasDeadHook = (all: readonly FileConversion[]): boolean =>
  all.some(({ findings: { source, target } }) =>
    [...source, ...target].some((one) => kindOfFinding(one) !== 'odd'),
  );

/** Tells whether the target's agent would run none of what is written. */
export const isTargetSwitchedOff = ({ findings: { target } }: FileConversion): boolean =>
  target.some((one) => one.code === 'switched-off' || one.code === 'void' || dropsFile(one));

/** Tells whether a finding makes its agent drop the whole file. */
const dropsFile = (one: Finding): boolean =>
  ('ends' in one && one.ends) || (one.code === 'unknown-event' && one.voids);

/** Returns why nothing was written, and the flags with which it would be. */
export function explainRefusal({ unaccepted }: Pick<FileConversion, 'unaccepted'>): string[] {
  const kept = unaccepted.filter(({ how }) => how === 'kept');
  const weak = unaccepted.filter(({ how }) => how !== 'kept');
  const quiet = weak.filter(({ showsNoVerdict }) => showsNoVerdict);
  const count = unaccepted.length === 1 ? 'a guard' : `${unaccepted.length} guards`;
  const called = (rows: readonly HookResult[]): string[] => [...new Set(rows.map(nameOf))];
  const flags = (rows: readonly HookResult[], flag: string): string =>
    called(rows)
      .map((name) => `${flag}=${quoteWord(name, false)}`)
      .join(' ');
  const one = quiet.length === 1;
  const ways = [
    ...(quiet.length
      ? [
          `${called(quiet).join(', ')} ${one ? 'shows' : 'show'} no verdict. If ${one ? 'it neither refuses nor hides' : 'they neither refuse nor hide'} anything, say so: ${flags(quiet, '--guards-nothing')}`,
        ]
      : []),
    ...(weak.length
      ? [
          `To accept the loss: ${flags(weak, '--accept-loss')}${weak.length > 1 ? '; of all hooks: --accept-loss' : ''}`,
        ]
      : []),
    ...(kept.length ? [`To write ${called(kept).join(', ')} all the same: --force`] : []),
  ];
  return [
    paint('red', `Nothing was written: ${count} would be lost or weaker.`),
    ...ways.map((one) => wrapText('  ', one)),
  ];
}

/** Returns the findings about a file, in the order of its lines. */
export const formatFindings = (file: string, list: readonly Finding[]): string[] =>
  list
    .toSorted((a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0))
    .map((one) => {
      const kind = kindOfFinding(one);
      const where = one.at ? `${one.at.file ?? file}:${one.at.line}` : file;
      const line = wrapText(kind.padEnd(8), `${where}: ${toPlainLine(describeFinding(one))}`);
      return kind === 'odd' ? line : paint('yellow', line);
    });

/** Returns every file's change as coloured lines. */
export const formatChanges = ({ files }: Pick<FileConversion, 'files'>): string =>
  files
    .filter(({ before, text }) => before !== text)
    .map(formatChange)
    .join('\n\n');

/** Returns the change of one file as coloured lines, with two lines around each hunk. */
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

/** Describes a case in which an agent does not fire its hooks. */
const describeGap = (to: string, { what }: Gap): string => `${adapterOf(to).title}: ${what}`;

/** Returns the cases in which the target's agent does not fire the hooks that are written, one line each. */
export const describeGaps = ({ to, gaps }: FileConversion): string[] =>
  gaps.map((gap) => paintSeverity('lossy', wrapText('lossy   ', describeGap(to, gap))));

/** Returns a note that lines may not run on Windows, unless a loss says so already. */
export function describeWindowsShell({ to, startsShim, rows }: FileConversion): string[] {
  const { windowsShell: shell } = tableOf(to).commandLine;
  const said = rows.some(({ losses }) => losses.some(({ code }) => code === 'windows-shell'));
  if (!shell || !startsShim || said) return [];
  const text = `on Windows these lines run in ${shell}, which may not run them (--for windows)`;
  return [wrapText('note    ', text)];
}

/** Returns a finding as JSON, with its kind and its words. */
const findingToJson = (one: Finding): object => ({
  ...one,
  kind: kindOfFinding(one),
  text: describeFinding(one),
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

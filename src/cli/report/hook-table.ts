/** Makes the table of a report: a line for each hook, with one agent or several. */
import type { HookResult } from '../../convert/hook-result.ts';
import type { FileConversion } from '../../convert/job.ts';
import { neutralVendor } from '../../settings/formats/index.ts';
import { adapterOf } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { alignColumns, alignWithNotes, fitsLine, paint, toPlainLine, wrapText } from '../paint.ts';
import { type Grade, type HookStatus, nameOf, numberOf, statusOf } from './hook-status.ts';

const paintGrade = (grade: Grade, text: string): string =>
  grade === 'guard' ? paint('red', text) : grade === 'some' ? paint('yellow', text) : text;

/** Returns a text that is equal for the results of one entry of the source in all conversions. */
const keyOf = (row: HookResult): string => JSON.stringify([numberOf(row), row.at]);

/** Sorts the results of a conversion by the numbers of their hooks. */
const byNumber = (rows: readonly HookResult[]): HookResult[] =>
  rows.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));

/**
 * Returns a line for each hook of a conversion: what becomes of it in the target.
 *
 * @param isVerbose Whether to name the event of each hook in its own agent, too.
 */
export function formatHookLines(done: FileConversion, isVerbose = false): string[] {
  const rows = byNumber(done.rows);
  if (!rows.length) return ['There are no hooks in the source.'];
  const statuses = rows.map((row) => statusOf(done, row));
  const cells = rows.map((row, i) => {
    const { mark, verb, note } = statuses[i] ?? statusOf(done, row);
    const event = isVerbose ? [toPlainLine(row.hook.event)] : [];
    return [`${mark} ${numberOf(row)}`, nameOf(row), ...event, verb, toPlainLine(note)];
  });
  return alignWithNotes(cells, (i) => statuses[i]?.grade === 'done').flatMap((lines, i) =>
    lines.split('\n').map((line) => paintGrade(statuses[i]?.grade ?? 'done', line)),
  );
}

/**
 * Returns a table of hooks and agents: what becomes of each hook in each target. Undefined: it is wider than the
 * terminal.
 */
export function formatAgentTable(all: readonly FileConversion[]): string[] | undefined {
  const titles = all.map(({ to }) => adapterOf(to).title);
  const numbers = groupBy(
    all.flatMap((done) => done.rows.map((row) => ({ done, row }))),
    ({ row }) => keyOf(row),
  );
  const sorted = [...numbers.values()].toSorted(
    ([a], [b]) => (a?.row.number ?? 0) - (b?.row.number ?? 0),
  );
  const grades: Grade[] = [];
  const cells = sorted.map((group) => {
    const [first] = group;
    const statuses = all.map((one) => {
      const found = group.find(({ done }) => done === one);
      return found && statusOf(one, found.row);
    });
    grades.push(
      (['guard', 'some'] as const).find((worst) => statuses.some((one) => one?.grade === worst)) ??
        'done',
    );
    return [
      first ? `${numberOf(first.row)} ${nameOf(first.row)}` : '',
      ...statuses.map((one) => (one ? `${one.mark} ${one.verb}` : '–')),
    ];
  });
  const rows = [['', ...titles], ...cells];
  if (!fitsLine(rows)) return undefined;
  const [head = '', ...lines] = alignColumns(rows).split('\n');
  return [paint('dim', head), ...lines.map((line, i) => paintGrade(grades[i] ?? 'done', line))];
}

/** Returns one sentence about all hooks: how many there are, in which agents, and what is lost. */
export function summarize(all: readonly FileConversion[], isVerbose = false): string {
  const statuses = all.flatMap((done) => done.rows.map((row) => statusOf(done, row)));
  const hooks = new Set(all.flatMap(({ rows }) => rows.map(keyOf))).size;
  const [only] = all;
  const agents = all.length === 1 && only ? adapterOf(only.to).title : `${all.length} agents`;
  const count = (found: number, words: string): string[] => (found ? [`${found} ${words}`] : []);
  const countVerb = (wanted: string, words: string) =>
    count(statuses.filter(({ verb }) => verb === wanted).length, words);
  const losses = [
    ...countVerb('lost', 'lost'),
    ...countVerb('not written', 'not written'),
    ...countVerb('weaker', 'weaker'),
    ...countVerb('loses', 'with losses'),
  ];
  const parts = [
    ...(losses.length ? losses : ['nothing lost']),
    ...countVerb('changed', 'changed by hand'),
    ...countBroken(all),
  ];
  const isFine = parts.length === 1 && !losses.length;
  const absent = statuses.filter(({ verb }) => verb === 'lost' || verb === 'not written').length;
  const some = all.length === 1 && absent ? `${hooks - absent} of ` : '';
  const text = `${some}${hooks} ${hooks === 1 ? 'hook' : 'hooks'} in ${agents}${isFine ? ',' : ':'} ${parts.join(', ')}.`;
  return wrapText('', losses.length && !isVerbose ? `${text} With -v: each loss.` : text);
}

/**
 * Counts the hooks that already did nothing in the agent they come from, or refused every call there, and those that
 * their new agent never runs, since it ignores the whole file.
 */
function countBroken(all: readonly FileConversion[]): string[] {
  const [first] = all;
  if (!first) return [];
  const isNeutral = first.from === neutralVendor();
  const agent = adapterOf(first.from).title;
  const count = (wanted: (status: HookStatus) => boolean, ofOne: string, ofMore = ofOne) => {
    const rows = all.flatMap((done) =>
      done.rows.filter((row) => wanted(statusOf(done, row))).map(keyOf),
    );
    const found = new Set(rows).size;
    return found ? [`${found} ${found === 1 ? ofOne : ofMore}`] : [];
  };
  return [
    ...(isNeutral
      ? count(
          ({ verb }) => verb === 'never runs',
          'with an agent that never runs it',
          'with an agent that never runs them',
        )
      : [
          ...count(
            ({ verb, mark }) => verb === 'never runs' && mark === '✗',
            'that never runs',
            'that never run',
          ),
          ...count(
            ({ verb, mark }) => verb === 'never runs' && mark === '!',
            `never ran in ${agent} either`,
          ),
        ]),
    ...count(
      ({ verb }) => verb === 'refuses all',
      isNeutral ? 'that refuses every call' : `refuses every call in ${agent} too`,
      isNeutral ? 'that refuse every call' : `refuse every call in ${agent} too`,
    ),
  ];
}

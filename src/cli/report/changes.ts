/** Shows how a file changes, so that a person sees what is new in it. */
import { diffWordsWithSpace, structuredPatch } from 'diff';
import type { FileConversion } from '../../convert/job.ts';
import { fitLine, paint, showInvisible } from '../paint.ts';

type FileChange = FileConversion['files'][number];

/** The most added or removed lines in a row that a short report shows. */
const maxRun = 12;

/** Returns the changes of all files that change, as coloured lines. */
export const formatChanges = (
  { files }: Pick<FileConversion, 'files'>,
  isVerbose = false,
): string =>
  files
    .filter(({ before, text }) => before !== text)
    .map((file) => formatChange(file, isVerbose))
    .join('\n\n');

/**
 * Returns the change of one file as coloured lines. A line in which a few words change is shown once, with the words
 * before and after. Unless `isVerbose`, lines that change alike are counted, long runs of new lines are
 * shortened, and lines are cut at the width of the terminal.
 */
export function formatChange({ file, before, text }: FileChange, isVerbose = false): string {
  const context = isVerbose ? 2 : 1;
  const { hunks } = structuredPatch(file, file, before, text, '', '', { context });
  const lines = hunks.flatMap(({ oldStart, newStart, lines: raw }) => {
    const shown = raw
      .filter((line) => isVerbose || !line.startsWith('\\'))
      .map((line) => showInvisible(line.replace(/\r$/, '')));
    const head = paint('cyan', `@@ ${oldStart} → ${newStart} @@`);
    return isVerbose ? [head, ...shown.map(paintLine)] : [head, ...runsOf(shown)];
  });
  return [paint('bold', file), ...(isVerbose ? lines : joinAlike(lines))].join('\n');
}

const paintLine = (line: string): string =>
  line.startsWith('+') ? paint('green', line) : line.startsWith('-') ? paint('red', line) : line;

/** A shown line; `alike` is equal for two lines in which the same words change. */
type ShownLine = string | { alike: string; line: string };

/** Returns the lines of a hunk: pairs of an old and a new line that share most words as one line, long runs shortened. */
function runsOf(lines: readonly string[]): ShownLine[] {
  const shown: ShownLine[] = [];
  for (let i = 0; i < lines.length; ) {
    const removed = takeRun(lines, i, '-');
    const added = takeRun(lines, i + removed.length, '+');
    if (!removed.length && !added.length) {
      shown.push(fitLine(lines[i] ?? ''));
      i++;
      continue;
    }
    i += removed.length + added.length;
    const pairs =
      removed.length === added.length ? removed.map((old, n) => mixLines(old, added[n] ?? '')) : [];
    if (pairs.length && pairs.every((pair) => pair !== undefined)) shown.push(...pairs);
    else shown.push(...shorten(removed), ...shorten(added));
  }
  return shown;
}

/** Returns the lines from an index on that begin with a mark. */
function takeRun(lines: readonly string[], start: number, mark: string): string[] {
  const end = lines.findIndex((line, i) => i >= start && !line.startsWith(mark));
  return lines.slice(start, end < 0 ? undefined : end);
}

/** Returns the first lines of a long run, and a line that counts the others. */
function shorten(run: readonly string[]): string[] {
  const shown = run.length > maxRun + 2 ? run.slice(0, maxRun) : run;
  const rest = run.length - shown.length;
  const more = rest ? [paint('dim', `  … ${rest} more lines (-v shows all)`)] : [];
  return [...shown.map((line) => paintLine(fitLine(line))), ...more];
}

/** The columns of unchanged text that are shown on each side of a changed word. */
const maxAround = 24;

/**
 * Returns one line for an old and a new line: `~`, and the words that go (`[-old-]`) and come (`{+new+}`) among those
 * that stay. Undefined: the two share less than half of their text.
 */
function mixLines(removed: string, added: string): ShownLine | undefined {
  const parts = diffWordsWithSpace(removed.slice(1), added.slice(1));
  const lengthOf = (test: (part: (typeof parts)[number]) => boolean) =>
    parts.filter(test).reduce((sum, { value }) => sum + value.length, 0);
  const kept = lengthOf((part) => !part.added && !part.removed);
  if (kept * 2 < Math.max(removed.length, added.length) - 1) return undefined;
  const mixed = parts.map((part, i) => {
    if (part.removed) return paint('red', `[-${part.value}-]`);
    if (part.added) return paint('green', `{+${part.value}+}`);
    return shortenAround(part.value, i === 0, i === parts.length - 1);
  });
  const alike = JSON.stringify(parts.filter((part) => part.added || part.removed));
  return { alike, line: `~${mixed.join('')}` };
}

/** Shortens a text that stays the same between changed words. The beginning of a line keeps its indentation. */
function shortenAround(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * maxAround) return text;
  const indent = isFirst ? (/^\s*/.exec(text)?.[0] ?? '') : '';
  const before = isFirst ? indent : text.slice(0, maxAround);
  return `${before}…${isLast ? '' : text.slice(-maxAround)}`;
}

/** Returns lines as texts. Of lines that change alike, the first is shown, and the others are counted behind the last. */
function joinAlike(lines: readonly ShownLine[]): string[] {
  const counts = new Map<string, number>();
  const shown = lines.flatMap((one) => {
    if (typeof one === 'string') return [one];
    const count = (counts.get(one.alike) ?? 0) + 1;
    counts.set(one.alike, count);
    return count === 1 ? [one.line] : [];
  });
  const more = [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
  const isOne = more === 1;
  return more
    ? [
        ...withoutEmptyHunks(shown),
        paint(
          'dim',
          `  and ${more} more ${isOne ? 'line that changes' : 'lines that change'} alike (-v shows all)`,
        ),
      ]
    : shown;
}

/** Leaves out hunks of which nothing but unchanged lines is left. */
function withoutEmptyHunks(lines: readonly string[]): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  const plain = (line: string) => line.replace(/\u001b\[\d+m/g, '');
  const isHead = (line: string) => /^@@ \d+ → \d+ @@$/.test(plain(line));
  const hunks: string[][] = [];
  for (const line of lines) {
    if (isHead(line) || !hunks.length) hunks.push([]);
    hunks.at(-1)?.push(line);
  }
  return hunks.filter((hunk) => hunk.some((line) => /^[-+~]|^ {2}…/.test(plain(line)))).flat();
}

/** Changes lists whose elements are tables with headers: `[[hooks.Stop]]`. */
import type { FileEdits } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import { eolOf } from '../layout.ts';
import { toTable, UnwritableValue } from './render.ts';
import { lineEnd, lineStart, type Splice, spliceText } from './splice.ts';
import type { ParsedToml } from './tree.ts';

/** Whole lines of a text, as the offsets of their begin and end. */
interface LineRange {
  from: number;
  to: number;
}

/**
 * Returns the text with a list of tables changed. New tables take the place of the first removed one. If
 * none is removed, they follow the last table of the list, or are added at the end of the text.
 *
 * @param length How many elements the list has. 0: there is no list yet.
 */
export function changeTables(
  { text, tables }: ParsedToml,
  { path, remove, add }: FileEdits['lists'][number],
  length: number,
): string {
  const eol = eolOf(text);
  const newTables = add.map((table) => {
    if (!isObject(table)) throw new UnwritableValue(`${JSON.stringify(table)} in a list of tables`);
    return toTable(path, table);
  });
  const newText = newTables.flatMap((lines, i) => (i ? ['', ...lines] : lines)).join(eol);
  const rangesAt = (index: number) => findLines(text, tables, [...path, index]);
  const [replaced] = remove.length && newText ? rangesAt(Math.min(...remove)) : [];
  const removedRanges = remove.flatMap(rangesAt).filter(({ from }) => from !== replaced?.from);
  const splices = cutLines(text, removedRanges);
  if (replaced) {
    const replacement = text[replaced.to - 1] === '\n' ? newText + eol : newText;
    return spliceText(text, [{ ...replaced, text: replacement }, ...splices]);
  }
  if (!newText) return spliceText(text, splices);
  const listEnd = Math.max(0, ...rangesAt(length - 1).map(({ to }) => to));
  if (!length || listEnd === text.length) return appendTables(text, newText, eol);
  return spliceText(text, [{ from: listEnd, to: listEnd, text: `${eol}${newText}${eol}` }]);
}

/**
 * Returns the lines of the table at a path and of the tables inside it. There are several ranges if other
 * tables stand between these.
 */
function findLines(
  text: string,
  tables: ParsedToml['tables'],
  path: readonly (string | number)[],
): LineRange[] {
  const ranges: LineRange[] = [];
  let current: LineRange | undefined;
  for (const { resolvedKey, range } of tables) {
    const isAtOrBelow = path.every((part, i) => resolvedKey[i] === part);
    if (!isAtOrBelow) current = undefined;
    else if (current) current.to = lineEnd(text, range[1]);
    else {
      current = { from: lineStart(text, range[0]), to: lineEnd(text, range[1]) };
      ranges.push(current);
    }
  }
  return ranges;
}

/** Returns the splices that remove lines. Ranges with nothing but blanks between them are removed as one. */
function cutLines(text: string, removed: readonly LineRange[]): Splice[] {
  const joined: LineRange[] = [];
  for (const range of removed.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && !text.slice(last.to, range.from).trim()) last.to = range.to;
    else joined.push({ ...range });
  }
  return joined.map((range) => cutRange(text, range));
}

/**
 * Returns the splice that removes lines together with the blank line before them, or, at the start of the
 * text, the blank line after them. If the text does not end with a line break, neither does the new one.
 */
function cutRange(text: string, { from, to }: LineRange): Splice {
  const previousLine = lineStart(text, from - 1);
  const hasBlankBefore = from > 0 && !text.slice(previousLine, from).trim();
  if (to === text.length && text[to - 1] !== '\n') {
    const before = text.slice(0, hasBlankBefore ? previousLine : from);
    return { from: before.replace(/\r?\n$/, '').length, to, text: '' };
  }
  if (hasBlankBefore) return { from: previousLine, to, text: '' };
  const blankAfter = from === 0 ? (/^[ \t]*\r?\n/.exec(text.slice(to))?.[0] ?? '') : '';
  return { from, to: to + blankAfter.length, text: '' };
}

/** Returns the text with new tables at its end. It ends with a line break if it did before, or was empty. */
function appendTables(text: string, newText: string, eol: string): string {
  if (!text) return `${newText}${eol}`;
  return text.endsWith('\n') ? `${text}${eol}${newText}${eol}` : `${text}${eol}${eol}${newText}`;
}

import {
  applyLineChanges,
  type LineChange,
  LineSearch,
  listLineChanges,
} from '../../util/apply-patch.ts';
import { once } from '../../util/once.ts';
import type { Hunk } from '../../util/patch.ts';
import { trimEnd, trimText } from './rust-trim.ts';

/** Changes a line before it is compared, so that small differences do not count. */
type Normalise = (line: string) => string;
/** Functions that return the lines of a file as each of `comparisons` changes them. */
type ComparedLines = readonly (() => readonly string[])[];

/** Typographic characters, with the ASCII character that the last comparison takes them for. */
const typographicMarks: readonly [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b]/g, "'"],
  [/[\u201c-\u201f]/g, '"'],
  [/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' '],
];

/** The comparisons of lines, tried in this order: exactly, without blanks at the end, without blanks around, and without typography. */
const comparisons: readonly Normalise[] = [
  (line) => line,
  trimEnd,
  trimText,
  (line) =>
    typographicMarks.reduce((text, [sign, plain]) => text.replace(sign, plain), trimText(line)),
];

/**
 * Finds consecutive lines in a file. The first of the comparisons that finds them counts.
 *
 * @param from the index of the first line to look at
 * @param search does the work of all searches in this file, within one limit
 * @param atEnd whether the last of the lines must be the last line of the file
 * @returns the index of the first of the lines; undefined if they are not found
 */
function findLines(
  compared: ComparedLines,
  wanted: readonly string[],
  from: number,
  search: LineSearch,
  atEnd = false,
): number | undefined {
  if (!wanted.length) return from;
  const count = compared[0]?.().length ?? 0;
  const start = atEnd ? Math.max(count - wanted.length, from) : from;
  for (const [i, lines] of compared.entries()) {
    const at = search.findLines(lines(), wanted.map(comparisons[i] as Normalise), start);
    if (at !== undefined) return at;
  }
  return undefined;
}

/**
 * Removes the empty line at the end of a hunk's old text, which may stand for the end of the file. If the new
 * text ends with an empty line too, that is removed as well.
 */
function withoutLastEmptyLine({ lines, old, new: newLines }: Hunk): Pick<Hunk, 'lines' | 'old'> {
  const shortened = [...lines];
  const lastOld = shortened.findLastIndex((line) => line[0] !== '+');
  // A context line belongs to both texts, so it stays as an added line.
  if (shortened[lastOld] === '-') shortened.splice(lastOld, 1);
  else shortened[lastOld] = '+';
  const lastNew = shortened.findLastIndex((line) => line[0] !== '-');
  if (newLines.at(-1) === '')
    shortened.splice(lastNew, 1, ...(shortened[lastNew]?.[0] === ' ' ? ['-'] : []));
  return { lines: shortened, old: old.slice(0, -1) };
}

/**
 * Applies the hunks of a patch to a file's text as 0.169.0 does. Each hunk is searched for after the previous
 * one; a hunk without old text is added at the end. Line ends stay `\r\n` if the text has any.
 *
 * @returns undefined if the lines of a hunk are not found
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): string | undefined {
  const hasCarriageReturns = text.includes('\r\n');
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const compared: ComparedLines = comparisons.map((normalise) => once(() => lines.map(normalise)));
  const search = new LineSearch();
  const changes: LineChange[] = [];
  let from = 0;
  for (const hunk of hunks) {
    if (hunk.anchor !== undefined) {
      const anchorIndex = findLines(compared, [hunk.anchor], from, search);
      if (anchorIndex === undefined) return undefined;
      from = anchorIndex + 1;
    }
    let current: Pick<Hunk, 'lines' | 'old'> = hunk;
    let at = hunk.old.length
      ? findLines(compared, hunk.old, from, search, hunk.isAtEnd)
      : lines.length;
    if (at === undefined && hunk.old.at(-1) === '') {
      current = withoutLastEmptyLine(hunk);
      at = findLines(compared, current.old, from, search, hunk.isAtEnd);
    }
    if (at === undefined) return undefined;
    changes.push(...listLineChanges(at, current.lines));
    if (hunk.old.length) from = at + current.old.length;
  }
  return [...applyLineChanges(lines, changes), ''].join(hasCarriageReturns ? '\r\n' : '\n');
}

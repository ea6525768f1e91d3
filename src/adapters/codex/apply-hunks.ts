import {
  applyLineChanges,
  type LineChange,
  LineSearch,
  listLineChanges,
} from '../../util/apply-patch.ts';
import { once } from '../../util/once.ts';
import type { Hunk } from '../../util/patch.ts';
import { trimEnd, trimText } from './rust-trim.ts';

/** Rewrites a line before it is compared. */
type Normalise = (line: string) => string;
/** The lines of a file, once for each of `comparisons`, each made when it is first needed. */
type ComparedLines = readonly (() => readonly string[])[];

/** Typographic characters that the last comparison takes for the plain character. */
const typographicMarks: readonly [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b]/g, "'"],
  [/[\u201c-\u201f]/g, '"'],
  [/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' '],
];

/**
 * How lines are compared: exactly, then more loosely. The first comparison that finds them counts.
 */
const comparisons: readonly Normalise[] = [
  (line) => line,
  trimEnd,
  trimText,
  (line) =>
    typographicMarks.reduce((text, [sign, plain]) => text.replace(sign, plain), trimText(line)),
];

/**
 * Finds a run of lines in a file.
 *
 * @param from the index of the first line to look at
 * @param atEnd whether the run must end at the end of the file
 * @returns the index of the run's first line; undefined if it is not found
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
 * Removes the empty line at the end of a hunk's old text, which may stand for the end of the file.
 */
function withoutLastEmptyLine({ lines, old, new: newLines }: Hunk): Pick<Hunk, 'lines' | 'old'> {
  const remaining = [...lines];
  const last = remaining.findLastIndex((line) => line[0] !== '+');
  if (remaining[last] === '-') remaining.splice(last, 1);
  else remaining[last] = '+';
  const end = remaining.findLastIndex((line) => line[0] !== '-');
  if (newLines.at(-1) === '')
    remaining.splice(end, 1, ...(remaining[end]?.[0] === ' ' ? ['-'] : []));
  return { lines: remaining, old: old.slice(0, -1) };
}

/**
 * Applies the hunks of a patch to a file's text as 0.169.0 does. The line ends stay as they were.
 *
 * @returns undefined if a hunk does not fit
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): string | undefined {
  const hasCarriageReturns = text.includes('\r\n');
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const compared: ComparedLines = comparisons.map((way) => once(() => lines.map(way)));
  const search = new LineSearch();
  const places: LineChange[] = [];
  let from = 0;
  for (const hunk of hunks) {
    if (hunk.anchor !== undefined) {
      const anchor = findLines(compared, [hunk.anchor], from, search);
      if (anchor === undefined) return undefined;
      from = anchor + 1;
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
    places.push(...listLineChanges(at, current.lines));
    if (hunk.old.length) from = at + current.old.length;
  }
  return [...applyLineChanges(lines, places), ''].join(hasCarriageReturns ? '\r\n' : '\n');
}

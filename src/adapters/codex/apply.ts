import { type Place, placesOf, Search, spliced } from '../../util/applied.ts';
import { once } from '../../util/once.ts';
import type { Hunk } from '../../util/patch.ts';
import { trimmed, trimmedEnd } from './trim.ts';

type Reads = (line: string) => string;
/** The lines of a file, read in each way once. */
type Ways = readonly (() => readonly string[])[];

/** Signs that pass for others where nothing else is found. */
const alike: readonly [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b]/g, "'"],
  [/[\u201c-\u201f]/g, '"'],
  [/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' '],
];

/** How lines are compared, in turn: the first way that finds them counts. */
const readings: readonly Reads[] = [
  (line) => line,
  trimmedEnd,
  trimmed,
  (line) => alike.reduce((text, [sign, plain]) => text.replace(sign, plain), trimmed(line)),
];

/** Where lines stand among others from a place on; undefined: nowhere. */
function seek(
  ways: Ways,
  wanted: readonly string[],
  from: number,
  search: Search,
  atEnd = false,
): number | undefined {
  if (!wanted.length) return from;
  const count = ways[0]?.().length ?? 0;
  const start = atEnd ? Math.max(count - wanted.length, from) : from;
  for (const [i, all] of ways.entries()) {
    const at = search.seek(all(), wanted.map(readings[i] as Reads), start);
    if (at !== undefined) return at;
  }
  return undefined;
}

/** A hunk without the empty line that it looks for last: it may stand for the end of the file. */
function shorter({ lines, old, new: now }: Hunk): Pick<Hunk, 'lines' | 'old'> {
  const left = [...lines];
  const last = left.findLastIndex((line) => line[0] !== '+');
  if (left[last] === '-') left.splice(last, 1);
  else left[last] = '+';
  const end = left.findLastIndex((line) => line[0] !== '-');
  if (now.at(-1) === '') left.splice(end, 1, ...(left[end]?.[0] === ' ' ? ['-'] : []));
  return { lines: left, old: old.slice(0, -1) };
}

/** A file's text with a patch's hunks, line ends as they were; undefined: they do not fit, 0.169.0. */
export function applied(text: string, hunks: readonly Hunk[]): string | undefined {
  const windows = text.includes('\r\n');
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const ways: Ways = readings.map((way) => once(() => lines.map(way)));
  const search = new Search();
  const places: Place[] = [];
  let from = 0;
  for (const hunk of hunks) {
    if (hunk.after !== undefined) {
      const head = seek(ways, [hunk.after], from, search);
      if (head === undefined) return undefined;
      from = head + 1;
    }
    let here: Pick<Hunk, 'lines' | 'old'> = hunk;
    let at = hunk.old.length ? seek(ways, hunk.old, from, search, hunk.end) : lines.length;
    if (at === undefined && hunk.old.at(-1) === '') {
      here = shorter(hunk);
      at = seek(ways, here.old, from, search, hunk.end);
    }
    if (at === undefined) return undefined;
    places.push(...placesOf(at, here.lines));
    if (hunk.old.length) from = at + here.old.length;
  }
  return [...spliced(lines, places), ''].join(windows ? '\r\n' : '\n');
}

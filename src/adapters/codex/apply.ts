import type { Hunk } from './patch.ts';
import { trimmed, trimmedEnd } from './trim.ts';

type Reads = (line: string) => string;

/** Signs that pass for others where nothing else is found. */
const alike: readonly [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b]/g, "'"],
  [/[\u201c-\u201f]/g, '"'],
  [/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' '],
];

/** How lines are compared, in turn: the first way that finds them counts. */
const ways: readonly Reads[] = [
  (line) => line,
  trimmedEnd,
  trimmed,
  (line) => alike.reduce((text, [sign, plain]) => text.replace(sign, plain), trimmed(line)),
];

/** Where lines stand among others from a place on; undefined: nowhere. */
function seek(
  lines: readonly string[],
  wanted: readonly string[],
  from: number,
  atEnd = false,
): number | undefined {
  if (!wanted.length) return from;
  const start = atEnd ? Math.max(lines.length - wanted.length, from) : from;
  for (const way of ways) {
    const [all, some] = [lines.map(way), wanted.map(way)];
    for (let at = start; at + some.length <= all.length; at++) {
      if (some.every((line, i) => all[at + i] === line)) return at;
    }
  }
  return undefined;
}

/** Lines in place of some, from one on. */
type Place = [at: number, count: number, lines: readonly string[]];

/** What a hunk that stands at a place changes; a line that stays is as it is in the file. */
function placesOf(at: number, lines: readonly string[]): Place[] {
  const places: Place[] = [];
  let [from, count, now]: [number, number, string[]] = [at, 0, []];
  for (const line of [...lines, ' ']) {
    if (line[0] === '+') now.push(line.slice(1));
    else if (line[0] === '-') count++;
    else {
      if (count || now.length) places.push([from, count, now]);
      [from, count, now] = [from + count + 1, 0, []];
    }
  }
  return places;
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
  const places: Place[] = [];
  let from = 0;
  for (const hunk of hunks) {
    if (hunk.after !== undefined) {
      const head = seek(lines, [hunk.after], from);
      if (head === undefined) return undefined;
      from = head + 1;
    }
    let here: Pick<Hunk, 'lines' | 'old'> = hunk;
    let at = hunk.old.length ? seek(lines, hunk.old, from, hunk.end) : lines.length;
    if (at === undefined && hunk.old.at(-1) === '') {
      here = shorter(hunk);
      at = seek(lines, here.old, from, hunk.end);
    }
    if (at === undefined) return undefined;
    places.push(...placesOf(at, here.lines));
    if (hunk.old.length) from = at + here.old.length;
  }
  const out: string[] = [];
  let done = 0;
  for (const [at, count, now] of places.sort(([a], [b]) => a - b)) {
    out.push(...lines.slice(done, at), ...now);
    done = Math.max(done, at + count);
  }
  return [...out, ...lines.slice(done), ''].join(windows ? '\r\n' : '\n');
}

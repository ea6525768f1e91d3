import type { Hunk } from './patch.ts';
import { trimmed } from './trim.ts';

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
  (line) => line.trimEnd(),
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
  const start = atEnd ? Math.max(lines.length - wanted.length, 0) : from;
  for (const way of ways) {
    const [all, some] = [lines.map(way), wanted.map(way)];
    for (let at = start; at + some.length <= all.length; at++) {
      if (some.every((line, i) => all[at + i] === line)) return at;
    }
  }
  return undefined;
}

/** A file's text with a patch's hunks, line ends as they were; undefined: they do not fit, 0.169.0. */
export function applied(text: string, hunks: readonly Hunk[]): string | undefined {
  const windows = text.includes('\r\n');
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const places: [at: number, count: number, lines: readonly string[]][] = [];
  let from = 0;
  for (const hunk of hunks) {
    if (hunk.after !== undefined) {
      const head = seek(lines, [hunk.after], from);
      if (head === undefined) return undefined;
      from = head + 1;
    }
    let { old, new: now } = hunk;
    if (!old.length) {
      places.push([lines.at(-1) === '' ? lines.length - 1 : lines.length, 0, now]);
      continue;
    }
    let at = seek(lines, old, from, hunk.end);
    if (at === undefined && old.at(-1) === '') {
      old = old.slice(0, -1);
      if (now.at(-1) === '') now = now.slice(0, -1);
      at = seek(lines, old, from, hunk.end);
    }
    if (at === undefined) return undefined;
    places.push([at, old.length, now]);
    from = at + old.length;
  }
  for (const [at, count, now] of places.sort(([a], [b]) => a - b).reverse()) {
    lines.splice(at, count, ...now);
  }
  return [...lines, ...(lines.at(-1) === '' ? [] : [''])].join(windows ? '\r\n' : '\n');
}

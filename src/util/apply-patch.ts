/** Patches applied to texts. */
import { AnyhookError } from '../errors.ts';
import type { Hunk } from './patch.ts';

/** Lines in place of some, from one on. */
export type LineChange = [at: number, count: number, lines: readonly string[]];

/** What a hunk that stands at a place changes; a line that stays is as it is in the file. */
export function listLineChanges(at: number, lines: readonly string[]): LineChange[] {
  const places: LineChange[] = [];
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

/** Lines with others in their places. */
export function applyLineChanges(
  lines: readonly string[],
  places: readonly LineChange[],
): string[] {
  const parts: (readonly string[])[] = [];
  let done = 0;
  for (const [at, count, now] of [...places].sort(([a], [b]) => a - b)) {
    parts.push(lines.slice(done, at), now);
    done = Math.max(done, at + count);
  }
  return [...parts, lines.slice(done)].flat();
}

const dashes = /[\u2010-\u2015\u2212]/g;
const single = /[\u2018-\u201b]/g;
const double = /[\u201c-\u201f]/g;

/** A line without what some agents overlook when they look for one. */
const comparableLine = (line: string): string =>
  line
    .replace(/[\s\u200b\x85]+/g, '')
    .replace(dashes, '-')
    .replace(single, "'")
    .replace(double, '"');

/** More comparisons than any patch that a model writes takes. */
const most = 5_000_000;

/** Looks for lines among others; throws `tool` when that takes long. */
export class LineSearch {
  #left = most;
  /** The first place from one on at which lines stand. */
  findLines(all: readonly string[], wanted: readonly string[], from: number): number | undefined {
    for (let at = from; at + wanted.length <= all.length; at++) {
      let same = 0;
      while (same < wanted.length && all[at + same] === wanted[same]) same++;
      this.countComparisons(same + 1);
      if (same === wanted.length) return at;
    }
    return undefined;
  }
  countComparisons(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new AnyhookError('tool', 'the patch is too large to be placed');
  }
}

/** Whether a hunk that says the number of its line can stand there. */
const hasLinesAt = (lines: readonly string[], at: number, old: readonly string[]): boolean =>
  old.every((line, i) => lines[at + i] === line);

/**
 * A text with a patch's hunks, where no agent that places a hunk by its `@@` line and its own lines
 * can place one elsewhere; undefined: one may stand elsewhere, or nowhere.
 */
export function applyHunksIfCertain(text: string, hunks: readonly Hunk[]): string | undefined {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(end);
  if (lines.some((line) => /[\r\n]/.test(line))) return undefined;
  const isEnded = lines.at(-1) === '';
  const plain = lines.map(comparableLine);
  const search = new LineSearch();
  const places: LineChange[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const at = placeOf(hunk, plain, lines, from, search);
    if (at === undefined || !hasLinesAt(lines, at, hunk.old)) return undefined;
    places.push(...listLineChanges(at, hunk.lines));
    from = at + hunk.old.length;
  }
  const out = applyLineChanges(lines, places);
  if (isEnded && out.at(-1) === '') out.pop();
  return out.length && isEnded ? out.join(end) + end : out.join(end);
}

/** Where a hunk stands from one line on; undefined: that is not certain. */
function placeOf(
  { anchor: after, startLine: line, old, isAtEnd: end }: Hunk,
  plain: readonly string[],
  lines: readonly string[],
  from: number,
  search: LineSearch,
): number | undefined {
  if (line !== undefined) return old.length ? line - 1 : line;
  const wanted = old.map(comparableLine);
  if (old.length && wanted.every((one) => one === '')) return undefined;
  let start = from;
  if (after !== undefined) {
    const head = comparableLine(after);
    start = plain.findIndex((one, at) => at >= from && one.includes(head));
    search.countComparisons(plain.length);
    if (head === '' || lines[start]?.trim() !== after.trim()) return undefined;
    if (!old.length) return start + 1;
  }
  if (!old.length) return lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const at = search.findLines(plain, wanted, start);
  const isDoubtful = end === true || (after !== undefined && at === start);
  const others =
    at !== undefined && isDoubtful ? search.findLines(plain, wanted, at + 1) : undefined;
  return others === undefined ? at : undefined;
}

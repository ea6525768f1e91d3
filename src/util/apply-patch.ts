/** Applies the hunks of patches to texts. */
import { AnyhookError } from '../errors.ts';
import type { Hunk } from './patch.ts';

/** Replaces `count` lines of a file, from the line with the index `at`, by `newLines`. */
export type LineChange = [at: number, count: number, newLines: readonly string[]];

/**
 * Lists the changes of a hunk, without the lines that stay: those are not rewritten, since the file may spell them
 * in another way than the hunk does.
 *
 * @param at The index of the line of the file at which the hunk begins.
 * @param hunkLines The lines of the hunk, with their signs.
 */
export function listLineChanges(at: number, hunkLines: readonly string[]): LineChange[] {
  const changes: LineChange[] = [];
  let [from, count, newLines]: [number, number, string[]] = [at, 0, []];
  // A line that stays ends a change. One is added at the end, so that the last change ends as well.
  for (const line of [...hunkLines, ' ']) {
    if (line[0] === '+') newLines.push(line.slice(1));
    else if (line[0] === '-') count++;
    else {
      if (count || newLines.length) changes.push([from, count, newLines]);
      [from, count, newLines] = [from + count + 1, 0, []];
    }
  }
  return changes;
}

/** Returns the lines of a file after changes, whose indexes are those of the unchanged lines. */
export function applyLineChanges(
  lines: readonly string[],
  changes: readonly LineChange[],
): string[] {
  const parts: (readonly string[])[] = [];
  let next = 0; // the index of the first line that is not copied yet
  for (const [at, count, newLines] of [...changes].sort(([a], [b]) => a - b)) {
    parts.push(lines.slice(next, at), newLines);
    next = Math.max(next, at + count);
  }
  return [...parts, lines.slice(next)].flat();
}

const dashes = /[\u2010-\u2015\u2212]/g;
const singleQuotes = /[\u2018-\u201b]/g;
const doubleQuotes = /[\u201c-\u201f]/g;

/** Returns a line without the differences that some agents ignore: white space, and typographic dashes and quotes. */
const comparableLine = (line: string): string =>
  line
    .replace(/[\s\u200b\x85]+/g, '')
    .replace(dashes, '-')
    .replace(singleQuotes, "'")
    .replace(doubleQuotes, '"');

/** The limit of comparisons: no patch that a model writes takes as many. */
const maxComparisons = 5_000_000;

/** Searches for the lines of one patch. Throws `tool` when all its searches together take too many comparisons. */
export class LineSearch {
  #remaining = maxComparisons;
  /** Returns the first index, not below `from`, at which the wanted lines stand one after the other. Undefined: there is none. */
  findLines(lines: readonly string[], wanted: readonly string[], from: number): number | undefined {
    for (let at = from; at + wanted.length <= lines.length; at++) {
      let equal = 0;
      while (equal < wanted.length && lines[at + equal] === wanted[equal]) equal++;
      this.countComparisons(equal + 1);
      if (equal === wanted.length) return at;
    }
    return undefined;
  }
  /** Counts comparisons towards the limit. */
  countComparisons(count: number): void {
    this.#remaining -= count;
    if (this.#remaining < 0) throw new AnyhookError('tool', 'the patch is too large to be placed');
  }
}

/** Tells whether lines stand at an index of a file, character by character. */
const hasLinesAt = (fileLines: readonly string[], at: number, lines: readonly string[]): boolean =>
  lines.every((line, i) => fileLines[at + i] === line);

/**
 * Returns a text after the hunks of a patch, if every agent that finds hunks by their `@@` line and their old lines
 * must find each of them at the same place. Undefined: a hunk fits nowhere, or agents may find it at different places.
 */
export function applyHunksIfCertain(text: string, hunks: readonly Hunk[]): string | undefined {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(lineBreak);
  if (lines.some((line) => /[\r\n]/.test(line))) return undefined; // line breaks of several kinds
  const endsWithBreak = lines.at(-1) === '';
  const comparable = lines.map(comparableLine);
  const search = new LineSearch();
  const changes: LineChange[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const at = findCertainPlace(hunk, comparable, lines, from, search);
    if (at === undefined || !hasLinesAt(lines, at, hunk.old)) return undefined;
    changes.push(...listLineChanges(at, hunk.lines));
    from = at + hunk.old.length;
  }
  const newLines = applyLineChanges(lines, changes);
  // A text that ends with a line break still does, even if its last lines were replaced.
  if (endsWithBreak && newLines.at(-1) === '') newLines.pop();
  return newLines.join(lineBreak) + (newLines.length && endsWithBreak ? lineBreak : '');
}

/**
 * Finds the index of the first line of a hunk. Its old lines may be spelled in another way there, which the caller
 * checks. Undefined: the hunk fits nowhere, or it is not certain where every agent finds it.
 *
 * @param comparable The lines of the file as {@link comparableLine} returns them.
 * @param from The index of the line after the previous hunk.
 */
function findCertainPlace(
  { anchor, startLine, old, isAtEnd }: Hunk,
  comparable: readonly string[],
  lines: readonly string[],
  from: number,
  search: LineSearch,
): number | undefined {
  // The size of a hunk without old lines is 0, and its number is that of the line before it.
  if (startLine !== undefined) return old.length ? startLine - 1 : startLine;
  const wanted = old.map(comparableLine);
  if (old.length && wanted.every((line) => line === '')) return undefined;
  let start = from;
  if (anchor !== undefined) {
    const wantedAnchor = comparableLine(anchor);
    start = comparable.findIndex((line, i) => i >= from && line.includes(wantedAnchor));
    search.countComparisons(comparable.length);
    if (wantedAnchor === '' || lines[start]?.trim() !== anchor.trim()) return undefined;
    if (!old.length) return start + 1;
  }
  if (!old.length) return lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const at = search.findLines(comparable, wanted, start);
  // Some agents look at the end of the file first, or only below the anchor's line: they would take a second place.
  const mustBeOnlyPlace = isAtEnd === true || (anchor !== undefined && at === start);
  const secondPlace =
    at !== undefined && mustBeOnlyPlace ? search.findLines(comparable, wanted, at + 1) : undefined;
  return secondPlace === undefined ? at : undefined;
}

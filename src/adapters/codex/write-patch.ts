/** Writes edits and writes of single files as patches. */
import { withLineFeeds } from '../../mapping/patch-calls.ts';
import { isObject } from '../../util/equal.ts';
import type { Change } from '../../util/patch.ts';

/** One replacement of an edit. */
export interface Edit {
  old: string;
  new: string;
  /** Replaces every occurrence. Absent: the first. */
  all?: unknown;
}

/**
 * Builds the hunk for a change of lines. Lines that both sides start or end with stay as context.
 */
function buildHunk(oldLines: readonly string[], newLines: readonly string[]): string[] {
  let [commonStart, commonEnd] = [0, 0];
  const shorter = Math.min(oldLines.length, newLines.length);
  while (commonStart < shorter && oldLines[commonStart] === newLines[commonStart]) commonStart++;
  while (
    commonEnd < shorter - commonStart &&
    oldLines[oldLines.length - 1 - commonEnd] === newLines[newLines.length - 1 - commonEnd]
  )
    commonEnd++;
  const changedLines = (lines: readonly string[]) =>
    lines.slice(commonStart, lines.length - commonEnd);
  return [
    '@@',
    ...oldLines.slice(0, commonStart).map((line) => ` ${line}`),
    ...changedLines(oldLines).map((line) => `-${line}`),
    ...changedLines(newLines).map((line) => `+${line}`),
    ...oldLines.slice(oldLines.length - commonEnd).map((line) => ` ${line}`),
  ];
}

/**
 * Expands the replacement of a text to whole lines.
 *
 * @param at the index of the replaced text
 * @returns the lines that hold the replaced text, before and after
 */
function expandToLines(
  text: string,
  at: number,
  old: string,
  replacement: string,
): [string[], string[]] {
  const stop = at + old.length;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(start, at);
  if (old.endsWith('\n') && (replacement.endsWith('\n') || (replacement === '' && before === ''))) {
    const left = replacement === '' ? [] : (before + replacement.slice(0, -1)).split('\n');
    return [text.slice(start, stop - 1).split('\n'), left];
  }
  const close = text.indexOf('\n', stop);
  const end = close < 0 ? text.length : close;
  const left = before + replacement + text.slice(stop, end);
  return [text.slice(start, end).split('\n'), left.split('\n')];
}

/**
 * Builds the hunks for edits. Where the content of the file is known the hunks consist of its whole
 * lines, as Codex's model has to write them.
 */
export function buildHunks(edits: readonly Edit[], file: string | undefined): string[] {
  let text = file === undefined ? undefined : withLineFeeds(file);
  return edits.filter(isObject).flatMap(({ all, ...one }) => {
    const [old, replacement] = [withLineFeeds(one.old), withLineFeeds(one.new)];
    if (old === '') return buildHunk([], replacement === '' ? [] : replacement.split('\n'));
    if (all && text !== undefined && !/\n/.test(old + replacement)) {
      const changedLines = text.split('\n').filter((line) => line.includes(old));
      text = text.replaceAll(old, () => replacement);
      if (changedLines.length)
        return changedLines.flatMap((one) =>
          buildHunk([one], [one.replaceAll(old, () => replacement)]),
        );
    }
    const hunks: string[] = [];
    for (let at = text?.indexOf(old) ?? -1; text !== undefined && at >= 0; ) {
      hunks.push(...buildHunk(...expandToLines(text, at, old, replacement)));
      text = text.slice(0, at) + replacement + text.slice(at + old.length);
      at = all ? text.indexOf(old, at + replacement.length) : -1;
    }
    return hunks.length ? hunks : buildHunk(...expandToLines(old, 0, old, replacement));
  });
}

const toOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

/**
 * Builds a patch with one operation on one file.
 *
 * @param lines The lines of the patch below the header of the file, with their signs.
 */
export function buildPatch(
  path: string,
  does: Change['does'],
  lines: readonly string[] = [],
): string {
  const verb = { add: 'Add', delete: 'Delete', update: 'Update' }[does];
  return [
    '*** Begin Patch',
    `*** ${verb} File: ${toOneLine(path)}`,
    ...lines,
    '*** End Patch',
    '',
  ].join('\n');
}

/** Builds the patch lines for the content of a new file. */
export const buildAddedLines = (content: string): string[] =>
  content === ''
    ? []
    : withLineFeeds(content)
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `+${line}`);

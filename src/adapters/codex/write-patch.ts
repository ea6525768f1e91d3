/** Builds patches for edits and writes of single files. */
import { withLineFeeds } from '../../mapping/patch-calls.ts';
import { isObject } from '../../util/equal.ts';
import type { Change } from '../../util/patch.ts';

/** One replacement of a text by another. */
export interface Edit {
  old: string;
  new: string;
  /** Truthy: every occurrence of `old` is replaced. Otherwise only the first is. */
  all?: unknown;
}

/** Builds the hunk that replaces lines. Lines that both old and new lines begin or end with become context. */
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
 * Expands the replacement of a part of a text to whole lines.
 *
 * @param at the index at which `old` begins in the text
 * @returns the lines that hold `old`, and the lines to put in their place
 */
function expandToLines(
  text: string,
  at: number,
  old: string,
  replacement: string,
): [string[], string[]] {
  const stop = at + old.length; // the index after `old`
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(start, at);
  // If the replaced text ends with its line, the next line is not part of the hunk.
  if (old.endsWith('\n') && (replacement.endsWith('\n') || (replacement === '' && before === ''))) {
    const newLines = replacement === '' ? [] : (before + replacement.slice(0, -1)).split('\n');
    return [text.slice(start, stop - 1).split('\n'), newLines];
  }
  const lineEnd = text.indexOf('\n', stop);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const newText = before + replacement + text.slice(stop, end);
  return [text.slice(start, end).split('\n'), newText.split('\n')];
}

/**
 * Builds the hunks for edits that are made one after another. If the content of the file is known, the hunks
 * consist of whole lines of it, as the client's model has to write them.
 *
 * @param file the content of the file before the edits. Undefined: it is not known.
 */
export function buildHunks(edits: readonly Edit[], file: string | undefined): string[] {
  let text = file === undefined ? undefined : withLineFeeds(file);
  return edits.filter(isObject).flatMap(({ all, ...edit }) => {
    const [old, replacement] = [withLineFeeds(edit.old), withLineFeeds(edit.new)];
    if (old === '') return buildHunk([], replacement === '' ? [] : replacement.split('\n'));
    // If no line is added or removed, each changed line becomes one hunk, even if it is changed twice.
    if (all && text !== undefined && !/\n/.test(old + replacement)) {
      const changedLines = text.split('\n').filter((line) => line.includes(old));
      text = text.replaceAll(old, () => replacement);
      if (changedLines.length)
        return changedLines.flatMap((line) =>
          buildHunk([line], [line.replaceAll(old, () => replacement)]),
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
 * Builds a patch that changes one file.
 *
 * @param lines the lines of the patch below the header of the file, each with its sign: blank, `+` or `-`
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

/** Builds the lines of a patch that give a new file its content. */
export const buildAddedLines = (content: string): string[] =>
  content === ''
    ? []
    : withLineFeeds(content)
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `+${line}`);

/** Edits and writes of single files as patches. */
import { withLineFeeds } from '../../mapping/patched.ts';
import { isObject } from '../../util/equal.ts';
import type { Change } from '../../util/patch.ts';

/** A text in place of another, as an edit says it. */
export interface Edit {
  old: string;
  new: string;
  all?: unknown;
}

/** A change of lines, what both sides begin and end with as it is. */
function hunk(old: readonly string[], now: readonly string[]): string[] {
  let [head, tail] = [0, 0];
  const shorter = Math.min(old.length, now.length);
  while (head < shorter && old[head] === now[head]) head++;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const middle = (lines: readonly string[]) => lines.slice(head, lines.length - tail);
  return [
    '@@',
    ...old.slice(0, head).map((line) => ` ${line}`),
    ...middle(old).map((line) => `-${line}`),
    ...middle(now).map((line) => `+${line}`),
    ...old.slice(old.length - tail).map((line) => ` ${line}`),
  ];
}

/** What becomes of the whole lines that hold a text at a place, when it is replaced. */
function lines(text: string, at: number, old: string, now: string): [string[], string[]] {
  const stop = at + old.length;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(start, at);
  if (old.endsWith('\n') && (now.endsWith('\n') || (now === '' && before === ''))) {
    const left = now === '' ? [] : (before + now.slice(0, -1)).split('\n');
    return [text.slice(start, stop - 1).split('\n'), left];
  }
  const close = text.indexOf('\n', stop);
  const end = close < 0 ? text.length : close;
  const left = before + now + text.slice(stop, end);
  return [text.slice(start, end).split('\n'), left.split('\n')];
}

/** Edits as hunks: of whole lines, as this agent's model has to write them, where the file is known. */
export function hunksOf(edits: readonly Edit[], file: string | undefined): string[] {
  let text = file === undefined ? undefined : withLineFeeds(file);
  return edits.filter(isObject).flatMap(({ all, ...one }) => {
    const [old, now] = [withLineFeeds(one.old), withLineFeeds(one.new)];
    if (old === '') return hunk([], now === '' ? [] : now.split('\n'));
    if (all && text !== undefined && !/\n/.test(old + now)) {
      const some = text.split('\n').filter((line) => line.includes(old));
      text = text.replaceAll(old, () => now);
      if (some.length) return some.flatMap((one) => hunk([one], [one.replaceAll(old, () => now)]));
    }
    const found: string[] = [];
    for (let at = text?.indexOf(old) ?? -1; text !== undefined && at >= 0; ) {
      found.push(...hunk(...lines(text, at, old, now)));
      text = text.slice(0, at) + now + text.slice(at + old.length);
      at = all ? text.indexOf(old, at + now.length) : -1;
    }
    return found.length ? found : hunk(...lines(old, 0, old, now));
  });
}

const lineOf = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** A patch that does one thing to one file. */
export function patchOf(path: string, does: Change['does'], lines: readonly string[] = []): string {
  const verb = { add: 'Add', delete: 'Delete', update: 'Update' }[does];
  return [
    '*** Begin Patch',
    `*** ${verb} File: ${lineOf(path)}`,
    ...lines,
    '*** End Patch',
    '',
  ].join('\n');
}

/** The lines of a new file. */
export const addedLines = (content: string): string[] =>
  content === ''
    ? []
    : withLineFeeds(content)
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `+${line}`);

import { AnyhookError } from '../../errors.ts';
import { trimmed, trimmedEnd } from './trim.ts';

/** Lines in place of lines, by what stands there. */
export interface Hunk {
  /** A line they come after. */
  after?: string;
  /** Each with its sign before it: a blank for one that stays. */
  lines: string[];
  /** What is looked for, and what is to stand there. */
  old: string[];
  new: string[];
  /** At the end of the file first. */
  end?: true;
}

/** What a patch does to one file. */
export type Change =
  | { does: 'add'; path: string; content: string }
  | { does: 'delete'; path: string }
  | { does: 'update'; path: string; to?: string; hunks: Hunk[] };

const [begin, end] = ['*** Begin Patch', '*** End Patch'];
const heredoc = /^<<(?:EOF|'EOF'|"EOF")$/;

let last: { text: string; changes: Change[] | AnyhookError } | undefined;

/** The files a patch changes, in its order, as 0.169.0 reads it. Throws `tool`. */
export function readPatch(text: string): readonly Change[] {
  if (last?.text !== text) last = { text, changes: attempted(text) };
  if (last.changes instanceof AnyhookError) throw last.changes;
  return last.changes;
}

function attempted(text: string): Change[] | AnyhookError {
  try {
    return changesIn(bodyOf(trimmed(text).split(/\r?\n/)));
  } catch (error) {
    return error as AnyhookError;
  }
}

const fail = (why: string): never => {
  throw new AnyhookError('tool', `the patch cannot be read: ${why}`);
};

/** What stands between its first line and its last, in a here-document or not. */
function bodyOf(lines: readonly string[]): string[] {
  const isWhole = (some: readonly string[]) =>
    trimmed(some[0] ?? '') === begin && trimmed(some.at(-1) ?? '') === end;
  if (isWhole(lines)) return lines.slice(1, -1);
  const inner = lines.slice(1, -1);
  const wrapped = heredoc.test(lines[0] ?? '') && lines.at(-1)?.endsWith('EOF') === true;
  return wrapped && isWhole(inner) ? inner.slice(1, -1) : fail(`it has no ${begin} … ${end}`);
}

/** A path as it is opened: tabs and carriage returns are no part of it, wherever they stand, 0.169.0. */
function named(text: string): string {
  const path = text.replace(/[\t\r]/g, '');
  return path[0] === '/' && text[0] !== '/' ? `.${path}` : path;
}

function changesIn(lines: string[]): Change[] {
  const changes: Change[] = [];
  while (lines.length) {
    const [, does, text = ''] =
      /^\*\*\* (Add|Delete|Update) File: (.*)$/s.exec(trimmed(lines.shift() as string)) ?? [];
    const path = named(text);
    if (does === 'Add') changes.push({ does: 'add', path, content: added(lines) });
    else if (does === 'Delete') changes.push({ does: 'delete', path });
    else if (does === 'Update') changes.push(updated(path, lines));
    else fail('a line is not known');
  }
  return changes;
}

function added(lines: string[]): string {
  let content = '';
  while (lines[0]?.[0] === '+') content += `${(lines.shift() as string).slice(1)}\n`;
  return content;
}

const moved = '*** Move to: ';

function updated(path: string, lines: string[]): Change {
  const to = lines[0]?.startsWith(moved)
    ? named(trimmed(lines.shift() as string).slice(moved.length))
    : undefined;
  const hunks: Hunk[] = [];
  while (lines[0] !== undefined && lines[0][0] !== '*') {
    hunks.push(hunkIn(lines, !hunks.length));
  }
  if (!hunks.length) fail(`nothing is to be changed in ${path}`);
  return { does: 'update', path, hunks, ...(to !== undefined && { to }) };
}

function hunkIn(lines: string[], first: boolean): Hunk {
  const hunk: Hunk = { lines: [], old: [], new: [] };
  const head = trimmedEnd(lines[0] as string);
  if (head === '@@' || head.startsWith('@@ ')) {
    lines.shift();
    if (head !== '@@') hunk.after = head.slice(3);
  } else if (!first) fail('a change begins with @@');
  for (let count = 0; ; count++) {
    const line = lines[0];
    const sign = line?.[0] ?? ' ';
    if (line === '*** End of File' && count) {
      lines.shift();
      hunk.end = true;
      return hunk;
    }
    if (line === undefined || !' +-'.includes(sign)) {
      return count ? hunk : fail('a change has no lines');
    }
    hunk.lines.push(line || ' ');
    if (sign !== '+') hunk.old.push(line.slice(1));
    if (sign !== '-') hunk.new.push(line.slice(1));
    lines.shift();
  }
}

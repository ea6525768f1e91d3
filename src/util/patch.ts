import { AnyhookError } from '../errors.ts';

/** Lines in place of lines, by what stands there. */
export interface Hunk {
  /** A line they come after. */
  anchor?: string;
  /** The number of its first line, counted from 1, where the patch says it. */
  startLine?: number;
  /** Each with its sign before it: a blank for one that stays. */
  lines: string[];
  /** What is looked for, and what is to stand there. */
  old: string[];
  new: string[];
  /** It is looked for at the end of the file first. */
  isAtEnd?: true;
}

/** What a patch does to one file. */
export type Change =
  | { does: 'add'; path: string; content: string }
  | { does: 'delete'; path: string }
  | { does: 'update'; path: string; to?: string; hunks: Hunk[] };

/** How one agent reads patches between `*** Begin Patch` and `*** End Patch`. */
export interface PatchGrammar {
  /** What ends a line. */
  lineEnd: RegExp;
  /** A text without the blanks around it, as this agent counts blanks. */
  trim(text: string): string;
  /** A line that begins or ends a hunk, without the blanks that may follow it. */
  trimMark(line: string): string;
  /** The path that is opened, from what follows the colon of a trimmed header. */
  readPath(text: string): string;
  /** Blanks may stand around the first and the last line. */
  allowsIndentedEnds?: true;
  /** Blanks may stand before `*** Move to:`. */
  allowsIndentedMove?: true;
  /** Where empty lines may stand: before any hunk, or between hunks after an end of file. */
  skipsEmptyLines: 'always' | 'after-end';
  /** Ends of file may stand before the first hunk. */
  skipsEndOfFile?: true;
  /** A line that may stand once before the first header, and changes nothing. */
  preamble?: RegExp;
  /** The last line may stand there twice, with empty lines between. */
  allowsSecondEnd?: true;
  /** What the line after the last hunk begins with. */
  nextHeaderStart: '*' | '***';
}

const [begin, end, move] = ['*** Begin Patch', '*** End Patch', '*** Move to: '];
const endOfFile = '*** End of File';
const header = /^\*\*\* (Add|Delete|Update) File: (.*)$/s;
const heredoc = /^<<(?:EOF|'EOF'|"EOF")$/;

/** Lines that are taken one after the other. */
export class LineReader {
  readonly #all: readonly string[];
  readonly #end: number;
  #at: number;
  constructor(all: readonly string[], at = 0, end = all.length) {
    [this.#all, this.#at, this.#end] = [all, at, end];
  }
  get next(): string | undefined {
    return this.#at < this.#end ? this.#all[this.#at] : undefined;
  }
  take(): string {
    const { next } = this;
    if (next === undefined) return this.fail('it ends too early');
    this.#at++;
    return next;
  }
  fail(why: string): never {
    throw new AnyhookError('tool', `the patch cannot be read: ${why} (line ${this.#at + 1})`);
  }
}

/** Adds a line to a hunk. False: it is none of a hunk. */
export function addLine(hunk: Hunk, line: string): boolean {
  const sign = line[0] ?? ' ';
  if (!' +-'.includes(sign)) return false;
  hunk.lines.push(line || ' ');
  if (sign !== '+') hunk.old.push(line.slice(1));
  if (sign !== '-') hunk.new.push(line.slice(1));
  return true;
}

/** The files a patch changes, in its order, as an agent with this grammar reads it. Throws `tool`. */
export function readPatch(text: string, grammar: PatchGrammar): Change[] {
  const lines = bodyOf(grammar.trim(text).split(grammar.lineEnd), grammar);
  const changes: Change[] = [];
  if (lines.next !== undefined && grammar.preamble?.test(grammar.trim(lines.next))) lines.take();
  while (lines.next !== undefined && !isOver(lines, grammar))
    changes.push(changeIn(lines, grammar));
  return changes;
}

/** What stands between the first line and the last, in a here-document or not. */
function bodyOf(
  all: readonly string[],
  { trim, allowsIndentedEnds: indentsEnds }: PatchGrammar,
): LineReader {
  const isLine = (line: string | undefined, text: string) =>
    line !== undefined && (indentsEnds ? trim(line) : line) === text;
  const isWhole = (from: number, last: number) =>
    from < last && isLine(all[from], begin) && isLine(all[last], end);
  const last = all.length - 1;
  if (isWhole(0, last)) return new LineReader(all, 1, last);
  const isWrapped = heredoc.test(all[0] ?? '') && all[last]?.endsWith('EOF') === true;
  if (isWrapped && isWhole(1, last - 1)) return new LineReader(all, 2, last - 1);
  return new LineReader(all).fail(`it has no ${begin} … ${end}`);
}

/** Whether a first of two last lines was reached. */
function isOver(lines: LineReader, { trim, allowsSecondEnd: endsTwice }: PatchGrammar): boolean {
  if (!endsTwice || trim(lines.next ?? '') !== end) return false;
  lines.take();
  while (lines.next !== undefined && trim(lines.next) === '') lines.take();
  return lines.next === undefined || lines.fail('something follows its end');
}

function changeIn(lines: LineReader, grammar: PatchGrammar): Change {
  const [, does, text = ''] = header.exec(grammar.trim(lines.next ?? '')) ?? [];
  if (does === undefined) return lines.fail('a line is not known');
  lines.take();
  const path = grammar.readPath(text);
  if (does === 'Delete') return { does: 'delete', path };
  if (does === 'Update') return updated(path, lines, grammar);
  const content: string[] = [];
  while (lines.next?.[0] === '+') content.push(`${lines.take().slice(1)}\n`);
  return { does: 'add', path, content: content.join('') };
}

function updated(path: string, lines: LineReader, grammar: PatchGrammar): Change {
  const {
    trim,
    trimMark,
    allowsIndentedMove: indentsMove,
    skipsEmptyLines: skipsBlanks,
    skipsEndOfFile: skipsEnds,
    nextHeaderStart: stopsAt,
  } = grammar;
  while (skipsEnds && lines.next !== undefined && trimMark(lines.next) === endOfFile) lines.take();
  const said = lines.next === undefined || !indentsMove ? lines.next : trim(lines.next);
  const to = said?.startsWith(move) ? trim(lines.take()).slice(move.length) : undefined;
  const hunks: Hunk[] = [];
  while (lines.next !== undefined) {
    const skips = skipsBlanks === 'always' || hunks.at(-1)?.isAtEnd;
    if (skips && trim(lines.next) === '') lines.take();
    else if (lines.next.startsWith(stopsAt)) break;
    else hunks.push(hunkIn(lines, grammar, !hunks.length));
  }
  if (!hunks.length) return lines.fail(`nothing is to be changed in ${path}`);
  return { does: 'update', path, hunks, ...(to !== undefined && { to: grammar.readPath(to) }) };
}

function hunkIn(lines: LineReader, { trimMark }: PatchGrammar, isFirst: boolean): Hunk {
  const hunk: Hunk = { lines: [], old: [], new: [] };
  const head = trimMark(lines.next ?? '');
  if (head === '@@' || head.startsWith('@@ ')) {
    lines.take();
    if (head !== '@@') hunk.anchor = head.slice(3);
  } else if (!isFirst) return lines.fail('a change begins with @@');
  while (lines.next !== undefined) {
    if (hunk.lines.length && trimMark(lines.next) === endOfFile) {
      lines.take();
      return { ...hunk, isAtEnd: true };
    }
    if (!addLine(hunk, lines.next)) break;
    lines.take();
  }
  return hunk.lines.length ? hunk : lines.fail('a change has no lines');
}

import { AnyhookError } from '../errors.ts';

/** Lines of a file that are replaced by other lines. The old lines, not only a line number, tell where they are. */
export interface Hunk {
  /** The text after `@@`: a line of the file that comes before the hunk. */
  anchor?: string;
  /** The number of the first old line, from 1, as the `@@` line of a unified diff states it. */
  startLine?: number;
  /** All lines of the hunk, each with its sign in front: `-` old only, `+` new only, a blank for both. */
  lines: string[];
  /** The lines that the file has before the change, without signs. */
  old: string[];
  /** The lines that the file has in their place after the change, without signs. */
  new: string[];
  /** The old lines are looked for at the end of the file first. */
  isAtEnd?: true;
}

/** What a patch does to one file. `to` is the new path of a file that is moved. */
export type Change =
  | { does: 'add'; path: string; content: string }
  | { does: 'delete'; path: string }
  | { does: 'update'; path: string; to?: string; hunks: Hunk[] };

/** How one agent reads patches between `*** Begin Patch` and `*** End Patch`. */
export interface PatchGrammar {
  /** Matches a line break. */
  lineEnd: RegExp;
  /** Removes the white space around a text, as this agent defines white space. */
  trim(text: string): string;
  /** Removes the white space that may follow a line which begins or ends a hunk (`@@ …`, `*** End of File`). */
  trimMark(line: string): string;
  /** Returns the path that the agent opens, from the text after `File: ` or `Move to: `. */
  readPath(text: string): string;
  /** White space may stand around `*** Begin Patch` and `*** End Patch`. */
  allowsIndentedEnds?: true;
  /** White space may stand before `*** Move to:`. */
  allowsIndentedMove?: true;
  /** Where empty lines are skipped: before every hunk, or only after a hunk with `*** End of File`. */
  skipsEmptyLines: 'always' | 'after-end';
  /** `*** End of File` is skipped before the first hunk. */
  skipsEndOfFile?: true;
  /** Matches a line without effect that may stand once, before the first file. */
  preamble?: RegExp;
  /** `*** End Patch` may stand there twice, with empty lines between. */
  allowsSecondEnd?: true;
  /** A line that begins with this text ends the hunks of a file: it is the header of the next file. */
  nextHeaderStart: '*' | '***';
}

const [beginMark, endMark, moveMark] = ['*** Begin Patch', '*** End Patch', '*** Move to: '];
const endOfFileMark = '*** End of File';
const fileHeader = /^\*\*\* (Add|Delete|Update) File: (.*)$/s;
/** The first line of a patch that is wrapped in a here-document, which its last line ends with `EOF`. */
const hereDocument = /^<<(?:EOF|'EOF'|"EOF")$/;

/** Reads lines one after the other. */
export class LineReader {
  readonly #lines: readonly string[];
  readonly #end: number;
  #index: number;
  /**
   * @param start The index of the first line to read.
   * @param end The index after the last line to read.
   */
  constructor(lines: readonly string[], start = 0, end = lines.length) {
    [this.#lines, this.#index, this.#end] = [lines, start, end];
  }
  /** The line that `take` will return. Undefined: all lines are taken. */
  get next(): string | undefined {
    return this.#index < this.#end ? this.#lines[this.#index] : undefined;
  }
  /** Returns the next line and goes on to the one after it. Throws `tool` if there is no next line. */
  take(): string {
    const { next } = this;
    if (next === undefined) return this.fail('it ends too early');
    this.#index++;
    return next;
  }
  /** Throws `tool` with a reason and the number of the next line. */
  fail(reason: string): never {
    throw new AnyhookError('tool', `the patch cannot be read: ${reason} (line ${this.#index + 1})`);
  }
}

/** Adds a line with its sign to a hunk. Returns false, and adds nothing, if the line does not begin with a sign. */
export function addLine(hunk: Hunk, line: string): boolean {
  const sign = line[0] ?? ' '; // an empty line stands for one that stays
  if (!' +-'.includes(sign)) return false;
  hunk.lines.push(line || ' ');
  if (sign !== '+') hunk.old.push(line.slice(1));
  if (sign !== '-') hunk.new.push(line.slice(1));
  return true;
}

/** Returns what a patch does to each file, in its order, as an agent with this grammar reads it. Throws `tool` for an invalid patch. */
export function readPatch(text: string, grammar: PatchGrammar): Change[] {
  const lines = readBody(grammar.trim(text).split(grammar.lineEnd), grammar);
  const changes: Change[] = [];
  if (lines.next !== undefined && grammar.preamble?.test(grammar.trim(lines.next))) lines.take();
  while (lines.next !== undefined && !skipFirstOfTwoEnds(lines, grammar))
    changes.push(readChange(lines, grammar));
  return changes;
}

/** Returns a reader of the lines between the begin mark and the end mark, without the here-document around them. */
function readBody(
  allLines: readonly string[],
  { trim, allowsIndentedEnds }: PatchGrammar,
): LineReader {
  const isMark = (line: string | undefined, mark: string) =>
    line !== undefined && (allowsIndentedEnds ? trim(line) : line) === mark;
  const hasMarksAt = (first: number, last: number) =>
    first < last && isMark(allLines[first], beginMark) && isMark(allLines[last], endMark);
  const last = allLines.length - 1;
  if (hasMarksAt(0, last)) return new LineReader(allLines, 1, last);
  const isInHereDocument =
    hereDocument.test(allLines[0] ?? '') && allLines[last]?.endsWith('EOF') === true;
  if (isInHereDocument && hasMarksAt(1, last - 1)) return new LineReader(allLines, 2, last - 1);
  const first = isInHereDocument ? 1 : 0;
  return isMark(allLines[first], beginMark)
    ? new LineReader(allLines, last).fail(`it does not end with ${endMark}`)
    : new LineReader(allLines, first).fail(`it does not begin with ${beginMark}`);
}

/**
 * Takes the first of two end marks, and the empty lines after it, where the grammar allows two. (The second mark
 * is not among the lines of the reader.) Returns whether an end mark was taken.
 */
function skipFirstOfTwoEnds(lines: LineReader, { trim, allowsSecondEnd }: PatchGrammar): boolean {
  if (!allowsSecondEnd || trim(lines.next ?? '') !== endMark) return false;
  lines.take();
  while (lines.next !== undefined && trim(lines.next) === '') lines.take();
  return lines.next === undefined || lines.fail('something follows its end');
}

/** Reads what the patch does to the next file, from its header to the header after it. */
function readChange(lines: LineReader, grammar: PatchGrammar): Change {
  const [, action, pathText = ''] = fileHeader.exec(grammar.trim(lines.next ?? '')) ?? [];
  if (action === undefined) return lines.fail('a line is not known');
  lines.take();
  const path = grammar.readPath(pathText);
  if (action === 'Delete') return { does: 'delete', path };
  if (action === 'Update') return readUpdate(path, lines, grammar);
  const content: string[] = [];
  while (lines.next?.[0] === '+') content.push(`${lines.take().slice(1)}\n`);
  return { does: 'add', path, content: content.join('') };
}

/** Reads what follows the header of a changed file: perhaps its new path, and then its hunks. */
function readUpdate(path: string, lines: LineReader, grammar: PatchGrammar): Change {
  const { trim, trimMark, allowsIndentedMove, skipsEmptyLines, nextHeaderStart } = grammar;
  if (grammar.skipsEndOfFile)
    while (lines.next !== undefined && trimMark(lines.next) === endOfFileMark) lines.take();
  const moveLine = allowsIndentedMove ? trim(lines.next ?? '') : lines.next;
  const newPath = moveLine?.startsWith(moveMark)
    ? grammar.readPath(trim(lines.take()).slice(moveMark.length))
    : undefined;
  const hunks: Hunk[] = [];
  while (lines.next !== undefined) {
    const mayBeEmpty = skipsEmptyLines === 'always' || hunks.at(-1)?.isAtEnd;
    if (mayBeEmpty && trim(lines.next) === '') lines.take();
    else if (lines.next.startsWith(nextHeaderStart)) break;
    else hunks.push(readHunk(lines, grammar, !hunks.length));
  }
  if (!hunks.length) return lines.fail(`nothing is to be changed in ${path}`);
  return { does: 'update', path, hunks, ...(newPath !== undefined && { to: newPath }) };
}

/** Reads a hunk. Only the first hunk of a file may lack the line that begins with `@@`. */
function readHunk(lines: LineReader, { trimMark }: PatchGrammar, isFirst: boolean): Hunk {
  const hunk: Hunk = { lines: [], old: [], new: [] };
  const head = trimMark(lines.next ?? '');
  if (head === '@@' || head.startsWith('@@ ')) {
    lines.take();
    if (head !== '@@') hunk.anchor = head.slice(3);
  } else if (!isFirst) return lines.fail('a change begins with @@');
  while (lines.next !== undefined) {
    if (hunk.lines.length && trimMark(lines.next) === endOfFileMark) {
      lines.take();
      return { ...hunk, isAtEnd: true };
    }
    if (!addLine(hunk, lines.next)) break;
    lines.take();
  }
  return hunk.lines.length ? hunk : lines.fail('a change has no lines');
}

/** Reads command lines of which every word must be known, to the letter. */
import { assignmentPrefix, reservedWord } from './quote.ts';
import { type Piece, type Word, WordReader } from './words.ts';

/** A word of a line, and where it stands there. */
export interface LineWord {
  /** The text that the command gets, in which variables stand as `$NAME`, or `${NAME}` before a word character. */
  text: string;
  /** Whether there is a variable in it. */
  varies: boolean;
  start: number;
  end: number;
}

const writePiece = (piece: Piece, next: Piece | undefined): string => {
  if (!('name' in piece)) return 'text' in piece ? piece.text : '';
  return next && 'text' in next && /^\w/.test(next.text) ? `\${${piece.name}}` : `$${piece.name}`;
};

/** Returns a word with `$HOME` in the place of the tilde before its first slash. */
function expandTilde(word: Word): Word {
  const [first, ...rest] = word;
  const isHome = first && 'text' in first && !first.quoted && first.text.startsWith('~/');
  return isHome ? [{ name: 'HOME', change: '' }, { text: first.text.slice(1) }, ...rest] : word;
}

/** Reads the words of a line, up to the first that is more than text and variables, or up to an operator. */
export function scanWords(line: string): { words: LineWord[]; end: number } {
  const reader = new WordReader(line);
  const words: LineWord[] = [];
  for (;;) {
    reader.take(/[ \t]+/y);
    const start = reader.at;
    const word = expandTilde(reader.readWord());
    if (!word.length || !reader.isPlain) return { words, end: start };
    const text = word.map((piece, i) => writePiece(piece, word[i + 1])).join('');
    words.push({ text, varies: word.some((one) => 'name' in one), start, end: reader.at });
  }
}

/**
 * Reads the words of a line that is one simple command, without the assignments before it.
 *
 * @returns The words, and whether there are assignments. Undefined: the line is more than that.
 */
export function parseSimpleCommand(
  line: string,
): { words: LineWord[]; assigns: boolean } | undefined {
  const { words, end } = scanWords(line);
  const raw = ({ start, end }: LineWord) => line.slice(start, end);
  const first = words.findIndex((word) => !assignmentPrefix.test(raw(word)));
  const rest = first < 0 ? [] : words.slice(first);
  if (end < line.length || (rest[0] && reservedWord.test(raw(rest[0])))) return undefined;
  return { words: rest, assigns: rest.length < words.length };
}

/** Reads the words of a line of literal words; undefined where a shell would read more into it. */
export function splitWords(line: string): string[] | undefined {
  const found = parseSimpleCommand(line);
  if (!found || found.assigns || found.words.some((word) => word.varies)) return undefined;
  return found.words.map((word) => word.text);
}

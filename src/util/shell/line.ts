/** Reads command lines for callers that have to know every word exactly. */
import { assignmentPrefix, reservedWord } from './quote.ts';
import { type Piece, type Word, WordReader } from './words.ts';

/** A word of a line, with the positions in the line at which it begins and ends. */
export interface LineWord {
  /** The text that the command gets, with `$NAME` in place of a variable's value, or `${NAME}` before a word character. */
  text: string;
  /** Whether the word contains a variable. */
  varies: boolean;
  start: number;
  end: number;
}

/** Returns the text of a part of a word, as {@link LineWord.text} has it. */
const writePiece = (piece: Piece, next: Piece | undefined): string => {
  if (!('name' in piece)) return 'text' in piece ? piece.text : '';
  return next && 'text' in next && /^\w/.test(next.text) ? `\${${piece.name}}` : `$${piece.name}`;
};

/** Returns a word in which an unquoted `~/` at the beginning is replaced by `$HOME/`. */
function expandTilde(word: Word): Word {
  const [first, ...rest] = word;
  const isHome = first && 'text' in first && !first.quoted && first.text.startsWith('~/');
  return isHome ? [{ name: 'HOME', change: '' }, { text: first.text.slice(1) }, ...rest] : word;
}

/**
 * Reads the words of a line, up to an operator, or up to the first word that is more than text and variables.
 *
 * @returns The words, and as `end` the position at which reading stopped.
 */
export function scanWords(line: string): { words: LineWord[]; end: number } {
  const reader = new WordReader(line);
  const words: LineWord[] = [];
  for (;;) {
    reader.take(/[ \t]+/y);
    const start = reader.at;
    const word = expandTilde(reader.readWord());
    if (!word.length || !reader.isPlain) return { words, end: start };
    const text = word.map((piece, i) => writePiece(piece, word[i + 1])).join('');
    words.push({ text, varies: word.some((piece) => 'name' in piece), start, end: reader.at });
  }
}

/**
 * Reads the words of a line that is one simple command.
 *
 * @returns The words after the assignments that a command may begin with (`A=b`), and as `assigns` whether there are
 *   such assignments. Undefined: the line is not one simple command.
 */
export function parseSimpleCommand(
  line: string,
): { words: LineWord[]; assigns: boolean } | undefined {
  const { words, end } = scanWords(line);
  const writtenText = ({ start, end }: LineWord) => line.slice(start, end);
  const first = words.findIndex((word) => !assignmentPrefix.test(writtenText(word)));
  const commandWords = first < 0 ? [] : words.slice(first);
  if (end < line.length || (commandWords[0] && reservedWord.test(writtenText(commandWords[0]))))
    return undefined;
  return { words: commandWords, assigns: commandWords.length < words.length };
}

/** Returns the words of a line that has no variables, assignments or operators. Undefined: the line has some. */
export function splitWords(line: string): string[] | undefined {
  const command = parseSimpleCommand(line);
  if (!command || command.assigns || command.words.some((word) => word.varies)) return undefined;
  return command.words.map((word) => word.text);
}

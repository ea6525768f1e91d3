/** Reads the words of shell text: POSIX sh, and what bash adds to it. */
import type { Command } from './commands.ts';

/**
 * A part of a word: literal text; a variable, where `change` is what follows its name in braces
 * (`%/*` in `${path%/*}`); or a command substitution, `$(…)` or backticks.
 */
export type Piece =
  | { text: string; quoted?: true }
  | { name: string; change: string }
  | { commands: Command[] };

export type Word = Piece[];

/** Returns the text of a word, with a NUL for each variable and each command substitution in it. */
export const textOf = (word: Word | undefined): string =>
  (word ?? []).map((piece) => ('text' in piece ? piece.text : '\0')).join('');

const bareText = /[^ \t\n'"\\$`;|&()<>]+/y;
/** Bare text of an expression, which follows `=~`: shell operators are plain text there. */
const expressionText = /[^ \t\n'"\\$`]+/y;
const doubleQuotedText = /[^"\\$`]+/y;
const variableName = /[A-Za-z_]\w*|[0-9@*#?$!-]/y;
/** Bare characters that a shell expands, or that begin a comment; and NUL, which stands for other pieces in {@link textOf}. */
const special = /[*?[{}~#\0]/;
/**
 * Control characters, which shells read differently in double quotes: bash 5.2 reads `$X` as a variable in
 * `"\␁\$X"`, where ␁ is the character U+0001.
 */
const disputed = /[^\t\n\r -~\x80-\uffff]/;

/** Longer arithmetic expressions, and those with more brackets in each other, are not read, so that the work stays linear. */
const maxComputation = 1000;
const maxBrackets = 16;

/** A piece that stands for a number which is not computed. */
const someNumber: Piece = { text: '0', quoted: true };

/**
 * Reads words from a text, from a position that moves on. It never throws: quotes and brackets that
 * are not closed end with the text. Its work is linear in the length of the text.
 */
export class WordReader {
  /** The position of the character that is read next. */
  at = 0;
  /**
   * Whether the last word consists of literal text, quoted or not, and of variables written as `$NAME`
   * or `${NAME}`. A `~/` at its beginning is allowed too. Every shell reads such a word in the same way.
   */
  isPlain = true;
  /** Whether the position is inside backticks, so that the next backtick ends the substitution. */
  protected isInBackticks = false;

  protected readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Matches a sticky expression at the position, and moves past what it matched. */
  protected match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    this.at += found?.[0].length ?? 0;
    return found;
  }

  /** Returns the text that a sticky expression matches at the position, and moves past it. Empty: it matches nothing. */
  take(expression: RegExp): string {
    return this.match(expression)?.[0] ?? '';
  }

  /**
   * Reads the word at the position.
   * @param isExpression - Whether the word follows `=~`, where operators are text and backslashes stay.
   * @returns The parts of the word. Empty: no word begins at the position.
   */
  readWord(isExpression = false): Word {
    const word: Word = [];
    this.isPlain = true;
    for (;;) {
      const bare = this.take(isExpression ? expressionText : bareText);
      const sign = this.text[this.at];
      if (bare) {
        this.#requirePlain(!special.test(word.length ? bare : bare.replace(/^~(?=\/)/, '')));
        word.push({ text: bare });
      } else if (sign === "'") this.#readSingleQuoted(word);
      else if (sign === '"') this.#readDoubleQuoted(word);
      else if (sign === '\\') this.#readEscaped(word, isExpression);
      else if (sign === '$' || this.#opensBackticks(sign)) this.#readExpansion(word, false);
      else return word;
    }
  }

  /** Sets `isPlain` to false if a condition does not hold. */
  #requirePlain(condition: boolean): void {
    this.isPlain &&= condition;
  }

  /** Tells whether a character is a backtick that begins a substitution. */
  #opensBackticks = (sign: string | undefined): boolean => sign === '`' && !this.isInBackticks;

  #readSingleQuoted(word: Word): void {
    const from = this.at + 1;
    this.skipPast("'", from); // past the end of the text if the quote is not closed
    const text = this.text.slice(from, this.at - 1);
    this.#requirePlain(this.at <= this.text.length && !text.includes('\0'));
    word.push({ text, quoted: true });
  }

  #readEscaped(word: Word, isExpression: boolean): void {
    const next = this.text[this.at + 1] ?? '';
    this.at += 2;
    this.#requirePlain(!/^[\0\n]?$/.test(next));
    if (next !== '\n') word.push({ text: isExpression ? `\\${next}` : next, quoted: true });
  }

  #readDoubleQuoted(word: Word): void {
    this.at++;
    const before = word.length;
    for (;;) {
      const sign = this.text[this.at];
      if (sign === '\\') {
        const next = this.text[this.at + 1] ?? '';
        this.at += 2;
        this.#requirePlain(!/^\n?$/.test(next) && !disputed.test(next));
        const text = /["\\$`]/.test(next) ? next : `\\${next}`;
        if (next !== '\n') word.push({ text, quoted: true });
      } else if (sign === '$' || this.#opensBackticks(sign)) this.#readExpansion(word, true);
      else {
        const text = this.take(doubleQuotedText);
        if (!text) break;
        this.#requirePlain(!disputed.test(text));
        word.push({ text, quoted: true });
      }
    }
    if (word.length === before) word.push({ text: '', quoted: true });
    this.#requirePlain(this.take(/"/y) === '"');
  }

  /**
   * Reads what begins with `$` or a backtick: a variable, a command substitution, an arithmetic expression, or
   * a plain `$`. Of these, only a variable with a name leaves the word plain.
   */
  #readExpansion(word: Word, isQuoted: boolean): void {
    const opening = this.take(/\$\(\(|\$[({]|\$|`/y);
    if (opening === '$((' && this.skipComputation()) word.push(someNumber);
    else if (opening === '$((') {
      this.at--; // it is a substitution that begins with a subshell
      word.push({ commands: this.readSubstitution(')') });
    } else if (opening === '$(' || opening === '`') {
      word.push({ commands: this.readSubstitution(opening === '`' ? '`' : ')') });
    } else if (opening === '${') {
      this.#readBraced(word);
      return;
    } else {
      const name = this.take(variableName);
      // `$'…'` and `$"…"` are read as if the dollar were not there.
      const isBeforeQuote = !isQuoted && /^["']/.test(this.text[this.at] ?? '');
      if (name) word.push({ name, change: '' });
      else if (!isBeforeQuote) word.push({ text: '$' });
      if (/^[A-Za-z_]/.test(name)) return; // the word stays plain
    }
    this.isPlain = false;
  }

  /** Reads a variable in braces, from the position after the opening brace. */
  #readBraced(word: Word): void {
    const from = this.at;
    for (let depth = 1; this.at < this.text.length && depth; this.at++) {
      const sign = this.text[this.at];
      if (sign === '\\') this.at++;
      else if (sign === '$' && this.text[this.at + 1] === '{') {
        depth++;
        this.at++;
      } else if (sign === '}') depth--;
    }
    const inside = this.text.slice(from, this.at - 1);
    const [, sign = '', name = '', change = ''] =
      /^([!#]?)(\w+|[@*#?$!-])?(.*)$/s.exec(inside) ?? [];
    this.#requirePlain(/^[A-Za-z_]\w*$/.test(inside) && this.text[this.at - 1] === '}');
    // `${#NAME}` is the length of a value. `${!NAME}` is a variable whose name is not known: it is noted
    // as `!`. `${#}` is the variable `#`. A text that names no variable, such as `${}`, is noted as `#` too,
    // since a piece must have some name.
    if (sign === '#' && name) word.push(someNumber);
    else word.push({ name: sign === '!' ? '!' : name || '#', change });
  }

  /**
   * Moves past an arithmetic expression, from the position after `((`. As in a shell, it is none if the two brackets
   * that close it do not stand together, or if it is very long. Returns false then, and does not move.
   */
  protected skipComputation(): boolean {
    const end = Math.min(this.text.length, this.at + maxComputation);
    let depth = 2;
    for (let at = this.at; at < end && depth <= maxBrackets; at++) {
      const sign = this.text[at];
      if (sign === '(') depth++;
      if (sign !== ')' || --depth !== 1) continue;
      if (this.text[at + 1] !== ')') return false;
      this.at = at + 2;
      return true;
    }
    return false;
  }

  /**
   * Moves past the next occurrence of a text. If there is none, moves to one more than the length of the
   * text, which tells callers that nothing was found.
   */
  protected skipPast(end: string, from = this.at): void {
    const found = this.text.indexOf(end, from);
    this.at = found < 0 ? this.text.length + 1 : found + end.length;
  }

  /**
   * Reads the commands of a substitution, from the position after its opening sign. This class reads none
   * of them, and does not move: a word with a substitution is not plain. A subclass that reads whole
   * scripts overrides this.
   */
  protected readSubstitution(_close: ')' | '`'): Command[] {
    return [];
  }
}

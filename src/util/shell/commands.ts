/** The commands of a shell script, as far as it takes to see what they compare. */

export type Piece =
  | { text: string; quoted?: true }
  | { name: string; change: string }
  | { commands: Command[] };
export type Word = Piece[];

export interface Command {
  words: Word[];
  /** Whose output it reads. */
  from?: Command | undefined;
  /** The text of a here string that it reads. */
  given?: Word;
  /** The file that it reads. */
  file?: Word;
  /** The lines of a here document that it reads. */
  body?: string;
  /** The patterns of a `case`; its word is the only one. */
  patterns?: Word[];
  /** What an array or the variable of a loop is given; its name is the only word. */
  items?: Word[];
}

/** The text of a word; a variable and what a command prints are a NUL in it. */
export const textOf = (word: Word | undefined): string =>
  (word ?? []).map((piece) => ('text' in piece ? piece.text : '\0')).join('');

const keywords =
  /^(?:if|then|elif|else|fi|while|until|do|done|!|\{|\}|time|command|exec|builtin|env)$/;
const inWord = /[^\s;|&()<>'"\\$`#]+/y;
const inQuotes = /[^"\\$`]+/y;
const named = /(?:[A-Za-z_]\w*|[0-9@*#?$!-])/y;

export class ShellReader {
  readonly functions = new Set<string>();
  readonly all: Command[] = [];
  #at = 0;
  #isTest = false;
  #cases = 0;
  #pending: { command: Command; end: string }[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    while (this.#at < text.length) this.#commands('');
  }

  /** The commands up to the sign that ends them. */
  #commands(until: string): Command[] {
    const found: Command[] = [];
    let depth = 0;
    let now: Command = { words: [] };
    const end = (pipes = false) => {
      const { words } = now;
      const isAny = words.length || now.items || now.patterns;
      if (isAny) {
        found.push(now);
        this.all.push(now);
      }
      now = pipes && isAny ? { words: [], from: now } : { words: [] };
      this.#isTest = false;
    };
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at] as string;
      const two = this.#text.slice(this.#at, this.#at + 2);
      if (sign === until && !(sign === ')' && depth)) {
        this.#at++;
        break;
      }
      if (this.#isTest && /[()<>|&]/.test(sign)) {
        this.#at++;
        now.words.push([{ text: sign }]);
      } else if (sign === '\n') {
        this.#at++;
        end();
        this.#documents();
      } else if (/\s/.test(sign)) this.#at++;
      else if (two === '\\\n') this.#at += 2;
      else if (sign === '#') this.#at = this.#lineEnd();
      else if (two === ';;' || two === ';&') {
        this.#at += 2;
        end();
        if (this.#cases) this.#patterns(found);
      } else if (sign === ';') {
        this.#at++;
        end();
      } else if (two === '||' || two === '&&') {
        this.#at += 2;
        end();
      } else if (sign === '|' || two === '|&') {
        this.#at++;
        end(true);
      } else if (sign === '&' && this.#text[this.#at + 1] !== '>') {
        this.#at++;
        end();
      } else if (two === '((' && !now.words.length && !this.#runsInside()) this.#skip('))');
      else if (two === '()') {
        this.functions.add(textOf(now.words[0]));
        now.words = [];
        this.#at += 2;
      } else if (sign === '(' || sign === ')') {
        depth += sign === '(' ? 1 : -1;
        this.#at++;
        end();
      } else if (/[<>&]/.test(sign) || (/\d/.test(sign) && /^\d[<>]/.test(two)))
        this.#redirect(now);
      else this.#part(now, found, end);
    }
    end();
    return found;
  }

  /** A word, and what it begins. */
  #part(now: Command, found: Command[], end: () => void): void {
    const from = this.#at;
    const isExpression = this.#isTest && textOf(now.words.at(-1)) === '=~';
    const word = this.#word(isExpression);
    if (this.#at === from) this.#at++;
    const text = textOf(word);
    const isFirst = now.words.length === 0;
    const next = this.#text[this.#at];
    if (isFirst && next === '(' && /^\w+\+?=$/.test(text)) {
      this.#at++;
      now.words.push([{ text: text.replace(/\+?=$/, '') }]);
      now.items = this.#items();
      end();
    } else if (isFirst && keywords.test(text)) return;
    else if (isFirst && text === 'function') {
      this.#blanks();
      this.functions.add(textOf(this.#word()));
    } else if (isFirst && (text === 'for' || text === 'select')) this.#loop(now, end);
    else if (isFirst && text === 'case') this.#case(found);
    else if (isFirst && text === 'esac') this.#cases = Math.max(0, this.#cases - 1);
    else {
      now.words.push(word);
      if (isFirst) this.#isTest = text === '[[';
      else if (text === ']]') this.#isTest = false;
    }
  }

  #loop(now: Command, end: () => void): void {
    this.#blanks();
    const name = this.#word();
    this.#blanks();
    const from = this.#at;
    const hasList = textOf(this.#word()) === 'in';
    if (!hasList) this.#at = from;
    now.words.push(name);
    now.items = [];
    for (;;) {
      this.#blanks();
      if (!hasList || /^(?:[;\n&|)]|$)/.test(this.#text[this.#at] ?? '')) break;
      const before = this.#at;
      now.items.push(this.#word());
      if (this.#at === before) this.#at++;
    }
    if (!hasList) now.items.push([{ name: '@', change: '' }]);
    end();
  }

  #case(found: Command[]): void {
    this.#blanks();
    const subject = this.#word();
    this.#blanks();
    this.#word();
    this.#cases++;
    this.#patterns(found, subject);
  }

  readonly #subjects: Word[] = [];

  /** The patterns before a `)`. */
  #patterns(found: Command[], subject?: Word): void {
    if (subject) this.#subjects.push(subject);
    const patterns: Word[] = [];
    for (;;) {
      while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
      const sign = this.#text[this.#at];
      if (sign === undefined) return;
      if (sign === '#') this.#at = this.#lineEnd();
      else if (sign === '(' || sign === '|') this.#at++;
      else if (sign === ')') {
        this.#at++;
        break;
      } else {
        const before = this.#at;
        const word = this.#word();
        if (this.#at === before) this.#at++;
        if (textOf(word) === 'esac' && !patterns.length) {
          this.#cases--;
          this.#subjects.pop();
          return;
        }
        patterns.push(word);
      }
    }
    const command = { words: [this.#subjects.at(-1) ?? []], patterns };
    found.push(command);
    this.all.push(command);
  }

  #items(): Word[] {
    const items: Word[] = [];
    for (;;) {
      while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
      const sign = this.#text[this.#at];
      if (sign === undefined) return items;
      if (sign === '#') this.#at = this.#lineEnd();
      else if (sign === ')') {
        this.#at++;
        return items;
      } else {
        const before = this.#at;
        items.push(this.#word());
        if (this.#at === before) this.#at++;
      }
    }
  }

  #redirect(now: Command): void {
    const operator = /^(?:\d|&)?(?:<<<|<<-?|<&|>&|>>|>\||<>|<|>)/.exec(
      this.#text.slice(this.#at, this.#at + 5),
    )?.[0];
    this.#at += operator?.length ?? 1;
    // `<(…)`: what a command prints, as a file
    if (this.#text[this.#at] === '(') {
      now.words.push([{ name: '!', change: '' }]);
      return;
    }
    this.#blanks();
    const word = this.#word();
    if (operator?.startsWith('<<<')) now.given = word;
    else if (operator?.startsWith('<<')) this.#pending.push({ command: now, end: textOf(word) });
    else if (operator === '<') now.file = word;
  }

  /** The here documents that were announced in the line before. */
  #documents(): void {
    for (const { command, end } of this.#pending.splice(0)) {
      const from = this.#at;
      for (let isEnd = false; !isEnd && this.#at < this.#text.length; ) {
        const to = this.#lineEnd();
        isEnd = this.#text.slice(this.#at, to).trim() === end;
        if (isEnd) command.body = this.#text.slice(from, this.#at);
        this.#at = to + 1;
      }
      command.body ??= this.#text.slice(from);
    }
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #skip(end: string): void {
    const found = this.#text.indexOf(end, this.#at);
    this.#at = found < 0 ? this.#text.length : found + end.length;
  }

  /** Whether a computation begins here that runs commands. */
  #runsInside(): boolean {
    const near = this.#text.slice(this.#at, this.#at + 400).split('))', 1)[0] ?? '';
    return /\$\([^(]|`/.test(near);
  }

  #blanks(): void {
    while (/[ \t]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #take(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #word(isExpression = false): Word {
    const word: Word = [];
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at] as string;
      if (sign === "'") {
        const end = this.#text.indexOf("'", this.#at + 1);
        const to = end < 0 ? this.#text.length : end;
        word.push({ text: this.#text.slice(this.#at + 1, to), quoted: true });
        this.#at = to + 1;
      } else if (sign === '"') this.#quoted(word);
      else if (sign === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        this.#at += 2;
        // In an expression the backslash is a part of it.
        if (next !== '\n') word.push({ text: isExpression ? `\\${next}` : next, quoted: true });
      } else if (sign === '$' || sign === '`') this.#varying(word);
      else if (/\s/.test(sign) || (!isExpression && /[;|&()<>]/.test(sign))) break;
      else {
        const text = this.#take(inWord) || sign;
        if (text === sign && !inWord.test(sign)) this.#at += this.#text[this.#at] === sign ? 1 : 0;
        word.push({ text });
      }
    }
    return word;
  }

  #quoted(word: Word): void {
    this.#at++;
    let isAny = false;
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at];
      if (sign === '"') break;
      isAny = true;
      if (sign === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        if (next !== '\n')
          word.push({ text: /["\\$`]/.test(next) ? next : `\\${next}`, quoted: true });
        this.#at += 2;
      } else if (sign === '$' || sign === '`') this.#varying(word, true);
      else word.push({ text: this.#take(inQuotes), quoted: true });
    }
    if (!isAny) word.push({ text: '', quoted: true });
    this.#at++;
  }

  /** A variable, or what a command prints. */
  #varying(word: Word, isQuoted = false): void {
    const two = this.#text.slice(this.#at, this.#at + 2);
    if (two === '$(' && this.#text[this.#at + 2] === '(') {
      this.#skip('))');
      word.push({ text: '0', quoted: true });
    } else if (two === '$(' || two[0] === '`') {
      this.#at += two === '$(' ? 2 : 1;
      const isTest = this.#isTest;
      const cases = this.#cases;
      this.#cases = 0;
      this.#isTest = false;
      word.push({ commands: this.#commands(two === '$(' ? ')' : '`') });
      this.#isTest = isTest;
      this.#cases = cases;
    } else if (two === '${') this.#braced(word);
    else {
      this.#at++;
      const quote = this.#text[this.#at];
      if (!isQuoted && (quote === "'" || quote === '"')) return;
      const name = this.#take(named);
      word.push(name ? { name, change: '' } : { text: '$' });
    }
  }

  #braced(word: Word): void {
    this.#at += 2;
    const from = this.#at;
    let depth = 1;
    for (; this.#at < this.#text.length && depth; this.#at++) {
      const sign = this.#text[this.#at];
      if (sign === '\\') this.#at++;
      else if (sign === '{') depth++;
      else if (sign === '}') depth--;
    }
    const inside = this.#text.slice(from, this.#at - 1);
    const [, sign = '', name = '', change = ''] =
      /^([!#]?)(\w+|[@*#?$!-])?(.*)$/s.exec(inside) ?? [];
    // A length is a number.
    if (sign === '#' && name) word.push({ text: '0', quoted: true });
    else word.push({ name: sign === '!' ? '!' : name || '#', change });
  }
}

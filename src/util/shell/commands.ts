/** Reads the commands of a shell script, as far as it takes to see what they are given. */
import { textOf, type Word, WordReader } from './words.ts';

/** A command; or the `case` or the loop that a script consists of as well. */
export interface Command {
  words: Word[];
  /** The command whose output it reads through a pipe. */
  pipedFrom?: Command | undefined;
  /** The text that it reads behind `<<<`. */
  hereString?: Word;
  /** The file that it reads behind `<`. */
  inputFile?: Word;
  /** The lines that it reads behind `<<`. */
  hereDocument?: string;
  /** The patterns of one branch of a `case`: its subject is the only word. */
  patterns?: Word[];
  /** The values of an array or of a loop's variable: its name is the only word. */
  values?: Word[];
}

/** What a script consists of; commands of substitutions stand before the command that has them. */
export interface Script {
  commands: readonly Command[];
  functions: ReadonlySet<string>;
}

/** Words before a command that leave it a command. */
const prefix =
  /^(?:if|then|elif|else|fi|while|until|do|done|!|\{|\}|time|command|exec|builtin|env)$/;

const blanks = /(?:[ \t]|\\\n)+/y;
const blanksAndComments = /(?:\s|#[^\n]*)+/y;
const betweenPatterns = /(?:[\s(|]|#[^\n]*)+/y;
/** A sign, or several, between the words of commands. */
const operator = new RegExp(
  [
    String.raw`(?<blank>[ \t]+|\\\n|#[^\n]*)`,
    String.raw`(?<newline>\n)`,
    '(?<branch>;;|;&)',
    String.raw`(?<redirect>(?:\d|&(?=>))?(?:<<<|<<-?|<&|>&|>>|>\||<>|<|>))`,
    String.raw`(?<end>&&|\|\||\|&|[;&])`,
    String.raw`(?<pipe>\|)`,
    String.raw`(?<call>\(\))`,
    '(?<bracket>[()])',
  ].join('|'),
  'y',
);

/** What is known of the commands of a script, or of a substitution, at the position. */
interface Level {
  commands: Command[];
  /** The command that is read. */
  now: Command;
  /** Whether the position is between `[[` and `]]`, where operators are words. */
  isTest: boolean;
  /** The subjects of the `case` statements around the position. */
  subjects: Word[];
}

class ScriptReader extends WordReader implements Script {
  readonly functions = new Set<string>();
  readonly commands: Command[] = [];
  #level: Level = { commands: [], now: { words: [] }, isTest: false, subjects: [] };
  /** The commands whose here documents begin at the next line, and the lines that end these. */
  #awaited: { command: Command; end: string }[] = [];

  constructor(text: string) {
    super(text.replaceAll('\r\n', '\n'));
    while (this.at < this.text.length) this.#readCommands();
  }

  protected override readSubstitution(close: ')' | '`'): Command[] {
    const outer = [this.#level, this.isInBackticks] as const;
    this.#level = { commands: [], now: { words: [] }, isTest: false, subjects: [] };
    this.isInBackticks = close === '`';
    const commands = this.#readCommands(close);
    [this.#level, this.isInBackticks] = outer;
    return commands;
  }

  /** Reads the commands of a level up to the sign that closes it, or up to the end. */
  #readCommands(close?: ')' | '`'): Command[] {
    const level = this.#level;
    let depth = 0;
    while (this.at < this.text.length) {
      const sign = this.text[this.at] as string;
      if (sign === close && depth <= 0) {
        this.at++;
        break;
      }
      if (level.isTest && /[()<>|&]/.test(sign)) {
        this.at++;
        level.now.words.push([{ text: sign }]);
        continue;
      }
      if (!level.now.words.length && this.#skipComputation()) continue;
      const found = this.match(operator)?.groups;
      if (!found) this.#readPart();
      else if (found.redirect) this.#readRedirection(found.redirect);
      else if (found.call) {
        this.functions.add(textOf(level.now.words[0]));
        level.now.words = [];
      } else if (!found.blank) {
        this.#endCommand(found.pipe !== undefined);
        if (found.newline) this.#readDocuments();
        if (found.branch && level.subjects.length) this.#readPatterns();
        if (found.bracket) depth += sign === '(' ? 1 : -1;
      }
    }
    this.#endCommand();
    return level.commands;
  }

  #add(command: Command): void {
    this.#level.commands.push(command);
    this.commands.push(command);
  }

  #endCommand(isPiped = false): void {
    const { now } = this.#level;
    const hasWords = now.words.length > 0;
    if (hasWords) this.#add(now);
    this.#level.now = isPiped && hasWords ? { words: [], pipedFrom: now } : { words: [] };
    this.#level.isTest = false;
  }

  /** Reads a word, and the list or the statement that it begins. */
  #readPart(): void {
    const level = this.#level;
    const { words } = level.now;
    const word = this.#readWordOrSign(level.isTest && textOf(words.at(-1)) === '=~');
    const text = textOf(word);
    if (words.length) {
      words.push(word);
      if (text === ']]') level.isTest = false;
    } else if (this.text[this.at] === '(' && /^\w+\+?=$/.test(text)) {
      this.at++;
      words.push([{ text: text.replace(/\+?=$/, '') }]);
      level.now.values = this.#readList(blanksAndComments, ')');
      this.at++;
      this.#endCommand();
    } else if (text === 'function') {
      this.take(blanks);
      this.functions.add(textOf(this.readWord()));
    } else if (text === 'for' || text === 'select') this.#readLoop();
    else if (text === 'case') {
      this.take(blanks);
      level.subjects.push(this.readWord());
      this.take(blanks);
      this.readWord(); // in
      this.#readPatterns();
    } else if (text === 'esac') level.subjects.pop();
    else if (!prefix.test(text)) {
      words.push(word);
      level.isTest = text === '[[';
    }
  }

  /** Reads a word; a sign at which none begins is passed over. */
  #readWordOrSign(isExpression = false): Word {
    const from = this.at;
    const word = this.readWord(isExpression);
    if (this.at === from) this.at++;
    return word;
  }

  /** Reads words up to one of some signs, which is left to be read. */
  #readList(gap: RegExp, ends: string): Word[] {
    const words: Word[] = [];
    for (;;) {
      this.take(gap);
      const sign = this.text[this.at];
      if (sign === undefined || ends.includes(sign)) return words;
      words.push(this.#readWordOrSign());
    }
  }

  /** Reads the head of a loop; without a list it is over the arguments. */
  #readLoop(): void {
    const { now } = this.#level;
    this.take(blanks);
    now.words.push(this.readWord());
    this.take(blanks);
    const hasList = this.take(/in(?=[\s;&|)]|$)/y) !== '';
    now.values = hasList ? this.#readList(blanks, ';\n&|)') : [[{ name: '@', change: '' }]];
    this.#endCommand();
  }

  /** Reads the patterns of a branch of a `case`, or its end. */
  #readPatterns(): void {
    const { subjects } = this.#level;
    this.take(betweenPatterns);
    if (this.take(/esac(?=[\s;&|()`]|$)/y)) {
      subjects.pop();
      return;
    }
    const patterns = this.#readList(betweenPatterns, ')');
    if (this.at >= this.text.length) return;
    this.at++;
    this.#add({ words: [subjects.at(-1) ?? []], patterns });
  }

  #readRedirection(sign: string): void {
    const { now } = this.#level;
    // `<(…)`: a file with the output of commands, which are read as such.
    if (this.text[this.at] === '(') {
      now.words.push([{ name: '!', change: '' }]);
      return;
    }
    this.take(blanks);
    const word = this.readWord();
    if (sign === '<<<') now.hereString = word;
    else if (sign.startsWith('<<')) this.#awaited.push({ command: now, end: textOf(word) });
    else if (sign === '<') now.inputFile = word;
  }

  /** Reads the here documents that the line before announced. */
  #readDocuments(): void {
    for (const { command, end } of this.#awaited.splice(0)) {
      const from = this.at;
      while (command.hereDocument === undefined && this.at < this.text.length) {
        const start = this.at;
        const line = this.take(/[^\n]*\n?/y);
        if (line.trim() === end) command.hereDocument = this.text.slice(from, start);
      }
      command.hereDocument ??= this.text.slice(from);
    }
  }

  /** Passes over a computation, `((…))`, and returns true; false where none begins, or one that runs commands. */
  #skipComputation(): boolean {
    if (!this.text.startsWith('((', this.at)) return false;
    const [inside = ''] = this.text.slice(this.at, this.at + 400).split('))', 1);
    if (/\$\([^(]|`/.test(inside)) return false;
    this.skipBehind('))');
    return true;
  }
}

/**
 * Reads a script. A part that cannot be read is passed over.
 * @throws RangeError for substitutions that nest deeper than the stack.
 */
export const readScript = (text: string): Script => new ScriptReader(text);

/** Reads the commands of a shell script: which words each command has, and which files and texts it reads. */
import { textOf, type Word, WordReader } from './words.ts';

/**
 * A command of a script. A branch of a `case`, the head of a loop and the assignment of an array are
 * represented as commands too: they have `patterns` or `values`.
 */
export interface Command {
  words: Word[];
  /** The command whose output this command reads through a pipe. */
  pipedFrom?: Command | undefined;
  /** It reads the output of a group, a loop or another compound command through a pipe. */
  isPipedFromGroup?: true;
  /** The word after `<<<`, whose text the command reads. */
  hereString?: Word;
  /** The word after `<`: the file that the command reads. */
  inputFile?: Word;
  /** The lines that `<<` gives the command to read. */
  hereDocument?: string;
  /** The patterns of one branch of a `case`. The only word is then the subject of the `case`. */
  patterns?: Word[];
  /** The values of an array, or of the variable of a loop. The only word is then the name of the array or variable. */
  values?: Word[];
  /** The redirections of its output, in their order. */
  outputs?: OutputRedirection[];
}

/** A redirection of output: its sign, such as `>>` or `2>&`, and the file or the number behind it. */
export interface OutputRedirection {
  sign: string;
  target: Word;
}

/**
 * A part of a script in the order of its text: a command; a keyword, or a bracket of a group or a subshell
 * (`keyword`); what ends a command (`operator`); the head of a function; the redirection of a compound command.
 */
export type ScriptPart =
  | { command: Command }
  | { keyword: string }
  | { operator: string }
  | { functionName: string }
  | { redirection: OutputRedirection };

/** The parts of a script. */
export interface Script {
  /** All commands. Those of a substitution stand before the command that has the substitution. */
  commands: readonly Command[];
  /** The names of the functions that the script defines. */
  functions: ReadonlySet<string>;
  /** The parts of the script, without those of its substitutions. */
  parts: readonly ScriptPart[];
}

/** A word after which a command begins: a keyword, or a program that runs the command after it. */
const wordBeforeCommand =
  /^(?:if|then|elif|else|fi|while|until|do|done|!|\{|\}|time|command|exec|builtin|env)$/;

const blanks = /(?:[ \t]|\\\n)+/y;
const blanksAndComments = /(?:\s|#[^\n]*)+/y;
/** Matches the brackets that may follow the name of a function behind `function`. */
const emptyParameters = /[ \t]*\(\)/y;
const betweenPatterns = /(?:[\s(|]|#[^\n]*)+/y;
/**
 * Matches what can stand between words. The named group that matches says what it means: `blank` nothing,
 * `branch` the end of a branch of a `case`, `redirect` a redirection, whose word follows, `call` that the word before
 * is the name of a function, and the others the end of a command.
 */
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

/** The state of reading the commands of a script, or of one substitution in it. */
interface Level {
  /** The commands that have been read. */
  commands: Command[];
  /** What has been read, in the order of the text. */
  parts: ScriptPart[];
  /** The command that is being read. */
  current: Command;
  /** The position is between `[[` and `]]`, where operators are words. */
  isTest: boolean;
  /** The subjects of the `case` statements around the position, the innermost last. */
  subjects: Word[];
}

const newLevel = (): Level => ({
  commands: [],
  parts: [],
  current: { words: [] },
  isTest: false,
  subjects: [],
});

class ScriptReader extends WordReader implements Script {
  readonly functions = new Set<string>();
  readonly commands: Command[] = [];
  #level = newLevel();
  readonly parts = this.#level.parts;
  /**
   * The here documents that begin at the next line: the command of each, the line that ends it, and whether tabs may
   * stand before that.
   */
  #pendingDocuments: { command: Command; end: string; hasTabs: boolean }[] = [];

  constructor(text: string) {
    super(text.replaceAll('\r\n', '\n'));
    while (this.at < this.text.length) this.#readCommands();
  }

  protected override readSubstitution(close: ')' | '`'): Command[] {
    const outer = [this.#level, this.isInBackticks] as const;
    this.#level = newLevel();
    this.isInBackticks = close === '`';
    const commands = this.#readCommands(close);
    [this.#level, this.isInBackticks] = outer;
    return commands;
  }

  /** Reads the commands of the current level, up to `close` outside of brackets, or up to the end of the text. */
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
        level.current.words.push([{ text: sign }]);
        continue;
      }
      if (!level.current.words.length && this.#skipComputation()) continue;
      const found = this.match(operator)?.groups;
      if (!found) this.#readWordOrCompound();
      else if (found.redirect) this.#readRedirection(found.redirect);
      else if (found.call) {
        const functionName = textOf(level.current.words[0]);
        this.functions.add(functionName);
        level.parts.push({ functionName });
        level.current.words = [];
      } else if (!found.blank) {
        this.#endCommand(found.pipe !== undefined);
        if (found.bracket) level.parts.push({ keyword: sign });
        else level.parts.push({ operator: found.pipe ?? found.end ?? found.branch ?? '\n' });
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
    this.#level.parts.push({ command });
    this.commands.push(command);
  }

  #endCommand(isPiped = false): void {
    const { current } = this.#level;
    const hasWords = current.words.length > 0;
    if (hasWords) this.#add(current);
    else if (current.outputs) this.#level.parts.push({ command: current });
    this.#level.current = { words: [] };
    if (isPiped && hasWords) this.#level.current.pipedFrom = current;
    else if (isPiped) this.#level.current.isPipedFromGroup = true;
    this.#level.isTest = false;
  }

  /**
   * Reads a word. If it begins an array, a loop, a `case` or a function, reads what belongs to that too. Notes where
   * a `case` or a test (`[[`) ends.
   */
  #readWordOrCompound(): void {
    const level = this.#level;
    const { words } = level.current;
    const word = this.#readWordOrSkip(level.isTest && textOf(words.at(-1)) === '=~');
    const text = textOf(word);
    const isQuoted = word.some((piece) => !('text' in piece) || piece.quoted);
    if (words.length) {
      words.push(word);
      if (text === ']]') level.isTest = false;
    } else if (isQuoted) {
      words.push(word); // a keyword in quotes is the name of a program
    } else if (this.text[this.at] === '(' && /^\w+\+?=$/.test(text)) {
      this.at++;
      words.push([{ text: text.replace(/\+?=$/, '') }]);
      level.current.values = this.#readList(blanksAndComments, ')');
      this.at++;
      this.#endCommand();
    } else if (text === 'function') {
      this.take(blanks);
      const functionName = textOf(this.readWord());
      this.functions.add(functionName);
      level.parts.push({ functionName });
      this.take(emptyParameters);
    } else if (text === 'for' || text === 'select') {
      level.parts.push({ keyword: 'for' });
      this.#readLoop();
    } else if (text === 'case') {
      level.parts.push({ keyword: 'case' });
      this.take(blanks);
      level.subjects.push(this.readWord());
      this.take(blanks);
      this.readWord(); // in
      this.#readPatterns();
    } else if (text === 'esac') this.#endCase();
    else if (!wordBeforeCommand.test(text)) {
      words.push(word);
      level.isTest = text === '[[';
    } else level.parts.push({ keyword: text });
  }

  /** Reads a word. If none begins at the position, skips one character and returns an empty word. */
  #readWordOrSkip(isExpression = false): Word {
    const from = this.at;
    const word = this.readWord(isExpression);
    if (this.at === from) this.at++;
    return word;
  }

  /**
   * Reads words up to one of the characters in `ends`, and does not read that character.
   *
   * @param gap Matches what may stand between the words.
   */
  #readList(gap: RegExp, ends: string): Word[] {
    const words: Word[] = [];
    for (;;) {
      this.take(gap);
      const sign = this.text[this.at];
      if (sign === undefined || ends.includes(sign)) return words;
      words.push(this.#readWordOrSkip());
    }
  }

  /** Reads the head of a loop: its variable and its values. A loop without a list is over the arguments of the script (`$@`). */
  #readLoop(): void {
    const { current } = this.#level;
    this.take(blanks);
    current.words.push(this.readWord());
    this.take(blanks);
    const hasList = this.take(/in(?=[\s;&|)]|$)/y) !== '';
    current.values = hasList ? this.#readList(blanks, ';\n&|)') : [[{ name: '@', change: '' }]];
    this.#endCommand();
  }

  /** Reads the patterns of the next branch of a `case`, or the `esac` that ends the `case`. */
  #readPatterns(): void {
    const { subjects } = this.#level;
    this.take(betweenPatterns);
    if (this.take(/esac(?=[\s;&|()`]|$)/y)) {
      this.#endCase();
      return;
    }
    const patterns = this.#readList(betweenPatterns, ')');
    if (this.at >= this.text.length) return;
    this.at++;
    this.#add({ words: [subjects.at(-1) ?? []], patterns });
  }

  #endCase(): void {
    this.#level.subjects.pop();
    this.#level.parts.push({ keyword: 'esac' });
  }

  #readRedirection(sign: string): void {
    const { current, parts } = this.#level;
    // `<(…)` stands for a file whose name is not known. It is noted as a variable whose name is not known (`!`).
    // The commands in it are read after this.
    if (this.text[this.at] === '(') {
      current.words.push([{ name: '!', change: '' }]);
      return;
    }
    this.take(blanks);
    const word = this.readWord();
    if (sign === '<<<') current.hereString = word;
    else if (sign.startsWith('<<'))
      this.#pendingDocuments.push({
        command: current,
        end: textOf(word),
        hasTabs: sign.endsWith('-'),
      });
    else if (sign === '<') current.inputFile = word;
    else if (sign.includes('>')) {
      const before = parts.at(-1);
      const isOfCompound =
        !current.words.length &&
        before !== undefined &&
        ('redirection' in before ||
          ('keyword' in before && /^(?:fi|done|esac|[})])$/.test(before.keyword)));
      const redirection = { sign, target: word };
      if (isOfCompound) parts.push({ redirection });
      else current.outputs = [...(current.outputs ?? []), redirection];
    }
  }

  /** Reads the here documents whose `<<` was on the line before. */
  #readDocuments(): void {
    for (const { command, end, hasTabs } of this.#pendingDocuments.splice(0)) {
      const from = this.at;
      while (command.hereDocument === undefined && this.at < this.text.length) {
        const start = this.at;
        const line = this.take(/[^\n]*\n?/y).replace('\n', '');
        if ((hasTabs ? line.replace(/^\t+/, '') : line) === end)
          command.hereDocument = this.text.slice(from, start);
      }
      command.hereDocument ??= this.text.slice(from);
    }
  }

  /**
   * Skips an arithmetic expression, `((…))`. Returns false, and skips nothing, if none begins at the position or if
   * its first 400 characters contain a command substitution.
   */
  #skipComputation(): boolean {
    if (!this.text.startsWith('((', this.at)) return false;
    const [inside = ''] = this.text.slice(this.at, this.at + 400).split('))', 1);
    if (/\$\([^(]|`/.test(inside)) return false;
    this.at += 2;
    if (this.skipComputation()) return true;
    this.at -= 2;
    return false;
  }
}

/**
 * Reads a script. Parts that cannot be read are skipped.
 *
 * @throws RangeError if substitutions are nested too deep for the stack.
 */
export const readScript = (text: string): Script => new ScriptReader(text);

/** Finds what a shell script compares paths with. */
import { type Command, readScript, type Script } from '../../util/shell/commands.ts';
import { textOf, type Word } from '../../util/shell/words.ts';
import type { Comparisons } from './comparisons.ts';
import { type MatchKind, mayMatchOneWording } from './patterns.ts';
import { readProgram } from './program.ts';
import { fixedOutputPrograms, ShellValues, wordsWithoutAssignments } from './shell-values.ts';

/** Programs that compare nothing with a path. */
const harmlessPrograms =
  /^(?:cat|echo|printf|exit|true|false|:|read|tee|head|tail|tr|cut|cd|set|export|local|declare|typeset|readonly|unset|return|break|continue|shift|sed|awk|wc|sort|uniq|rev|chmod|cp|ln|mkdir|mv|rm|rmdir|sleep|touch|logger|trap|umask|shopt|kill|wait|type|which|hash|let|curl|notify-send|osascript|dirname|paste|nl|tac|base64)$/;

/** Notes what a shell script compares paths with. */
export function readShellScript(text: string, comparisons: Comparisons): void {
  new ShellReader(text, comparisons).readCommands();
}

/** Reads the commands of a script, and notes what each compares. */
class ShellReader {
  readonly #script: Script;
  readonly #values: ShellValues;
  readonly #comparisons: Comparisons;

  constructor(text: string, comparisons: Comparisons) {
    this.#script = readScript(text.replace(/^#!.*/, ''));
    this.#values = new ShellValues(this.#script);
    this.#comparisons = comparisons;
  }

  /** Notes a comparison of two words, where one is fixed and the other varies with the path. */
  #compareWords(left: Word, right: Word, how: MatchKind): void {
    const [subject, pattern] = this.#values.isFixed(right) ? [left, right] : [right, left];
    if (this.#values.isFixed(subject)) return;
    if (!this.#values.isFixed(pattern)) this.#comparisons.addUnknownValue(showWord(pattern));
    else this.#comparePath(pattern, how);
  }

  /** Notes that the path is compared with each text that a pattern may be. */
  #comparePath(pattern: Word, how: MatchKind): void {
    for (const text of this.#values.textsOf(pattern, how === 'glob'))
      if (mayMatchOneWording(text, how)) this.#comparisons.addText(text, showWord(pattern));
  }

  /** Notes what each branch of a `case` and each command compares. */
  readCommands(): void {
    let hasRead = false;
    for (const command of this.#script.commands) {
      if (command.patterns) {
        for (const pattern of command.patterns) {
          const [subject = []] = command.words;
          if (textOf(pattern) !== '*') this.#compareWords(subject, pattern, 'glob');
        }
        continue;
      }
      const [first, ...args] = wordsWithoutAssignments(command);
      if (!first) continue;
      this.#readCommand(command, textOf(first).replace(/^\/(?:usr\/)?bin\//, ''), args, hasRead);
      hasRead ||= /^(?:cat|jq|grep|read|sed|awk)$/.test(textOf(first));
    }
  }

  /**
   * Notes what a command compares, or that it is not read.
   * @param hasRead - Whether a command before it may have read the payload.
   */
  #readCommand(command: Command, name: string, args: Word[], hasRead: boolean): void {
    if (name === '[' || name === 'test' || name === '[[') this.#readTest(name, args);
    else if (/^(?:[efz]?grep|rg)$/.test(name)) this.#readGrep(command, name, args);
    else if (name === 'jq') this.#readJq(command, args);
    else if (/^(?:node|python3?)$/.test(name)) this.#readProgram(command, name, args);
    else if (/^(?:bash|sh|dash|zsh)$/.test(name) && /^-\w*c$/.test(textOf(args[0]))) {
      const isSelfContained =
        args.length === 2 && !this.#values.exportsPath && this.#values.areFixed(command.words);
      if (isSelfContained) readShellScript(textOf(args[1]), this.#comparisons);
      else this.#comparisons.addUnreadProgram(`${name} -c`);
    } else if (name === 'sed') this.#readSed(command, args);
    else if (name === 'awk' || name === 'gawk') this.#readAwk(command, args);
    else if (!this.#isHarmless(command, name, hasRead))
      this.#comparisons.addUnreadProgram(
        [name, ...args.slice(0, 1).map(textOf)].join(' ').replaceAll('\0', '…'),
      );
  }

  /** Tells whether a program compares nothing with a path, or gets no part of the payload that varies with it. */
  #isHarmless(command: Command, name: string, hasRead: boolean): boolean {
    if (this.#script.functions.has(name)) return true;
    if (fixedOutputPrograms.test(name) || harmlessPrograms.test(name)) return true;
    const mayReadPayload =
      command.pipedFrom ??
      command.hereString ??
      command.hereDocument ??
      (!hasRead || this.#values.exportsPath);
    if (mayReadPayload || /^(?:\.|source|eval|xargs|(?:ba|da|z)?sh|\0.*)$/.test(name)) return false;
    return this.#values.areFixed(command.words);
  }

  /** Notes what the operators of `test`, `[` and `[[` compare. */
  #readTest(name: string, words: Word[]): void {
    words.forEach((word, i) => {
      const operator = textOf(word);
      const [left, right] = [words[i - 1], words[i + 1]];
      this.#readUnaryTest(operator, right);
      if (!left || !right || word.some((piece) => !('text' in piece) || piece.quoted)) return;
      if (operator === '=~') {
        // Behind `=~`, a quoted word is a text, and no expression.
        const isText = right.every(
          (piece) => 'text' in piece && piece.quoted && !/\\/.test(piece.text),
        );
        this.#compareWords(left, right, isText ? 'anywhere' : 'expression');
      } else if (/^[!=]?=$/.test(operator))
        this.#compareWords(left, right, name === '[[' ? 'glob' : 'beginning');
    });
  }

  /** Notes a test of one word whose result depends on the wording: `-f "dir/$path"`, `-n "${path%%/*}"`. */
  #readUnaryTest(operator: string, word: Word = []): void {
    const isOfLength = /^-[nz]$/.test(operator);
    const isOfFile = /^-[a-zA-Z]$/.test(operator) && !isOfLength;
    const dependsOnWording = word.some((piece, i) => {
      if (!('name' in piece)) return false;
      const isComputedKey = /^\[.*[$`]/.test(piece.change);
      const isInFolder = i > 0 && !this.#values.isFixed([piece]);
      const cut = /^(?:##?|%%?)(.+)$/s.exec(piece.change)?.[1] ?? '';
      const isCut = mayMatchOneWording(cut, 'glob') && !this.#values.isFixedVariable(piece.name);
      return isComputedKey || (isOfFile && isInFolder) || (isOfLength && isCut);
    });
    if (dependsOnWording || (operator === '-v' && !this.#values.isFixed(word)))
      this.#comparisons.addUnknownValue(showWord(word));
  }

  /** Notes the patterns that grep looks for, where its input varies with the path. */
  #readGrep(command: Command, name: string, args: Word[]): void {
    const patterns: Word[] = [];
    const files: Word[] = [];
    /** The letters of the options: `F` for texts instead of expressions, `x` for whole lines. */
    let flags = name === 'fgrep' ? 'F' : '';
    let patternFile: Word | undefined;
    for (let i = 0; i < args.length; i++) {
      const arg = args[i] ?? [];
      const text = textOf(arg);
      const next = args[i + 1] ?? [];
      const [, long, equals, longValue = ''] = /^--(\w[\w-]*)(=?)(.*)$/s.exec(text) ?? [];
      if (long !== undefined) {
        if (/^(?:fixed|line-reg)/.test(long)) flags += long[0] === 'f' ? 'F' : 'x';
        const value: Word = equals ? [{ text: longValue }] : next;
        if (long === 'regexp') patterns.push(value);
        if (long === 'file') patternFile = value;
        if (!equals && /^(?:regexp|file)$/.test(long)) i++;
      } else if (/^-\w/.test(text)) {
        flags += text.replace(/[ef].*$/s, '');
        // The first option that takes a value, behind others that take none: `-qie PATTERN`, `-m1`.
        const [, option, shortValue] = /^-[A-DG-Za-dg-z]*([efmABC])(.*)$/s.exec(text) ?? [];
        const value: Word = shortValue ? [{ text: shortValue }] : next;
        if (option === 'e') patterns.push(value);
        if (option === 'f') patternFile = value;
        if (option && !shortValue) i++;
      } else if (text === '--' && patterns.length) continue;
      else if (text === '--') patterns.push(args[++i] ?? []);
      else if (!patterns.length && !patternFile) patterns.push(arg);
      else files.push(arg);
    }
    const [wholeLine, anywhere] = flags.includes('F')
      ? (['beginning', 'anywhere'] as const)
      : (['expression-at-start', 'expression'] as const);
    const how = flags.includes('x') ? wholeLine : anywhere;
    const readsFiles =
      files.some((word) => textOf(word) !== '-') || command.inputFile !== undefined;
    const hasFixedInput = readsFiles || this.#values.isFixedInput(command);
    if (patternFile && !hasFixedInput)
      this.#comparisons.addUnknownValue(`the patterns in ${showWord(patternFile)}`);
    for (const pattern of patterns) {
      if (!this.#values.isFixed(pattern)) {
        const file = showWord(files[0] ?? command.inputFile ?? []);
        this.#comparisons.addUnknownValue(readsFiles ? `what ${file} holds` : 'a list');
      } else if (!hasFixedInput) this.#comparePath(pattern, how);
    }
  }

  /** Notes what a filter of jq compares. */
  #readJq(command: Command, args: Word[]): void {
    const words = args.map(textOf);
    const takesTwo = (i: number) => /^--(?:raw|slurp)?(?:arg|argjson|file)$/.test(words[i] ?? '');
    const [filter, ...files] = args.filter(
      (_, i) => !words[i]?.startsWith('-') && !takesTwo(i - 1) && !takesTwo(i - 2),
    );
    const argumentValues = args.filter((_, i) => /^--arg(?:json)?$/.test(words[i - 2] ?? ''));
    const hasFixedInput = files.length > 0 || this.#values.isFixedInput(command);
    const text = this.#programText(filter);
    if (words.some((word) => /^(?:-\w*f|--from-file)$/.test(word)))
      this.#comparisons.addUnreadProgram('jq -f');
    else if (hasFixedInput && this.#values.areFixed(argumentValues)) return;
    else if (text === undefined) this.#comparisons.addUnreadProgram('jq');
    else readProgram(text, 'jq', this.#comparisons);
  }

  /** Reads a program in JavaScript or Python among the words of a command, or in a here document. */
  #readProgram(command: Command, name: string, args: Word[]): void {
    const words = args.map(textOf);
    const at = words.findIndex((word) => /^-\w*[cep]$/.test(word)); // `-c` or `-e`, before the program
    const program = at < 0 ? command.hereDocument : this.#programText(args[at + 1]);
    if (program === undefined || (at < 0 && words.some((word) => !word.startsWith('-')))) {
      this.#comparisons.addUnreadProgram([name, ...words.slice(0, 1)].join(' '));
      return;
    }
    // If an argument or a variable may be the path, the program is read as if all of them came from stdin.
    const getsPath =
      this.#values.exportsPath ||
      command.words.some((word) => word !== args[at + 1] && !this.#values.isFixed(word));
    const text = getsPath
      ? program.replace(/\b(?:argv|environ|getenv|process\.env)\b/g, 'stdin')
      : program;
    readProgram(text, name === 'node' ? 'js' : 'python', this.#comparisons);
  }

  /** Returns the text of a program with a name for each shell variable. Undefined: a part of it may be the path. */
  #programText(word: Word | undefined): string | undefined {
    if (!this.#values.isFixed(word)) return undefined;
    return (word ?? []).map((piece) => ('text' in piece ? piece.text : '$unknown')).join('');
  }

  /** Notes the expressions of a sed program that prints, or acts on, the lines that match. */
  #readSed(command: Command, args: Word[]): void {
    const words = args.map(textOf);
    const program = words.find((word) => !word.startsWith('-')) ?? '';
    if (this.#values.isFixedInput(command)) return;
    if (words.some((word) => /^(?:-\w*f|--file)/.test(word)))
      this.#comparisons.addUnreadProgram('sed -f');
    // `s/replaced/…/`
    const [, , replaced = ''] = /^\s*s([|/#,])((?:\\.|(?!\1)[^\\])+)\1/.exec(program) ?? [];
    if (
      /p\s*$/.test(program) &&
      !replaced.includes('"') &&
      mayMatchOneWording(replaced, 'expression')
    )
      this.#comparisons.addText(replaced);
    // `/expression/` before a command
    const [, expression] = /^\s*\/((?:\\.|[^/\\])+)\/(?!.*\/)/.exec(program) ?? [];
    if (expression && mayMatchOneWording(expression, 'expression'))
      this.#comparisons.addText(expression);
  }

  /** Notes that an awk program compares. The values that it compares with are not read. */
  #readAwk(command: Command, args: Word[]): void {
    const program = args.find((word) => !textOf(word).startsWith('-'));
    const isFixed = this.#values.isFixedInput(command) && this.#values.areFixed(args);
    const text = args.map(textOf).join(' ');
    if (!isFixed && /~|[=!]=|\b(?:index|match|substr|in)\b|\/\^/.test(text))
      this.#comparisons.addUnknownValue(`what ${showWord(program ?? [])} looks for`);
  }
}

/** Returns a word as it is written in a script. */
const showWord = (word: Word): string =>
  word
    .map((piece) =>
      'text' in piece
        ? piece.text
        : 'name' in piece
          ? `$${piece.name}`
          : `$(${textOf(piece.commands[0]?.words[0])} …)`,
    )
    .join('');

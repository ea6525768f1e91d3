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
export function readShellScript(text: string, found: Comparisons): void {
  new ShellReader(text, found).readCommands();
}

/** Reads the commands of a script, and notes what each compares. */
class ShellReader {
  readonly #script: Script;
  readonly #values: ShellValues;
  readonly #found: Comparisons;

  constructor(text: string, found: Comparisons) {
    this.#script = readScript(text.replace(/^#!.*/, ''));
    this.#values = new ShellValues(this.#script);
    this.#found = found;
  }

  /** Notes a comparison of two words, where one is fixed and the other varies with the path. */
  #compareWords(one: Word, other: Word, how: MatchKind): void {
    const [subject, pattern] = this.#values.isFixed(other) ? [one, other] : [other, one];
    if (this.#values.isFixed(subject)) return;
    if (!this.#values.isFixed(pattern)) this.#found.addUnknownValue(showWord(pattern));
    else this.#comparePath(pattern, how);
  }

  /** Notes that the path is compared with each text that a pattern may be. */
  #comparePath(pattern: Word, how: MatchKind): void {
    for (const text of this.#values.textsOf(pattern, how === 'glob'))
      if (mayMatchOneWording(text, how)) this.#found.addText(text, showWord(pattern));
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
      const isOwn = args.length === 2 && !this.#values.exportsPath && this.#hasFixedWords(command);
      if (isOwn) readShellScript(textOf(args[1]), this.#found);
      else this.#found.addUnreadProgram(`${name} -c`);
    } else if (name === 'sed') this.#readSed(command, args);
    else if (name === 'awk' || name === 'gawk') this.#readAwk(command, args);
    else if (!this.#isHarmless(command, name, hasRead))
      this.#found.addUnreadProgram(
        [name, ...args.slice(0, 1).map(textOf)].join(' ').replaceAll('\0', '…'),
      );
  }

  #hasFixedWords = ({ words }: Command): boolean => this.#values.areFixed(words);

  /** Tells whether a program compares nothing with a path, or gets nothing of the payload. */
  #isHarmless(command: Command, name: string, hasRead: boolean): boolean {
    if (
      this.#script.functions.has(name) ||
      fixedOutputPrograms.test(name) ||
      harmlessPrograms.test(name)
    )
      return true;
    const mayReadPayload =
      command.pipedFrom ??
      command.hereString ??
      command.hereDocument ??
      (!hasRead || this.#values.exportsPath);
    if (mayReadPayload || /^(?:\.|source|eval|xargs|(?:ba|da|z)?sh|\0.*)$/.test(name)) return false;
    return this.#hasFixedWords(command);
  }

  /** Notes what the operators of `test`, `[` and `[[` compare. */
  #readTest(name: string, words: Word[]): void {
    words.forEach((word, i) => {
      const operator = textOf(word);
      const [one, other] = [words[i - 1], words[i + 1]];
      this.#readUnaryTest(operator, other);
      if (!one || !other || word.some((piece) => !('text' in piece) || piece.quoted)) return;
      if (operator === '=~') {
        // Behind `=~`, a quoted word is a text, and no expression.
        const isText = other.every(
          (piece) => 'text' in piece && piece.quoted && !/\\/.test(piece.text),
        );
        this.#compareWords(one, other, isText ? 'anywhere' : 'expression');
      } else if (/^[!=]?=$/.test(operator))
        this.#compareWords(one, other, name === '[[' ? 'glob' : 'beginning');
    });
  }

  /** Notes a test of one word whose result depends on the wording: `-f "dir/$path"`, `-n "${path%%/*}"`. */
  #readUnaryTest(operator: string, word: Word | undefined): void {
    for (const [i, piece] of (word ?? []).entries()) {
      if (!('name' in piece)) continue;
      const cut = /^(?:##?|%%?)(.+)$/s.exec(piece.change)?.[1];
      const isCut =
        /^-[nz]$/.test(operator) && cut !== undefined && mayMatchOneWording(cut, 'glob');
      const isTestOfFileInFolder =
        /^-[a-zA-Z]$/.test(operator) &&
        !/^-[nz]$/.test(operator) &&
        i > 0 &&
        !this.#values.isFixed([piece]);
      const isComputedKey = /^\[.*[$`]/.test(piece.change);
      if (
        isComputedKey ||
        isTestOfFileInFolder ||
        (isCut && !this.#values.isFixedVariable(piece.name))
      )
        this.#found.addUnknownValue(showWord(word ?? []));
    }
    if (operator === '-v' && word && !this.#values.isFixed(word))
      this.#found.addUnknownValue(showWord(word));
  }

  /** Notes the patterns that grep looks for, where its input varies with the path. */
  #readGrep(command: Command, name: string, args: Word[]): void {
    const patterns: Word[] = [];
    const files: Word[] = [];
    let flags = name === 'fgrep' ? 'F' : '';
    let byFile: Word | undefined;
    for (let i = 0; i < args.length; i++) {
      const arg = args[i] ?? [];
      const text = textOf(arg);
      const next = args[i + 1] ?? [];
      const [, long, equals] = /^--(\w[\w-]*)(=?)/.exec(text) ?? [];
      if (long !== undefined) {
        if (/^(?:fixed|line-reg)/.test(long)) flags += text[2] === 'f' ? 'F' : 'x';
        if (long === 'regexp') patterns.push(equals ? [{ text: text.slice(9) }] : next);
        if (long === 'file') byFile = equals ? [{ text: text.slice(7) }] : next;
        if (!equals && /^(?:regexp|file)$/.test(long)) i++;
      } else if (/^-\w/.test(text)) {
        flags += text.replace(/[ef].*$/s, '');
        const [, option, value = ''] = /^-[A-DG-Za-dg-z]*([efmABC])(.*)$/s.exec(text) ?? [];
        const given = value ? [{ text: value }] : next;
        if (option === 'e') patterns.push(given);
        if (option === 'f') byFile = given;
        if (option && !value) i++;
      } else if (text === '--') patterns.length ? null : patterns.push(args[++i] ?? []);
      else if (!patterns.length && !byFile) patterns.push(arg);
      else files.push(arg);
    }
    const [wholeLine, anywhere] = flags.includes('F')
      ? (['beginning', 'anywhere'] as const)
      : (['expression-at-start', 'expression'] as const);
    const how = flags.includes('x') ? wholeLine : anywhere;
    const inFiles = files.some((word) => textOf(word) !== '-') || command.inputFile !== undefined;
    const isFixed = inFiles || this.#values.isFixedInput(command);
    if (byFile && !isFixed) this.#found.addUnknownValue(`the patterns in ${showWord(byFile)}`);
    for (const pattern of patterns) {
      if (this.#values.isFixed(pattern)) {
        if (!isFixed) this.#comparePath(pattern, how);
      } else
        this.#found.addUnknownValue(
          inFiles ? `what ${showWord(files[0] ?? command.inputFile ?? [])} holds` : 'a list',
        );
    }
  }

  /** Notes what a filter of jq compares. */
  #readJq(command: Command, args: Word[]): void {
    const words = args.map(textOf);
    const takesTwo = (i: number) => /^--(?:raw|slurp)?(?:arg|argjson|file)$/.test(words[i] ?? '');
    const own = args.filter(
      (word, i) => !/^-/.test(textOf(word)) && !takesTwo(i - 1) && !takesTwo(i - 2),
    );
    const given = args.filter((_, i) => /^--arg(?:json)?$/.test(words[i - 2] ?? ''));
    const isFixed = own.length > 1 || this.#values.isFixedInput(command);
    const text = this.#programText(own[0]);
    if (words.some((one) => /^(?:-\w*f|--from-file)$/.test(one)))
      this.#found.addUnreadProgram('jq -f');
    else if (isFixed && this.#values.areFixed(given)) return;
    else if (text === undefined) this.#found.addUnreadProgram('jq');
    else readProgram(text, 'jq', this.#found);
  }

  /** Reads a program in JavaScript or Python among the words of a command, or in a here document. */
  #readProgram(command: Command, name: string, args: Word[]): void {
    const words = args.map(textOf);
    const at = words.findIndex((one) => /^-\w*[cep]$/.test(one));
    const read = at < 0 ? command.hereDocument : this.#programText(args[at + 1]);
    if (read === undefined || (at < 0 && words.some((one) => !one.startsWith('-')))) {
      this.#found.addUnreadProgram([name, ...words.slice(0, 1)].join(' '));
      return;
    }
    // An argument or a variable may be the path: the program is read as if it came from stdin.
    const isGiven =
      this.#values.exportsPath ||
      command.words.some((word) => word !== args[at + 1] && !this.#values.isFixed(word));
    const text = isGiven
      ? read.replace(/\b(?:argv|environ|getenv|process\.env)\b/g, 'stdin')
      : read;
    readProgram(text, name === 'node' ? 'js' : 'python', this.#found);
  }

  /** Returns the text of a program, in which a shell variable is a name; undefined: the path may be a part of it. */
  #programText(word: Word | undefined): string | undefined {
    if (!this.#values.isFixed(word)) return undefined;
    return (word ?? []).map((piece) => ('text' in piece ? piece.text : '$unknown')).join('');
  }

  /** Notes the expressions of a sed program that prints, or acts on, the lines that match. */
  #readSed(command: Command, args: Word[]): void {
    const words = args.map(textOf);
    const program = words.find((one) => !one.startsWith('-')) ?? '';
    if (this.#values.isFixedInput(command)) return;
    if (words.some((one) => /^(?:-\w*f|--file)/.test(one))) this.#found.addUnreadProgram('sed -f');
    const [, , replaced = ''] = /^\s*s([|/#,])((?:\\.|(?!\1)[^\\])+)\1/.exec(program) ?? [];
    if (
      /p\s*$/.test(program) &&
      !replaced.includes('"') &&
      mayMatchOneWording(replaced, 'expression')
    )
      this.#found.addText(replaced);
    const [, expression] = /^\s*\/((?:\\.|[^/\\])+)\/(?!.*\/)/.exec(program) ?? [];
    if (expression && mayMatchOneWording(expression, 'expression')) this.#found.addText(expression);
  }

  /** Notes that an awk program compares. The values that it compares with are not read. */
  #readAwk(command: Command, args: Word[]): void {
    const program = args.find((word) => !textOf(word).startsWith('-'));
    const isFixed = this.#values.isFixedInput(command) && this.#values.areFixed(args);
    const text = args.map(textOf).join(' ');
    if (!isFixed && /~|[=!]=|\b(?:index|match|substr|in)\b|\/\^/.test(text))
      this.#found.addUnknownValue(`what ${showWord(program ?? [])} looks for`);
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

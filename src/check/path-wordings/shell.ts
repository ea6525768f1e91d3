/** What a shell script compares paths with. */

import { type Command, ShellReader, textOf, type Word } from '../../util/shell/commands.ts';
import type { Comparisons } from './comparisons.ts';
import { type MatchKind, mayBeRelative } from './patterns.ts';
import { printsNoPath } from './payload-keys.ts';
import { readProgram } from './program.ts';

/** Programs whose output says the same of a file however it is worded, or that read no stdin. */
const settled =
  /^(?:basename|realpath|readlink|pwd|date|git|whoami|id|mktemp|hostname|uname|ls|stat|sha\d*sum)$/;
/** Programs that compare nothing with a path. */
const plain =
  /^(?:cat|echo|printf|exit|true|false|:|read|tee|head|tail|tr|cut|cd|set|export|local|declare|typeset|readonly|unset|return|break|continue|shift|sed|awk|wc|sort|uniq|rev|chmod|cp|ln|mkdir|mv|rm|rmdir|sleep|touch|logger|trap|umask|shopt|kill|wait|type|which|hash|let|curl|notify-send|osascript|dirname|paste|nl|tac|base64)$/;
/** Variables that hold a folder as a whole path. */
const folders = /^(?:PWD|HOME|OLDPWD|TMPDIR|\w*(?:PROJECT|WORKSPACE|CWD)_?(?:DIR|ROOT|PATH)?)$/;
/** Commands that print such a path. */
const printsFolder = /^(?:pwd|realpath|dirname|mktemp)$/;
/** Texts that a word is tried as. */
const most = 500;

export function readShellScript(text: string, found: Comparisons): void {
  new Shell(text, found).look();
}

class Shell {
  readonly #read: ShellReader;
  readonly #found: Comparisons;
  readonly #values = new Map<string, (Word | undefined)[]>();
  /** Whether a variable is the same however a path is worded. */
  readonly #same = new Map<string, boolean>();
  readonly #outputs = new Map<Command, boolean>();
  /** Whether the script sets its own arguments. */
  #isSet = false;
  /** Whether programs that it starts have variables that may hold a path. */
  #exports = false;

  constructor(text: string, found: Comparisons) {
    this.#read = new ShellReader(text.replace(/^#!.*/, ''));
    this.#found = found;
    for (const command of this.#read.all) this.#assign(command);
    this.#exports = this.#read.all.some(({ words: [first, ...rest] }) => {
      const name = textOf(first);
      if (name === 'set') return rest.some((word) => /^-\w*a/.test(textOf(word)));
      const given = /^(?:export|declare)$/.test(name) ? rest : [];
      return given.some((word) => !this.#isSame([...word, { name: textOf(word), change: '' }]));
    });
  }

  #set(name: string, value: Word | undefined): void {
    const all = this.#values.get(name) ?? [];
    all.push(value);
    this.#values.set(name, all);
  }

  /** Notes what a command gives to variables. */
  #assign(command: Command): void {
    const { words, items } = command;
    if (items) {
      for (const item of items) this.#set(textOf(words[0]), item);
      return;
    }
    const [named, ...given] = this.#commandOf(command);
    const first = textOf(named);
    const declares = /^(?:export|local|readonly|declare|typeset)$/.test(first);
    for (const word of words) {
      const name = /^(\w+)\+?=/.exec(textOf(word.slice(0, 1)));
      if (!name) {
        if (declares) continue;
        break;
      }
      const [head, ...rest] = word;
      const left = head && 'text' in head ? head.text.slice(name[0].length) : '';
      this.#set(name[1] as string, left ? [{ text: left }, ...rest] : rest);
    }
    if (/^(?:read|mapfile|readarray)$/.test(first)) {
      for (const word of given) {
        const name = textOf(word);
        if (/^\w+$/.test(name)) this.#set(name, undefined);
      }
    }
    if (first === 'printf' && textOf(given[0]) === '-v') this.#set(textOf(given[1]), undefined);
    if (first === 'set' && given.some((word) => !/^[-+]\w/.test(textOf(word)))) this.#isSet = true;
  }

  /** Whether a word is the same however a path is worded. */
  #isSame(word: Word | undefined): boolean {
    return (word ?? []).every((piece) => {
      if ('text' in piece) return true;
      if ('commands' in piece) return this.#prints(piece.commands);
      if (/^##\*[/.]$/.test(piece.change)) return true;
      return this.#isSameVariable(piece.name);
    });
  }

  #isSameVariable(name: string): boolean {
    if (/^[1-9@*]$/.test(name)) return !this.#read.functions.size && !this.#isSet;
    if (/^(?:BASH_REMATCH|REPLY|MAPFILE|!)$/.test(name)) return false;
    const known = this.#same.get(name);
    if (known !== undefined) return known;
    this.#same.set(name, false); // for variables that are made of each other
    const isOther = (piece: Word[number]) => !('name' in piece && piece.name === name);
    const same = (this.#values.get(name) ?? []).every(
      (word) => word && this.#isSame(word.filter(isOther)),
    );
    this.#same.set(name, same);
    return same;
  }

  /** Whether what commands print is the same however a path is worded. */
  #prints(commands: readonly Command[]): boolean {
    const piped = new Set(commands.map(({ from }) => from));
    return commands.every((one) => piped.has(one) || this.#isSameOutput(one));
  }

  #isSameOutput(command: Command): boolean {
    const known = this.#outputs.get(command);
    if (known !== undefined) return known;
    this.#outputs.set(command, false);
    const same = this.#findOutput(command);
    this.#outputs.set(command, same);
    return same;
  }

  #findOutput(command: Command): boolean {
    const [first, ...args] = this.#commandOf(command);
    const name = textOf(first).replace(/^.*\//, '');
    if (!first || settled.test(name)) return true;
    if (command.patterns || command.items) return true;
    if (/^(?:echo|printf|dirname)$/.test(name)) return args.every((word) => this.#isSame(word));
    // The content of a file is the same by any of its names.
    if (name === 'cat' && args.some((word) => !textOf(word).startsWith('-'))) return true;
    if (this.#isSameInput(command) && args.every((word) => this.#isSame(word))) return true;
    if (!/^(?:jq|sed|grep|awk|python3?|node)$/.test(name)) return false;
    return args.every((word) => this.#isSame(word)) && printsNoPath(args.map(textOf).join(' '));
  }

  #isSameInput({ from, given, file, body }: Command): boolean {
    if (given) return this.#isSame(given);
    if (file || (body !== undefined && !/[$`]/.test(body))) return true;
    return from !== undefined && this.#isSameOutput(from);
  }

  /** The words of a command without the assignments before it. */
  #commandOf({ words, items }: Command): Word[] {
    if (items) return [];
    const first = words.findIndex((word) => !/^\w+\+?=/.test(textOf(word.slice(0, 1))));
    return first < 0 ? [] : words.slice(first);
  }

  /** What a word may be, with a NUL for what is not known and a slash for a folder. */
  #texts(word: Word, isGlob: boolean, depth = 0): string[] {
    let all = [''];
    for (const piece of word) {
      let next: string[];
      if ('text' in piece)
        next = [isGlob && piece.quoted ? piece.text.replace(/^\*/, '\\*') : piece.text];
      else if ('commands' in piece) next = [this.#printsFolder(piece.commands) ? '/' : '\0'];
      else next = this.#textsOf(piece.name, piece.change, isGlob, depth);
      if (all.length * next.length > most) return ['\0'];
      all = all.flatMap((one) => next.map((more) => one + more));
    }
    return all;
  }

  #textsOf(name: string, change: string, isGlob: boolean, depth: number): string[] {
    const values = this.#values.get(name);
    if (folders.test(name) && !values) return ['/'];
    if (!values || depth > 5 || !/^(?:\[[@*]\]|:?[-=?].*)?$/s.test(change)) return ['\0'];
    const texts = values.flatMap((value) =>
      value ? this.#texts(value, isGlob, depth + 1) : ['\0'],
    );
    return texts.length > most ? ['\0'] : texts;
  }

  #printsFolder(commands: readonly Command[]): boolean {
    return commands.every((command) => {
      const [first, second, third] = this.#commandOf(command).map(textOf);
      return (
        printsFolder.test(first ?? '') ||
        first === 'cd' ||
        (first === 'git' && second === 'rev-parse' && third === '--show-toplevel')
      );
    });
  }

  #compare(one: Word, other: Word, how: MatchKind): void {
    const [subject, pattern] = this.#isSame(other) ? [one, other] : [other, one];
    if (this.#isSame(subject)) return;
    if (!this.#isSame(pattern)) this.#found.compares(shown(pattern));
    else this.#hold(pattern, how);
  }

  /** Holds the path of a call against a pattern. */
  #hold(pattern: Word, how: MatchKind): void {
    for (const text of this.#texts(pattern, how === 'glob'))
      if (mayBeRelative(text, how)) this.#found.add(text, shown(pattern));
  }

  look(): void {
    let hasRead = false;
    for (const command of this.#read.all) {
      if (command.patterns) {
        for (const pattern of command.patterns) {
          const [subject = []] = command.words;
          if (textOf(pattern) !== '*') this.#compare(subject, pattern, 'glob');
        }
        continue;
      }
      const [first, ...args] = this.#commandOf(command);
      if (!first) continue;
      this.#run(command, textOf(first).replace(/^\/(?:usr\/)?bin\//, ''), args, hasRead);
      hasRead ||= /^(?:cat|jq|grep|read|sed|awk)$/.test(textOf(first));
    }
  }

  #run(command: Command, name: string, args: Word[], hasRead: boolean): void {
    if (name === '[' || name === 'test' || name === '[[') this.#test(name, args);
    else if (/^(?:[efz]?grep|rg)$/.test(name)) this.#grep(command, name, args);
    else if (name === 'jq') this.#jq(command, args);
    else if (/^(?:node|python3?)$/.test(name)) this.#program(command, name, args);
    else if (/^(?:bash|sh|dash|zsh)$/.test(name) && /^-\w*c$/.test(textOf(args[0]))) {
      const isOwn = args.length === 2 && !this.#exports && this.#isGivenNothing(command);
      if (isOwn) readShellScript(textOf(args[1]), this.#found);
      else this.#found.runs(`${name} -c`);
    } else if (name === 'sed') this.#sed(command, args);
    else if (name === 'awk' || name === 'gawk') this.#awk(command, args);
    else if (!this.#isPlain(command, name, hasRead))
      this.#found.runs([name, ...args.slice(0, 1).map(textOf)].join(' ').replaceAll('\0', '…'));
  }

  #isGivenNothing = ({ words }: Command): boolean => words.every((word) => this.#isSame(word));

  /** Whether a program compares nothing with a path, or is given nothing of a call that was read. */
  #isPlain(command: Command, name: string, hasRead: boolean): boolean {
    if (this.#read.functions.has(name) || settled.test(name) || plain.test(name)) return true;
    const hears = command.from ?? command.given ?? command.body ?? (!hasRead || this.#exports);
    if (hears || /^(?:\.|source|eval|xargs|(?:ba|da|z)?sh|\0.*)$/.test(name)) return false;
    return this.#isGivenNothing(command);
  }

  #test(name: string, words: Word[]): void {
    words.forEach((word, i) => {
      const operator = textOf(word);
      const [one, other] = [words[i - 1], words[i + 1]];
      this.#look(operator, other);
      if (!one || !other || word.some((piece) => !('text' in piece) || piece.quoted)) return;
      if (operator === '=~') {
        // What is quoted there is no expression.
        const isText = other.every(
          (piece) => 'text' in piece && piece.quoted && !/\\/.test(piece.text),
        );
        this.#compare(one, other, isText ? 'search' : 'expression');
      } else if (/^[!=]?=$/.test(operator))
        this.#compare(one, other, name === '[[' ? 'glob' : 'whole');
    });
  }

  /** What a test of one word depends on. */
  #look(operator: string, word: Word | undefined): void {
    for (const [i, piece] of (word ?? []).entries()) {
      if (!('name' in piece)) continue;
      const cut = /^(?:##?|%%?)(.+)$/s.exec(piece.change)?.[1];
      const isCut = /^-[nz]$/.test(operator) && cut !== undefined && mayBeRelative(cut, 'glob');
      const isBelow =
        /^-[a-zA-Z]$/.test(operator) &&
        !/^-[nz]$/.test(operator) &&
        i > 0 &&
        !this.#isSame([piece]);
      const isKey = /^\[.*[$`]/.test(piece.change);
      if (isKey || isBelow || (isCut && !this.#isSameVariable(piece.name)))
        this.#found.compares(shown(word ?? []));
    }
    if (operator === '-v' && word && !this.#isSame(word)) this.#found.compares(shown(word));
  }

  #grep(command: Command, name: string, args: Word[]): void {
    const patterns: Word[] = [];
    const files: Word[] = [];
    let flags = name === 'fgrep' ? 'F' : '';
    let byFile: Word | undefined;
    for (let i = 0; i < args.length; i++) {
      const text = textOf(args[i]);
      const next = args[i + 1] ?? [];
      const long = /^--(\w[\w-]*)(=?)/.exec(text);
      if (long) {
        if (/^(?:fixed|line-reg)/.test(long[1] as string)) flags += text[2] === 'f' ? 'F' : 'x';
        if (long[1] === 'regexp') patterns.push(long[2] ? [{ text: text.slice(9) }] : next);
        if (long[1] === 'file') byFile = long[2] ? [{ text: text.slice(7) }] : next;
        if (!long[2] && /^(?:regexp|file)$/.test(long[1] as string)) i++;
      } else if (/^-\w/.test(text)) {
        flags += text.replace(/[ef].*$/s, '');
        const [, option, value = ''] = /^-[A-DG-Za-dg-z]*([efmABC])(.*)$/s.exec(text) ?? [];
        const given = value ? [{ text: value }] : next;
        if (option === 'e') patterns.push(given);
        if (option === 'f') byFile = given;
        if (option && !value) i++;
      } else if (text === '--') patterns.length ? null : patterns.push(args[++i] ?? []);
      else if (!patterns.length && !byFile) patterns.push(args[i] as Word);
      else files.push(args[i] as Word);
    }
    const how: MatchKind = flags.includes('x')
      ? flags.includes('F')
        ? 'whole'
        : 'started'
      : flags.includes('F')
        ? 'search'
        : 'expression';
    const inFiles = files.some((word) => textOf(word) !== '-') || command.file !== undefined;
    const isSame = inFiles || this.#isSameInput(command);
    if (byFile && !isSame) this.#found.compares(`the patterns in ${shown(byFile)}`);
    for (const pattern of patterns) {
      if (this.#isSame(pattern)) {
        if (!isSame) this.#hold(pattern, how);
      } else
        this.#found.compares(
          inFiles ? `what ${shown(files[0] ?? command.file ?? [])} holds` : 'a list',
        );
    }
  }

  #jq(command: Command, args: Word[]): void {
    const words = args.map(textOf);
    const own = args.filter(
      (word, i) =>
        !/^-/.test(textOf(word)) &&
        !/^--(?:raw|slurp)?(?:arg|argjson|file)$/.test(words[i - 1] ?? '') &&
        !/^--(?:raw|slurp)?(?:arg|argjson|file)$/.test(words[i - 2] ?? ''),
    );
    const given = args.filter((_, i) => /^--arg(?:json)?$/.test(words[i - 2] ?? ''));
    const isSame = own.length > 1 || this.#isSameInput(command);
    const text = this.#text(own[0]);
    if (words.some((one) => /^(?:-\w*f|--from-file)$/.test(one))) this.#found.runs('jq -f');
    else if (isSame && given.every((word) => this.#isSame(word))) return;
    else if (text === undefined) this.#found.runs('jq');
    else readProgram(text, 'jq', this.#found);
  }

  /** A program of another language among the words of a command, or in a here document. */
  #program(command: Command, name: string, args: Word[]): void {
    const words = args.map(textOf);
    const at = words.findIndex((one) => /^-\w*[cep]$/.test(one));
    const read = at < 0 ? command.body : this.#text(args[at + 1]);
    if (read === undefined || (at < 0 && words.some((one) => !one.startsWith('-')))) {
      this.#found.runs([name, ...words.slice(0, 1)].join(' '));
      return;
    }
    // What it is given in arguments and variables may be a path.
    const isGiven =
      this.#exports || command.words.some((word) => word !== args[at + 1] && !this.#isSame(word));
    const text = isGiven
      ? read.replace(/\b(?:argv|environ|getenv|process\.env)\b/g, 'stdin')
      : read;
    readProgram(text, name === 'node' ? 'js' : 'python', this.#found);
  }

  /** A program's text, in which a variable of the shell is a name; undefined: a path may be a part of it. */
  #text(word: Word | undefined): string | undefined {
    if (!this.#isSame(word)) return undefined;
    return (word ?? []).map((piece) => ('text' in piece ? piece.text : '$unknown')).join('');
  }

  #sed(command: Command, args: Word[]): void {
    const words = args.map(textOf);
    const program = words.find((one) => !one.startsWith('-')) ?? '';
    if (this.#isSameInput(command)) return;
    if (words.some((one) => /^(?:-\w*f|--file)/.test(one))) this.#found.runs('sed -f');
    const [, , replaced = ''] = /^\s*s([|/#,])((?:\\.|(?!\1)[^\\])+)\1/.exec(program) ?? [];
    if (/p\s*$/.test(program) && !replaced.includes('"') && mayBeRelative(replaced, 'expression'))
      this.#found.add(replaced);
    const [, expression] = /^\s*\/((?:\\.|[^/\\])+)\/(?!.*\/)/.exec(program) ?? [];
    if (expression && mayBeRelative(expression, 'expression')) this.#found.add(expression);
  }

  #awk(command: Command, args: Word[]): void {
    const program = args.find((word) => !textOf(word).startsWith('-'));
    const isSame = this.#isSameInput(command) && args.every((word) => this.#isSame(word));
    const text = args.map(textOf).join(' ');
    if (!isSame && /~|[=!]=|\b(?:index|match|substr|in)\b|\/\^/.test(text))
      this.#found.compares(`what ${shown(program ?? [])} looks for`);
  }
}

/** A word as a person knows it. */
const shown = (word: Word): string =>
  word
    .map((piece) =>
      'text' in piece
        ? piece.text
        : 'name' in piece
          ? `$${piece.name}`
          : `$(${textOf(piece.commands[0]?.words[0])} …)`,
    )
    .join('');

/** Tells what the words and commands of a shell script may be, and which of them hold the payload. */
import { type Command, readScript, type Script } from '../../util/shell/commands.ts';
import { textOf, type Word } from '../../util/shell/words.ts';
import { wordsWithoutAssignments } from '../path-wordings/shell-values.ts';
import { type KeyPath, readJqFilter } from './jq.ts';
import { outputOf } from './programs.ts';
import {
  argumentPart,
  listRuns,
  type Program,
  type Step,
  someWords,
  unknownPart,
} from './steps.ts';
import { distinctTexts, joinTexts, toJsonText } from './texts.ts';

/** Reads a program that a shell script has in its text. `getsPayload`: its stdin is the payload. */
export type ReadInlineProgram = (
  text: string,
  language: 'js' | 'python' | 'sh',
  getsPayload: boolean,
) => { program: Program; reads: readonly KeyPath[] } | undefined;

const assignment = /^(\w+)\+?=/;
/** Programs that only start the command behind them. */
const prefixPrograms = /^(?:timeout|gtimeout|nohup|nice|stdbuf|sudo)$/;

/** Returns the name of a command's program, and its arguments. */
export function partsOf(command: Command): { name: string; args: Word[] } {
  let words = wordsWithoutAssignments(command);
  while (prefixPrograms.test(textOf(words[0]))) {
    const at = words.findIndex((word, i) => i > 0 && !/^(?:-.*|[\d.]+[smhd]?)$/.test(textOf(word)));
    words = at < 0 ? [] : words.slice(at);
  }
  const [first, ...args] = words;
  return { name: textOf(first).replace(/^\/(?:usr\/)?(?:local\/)?bin\//, ''), args };
}

/** Follows the values of a script. */
export class ShellTexts {
  readonly script: Script;
  readonly reads: KeyPath[] = [];
  /** The steps of the functions of the script, as far as they have been read. */
  readonly functions = new Map<string, readonly Step[]>();
  protected readonly readInline: ReadInlineProgram;
  readonly #getsPayload: boolean;
  /** The values of each variable. Undefined: `read` gives it one. */
  readonly #values = new Map<string, (Word | undefined)[]>();
  readonly #bases = new Map<string, KeyPath | undefined>();
  readonly #printed = new Map<Command, readonly string[]>();
  readonly #filters = new Map<Command, ReturnType<typeof readJqFilter>>();
  #budget = 20_000;

  constructor(text: string, getsPayload: boolean, readInline: ReadInlineProgram) {
    this.script = readScript(text.replace(/^#!.*/, ''));
    this.readInline = readInline;
    this.#getsPayload = getsPayload;
    for (const command of this.script.commands) this.#noteValues(command);
  }

  #note(name: string, value: Word | undefined): void {
    const values = this.#values.get(name);
    if (values) values.push(value);
    else this.#values.set(name, [value]);
  }

  #noteValues(command: Command): void {
    const { words, values, patterns } = command;
    if (patterns) return;
    if (values) {
      for (const value of values) this.#note(textOf(words[0]), value);
      return;
    }
    const { name, args } = partsOf(command);
    const declares = /^(?:export|local|readonly|declare|typeset)$/.test(name);
    for (const word of words) {
      const [head, ...rest] = word;
      const [whole, variable] = assignment.exec(textOf(word.slice(0, 1))) ?? [];
      if (whole !== undefined && variable !== undefined) {
        const text = head && 'text' in head ? head.text.slice(whole.length) : '';
        this.#note(variable, text ? [{ text }, ...rest] : rest);
      } else if (!declares) break;
    }
    if (/^(?:read|mapfile|readarray)$/.test(name))
      for (const text of args.map(textOf)) if (/^\w+$/.test(text)) this.#note(text, undefined);
  }

  /** Returns the texts that a word may be. */
  textsOf(word: Word, depth = 0): string[] {
    let texts = [''];
    for (const piece of word) {
      if (this.#budget-- <= 0) return [unknownPart];
      if ('text' in piece) texts = joinTexts(texts, [piece.text]);
      else if ('commands' in piece)
        texts = joinTexts(texts, this.#substitutionTexts(piece.commands));
      else texts = joinTexts(texts, this.#variableTexts(piece.name, piece.change, depth));
    }
    return texts;
  }

  #variableTexts(name: string, change: string, depth: number): string[] {
    if (/^[1-9]$/.test(name)) return [argumentPart(Number(name))];
    if (/^[@*]$/.test(name)) return [argumentPart(0)];
    const values = this.#values.get(name);
    if (!values || depth > 6 || !/^(?:\[[@*0]\]|:?[-=].*)?$/s.test(change)) return [someWords];
    return distinctTexts(
      values.flatMap((one) => (one ? this.textsOf(one, depth + 1) : [someWords])),
    );
  }

  /** Returns what the commands of a substitution may print. */
  #substitutionTexts(commands: readonly Command[]): string[] {
    const piped = new Set(commands.map(({ pipedFrom }) => pipedFrom));
    const last = commands.filter((one) => !piped.has(one) && !one.patterns && !one.values);
    const texts = last.flatMap((one) => this.printedBy(one)).map(trimLineEnds);
    const printing = distinctTexts(texts.filter((text) => text !== ''));
    return printing.length ? printing : [''];
  }

  /** Returns the path of a word's value in the payload. Undefined: it is not known to be a part of the payload. */
  baseOf(word: Word | undefined): KeyPath | undefined {
    const [piece, more] = word ?? [];
    if (!piece || more || 'text' in piece) return undefined;
    if ('commands' in piece) {
      const piped = new Set(piece.commands.map(({ pipedFrom }) => pipedFrom));
      const last = piece.commands.filter((one) => !piped.has(one));
      return last.length === 1 && last[0] ? this.#outputBase(last[0]) : undefined;
    }
    if (!/^(?::?-.*)?$/s.test(piece.change)) return undefined;
    const { name } = piece;
    if (this.#bases.has(name)) return this.#bases.get(name);
    this.#bases.set(name, undefined); // ends a search that leads back to the variable
    const values = this.#values.get(name) ?? [];
    const found = values.map((value) =>
      value ? this.baseOf(value) : this.#getsPayload ? [] : undefined,
    );
    const base = values.length === 1 ? found[0] : found.find((one) => one !== undefined);
    this.#bases.set(name, base);
    return base;
  }

  /** Returns the path in the payload of what a command reads from its stdin. */
  inputBase(command: Command): KeyPath | undefined {
    if (command.hereString) return this.baseOf(command.hereString);
    if (command.inputFile)
      return /^\/dev\/(?:stdin|fd\/0)$/.test(textOf(command.inputFile)) ? [] : undefined;
    if (command.hereDocument !== undefined) {
      const [, name] = /^\s*\$\{?(\w+)\}?\s*$/.exec(command.hereDocument) ?? [];
      return name === undefined ? undefined : this.baseOf([{ name, change: '' }]);
    }
    if (command.isPipedFromGroup) return undefined;
    if (command.pipedFrom) return this.#outputBase(command.pipedFrom);
    return this.#getsPayload ? [] : undefined;
  }

  #outputBase(command: Command): KeyPath | undefined {
    const { name, args } = partsOf(command);
    const operands = args.filter((word) => !/^-/.test(textOf(word)));
    if (name === 'echo') return operands.length === 1 ? this.baseOf(operands[0]) : undefined;
    if (name === 'printf')
      return /^%s(?:\\n)?$/.test(textOf(args[0])) && args.length === 2
        ? this.baseOf(args[1])
        : undefined;
    if (name === 'jq') return this.filterOf(command)?.path;
    const passes = /^(?:tee|tr)$/.test(name) || (/^(?:cat|head)$/.test(name) && !operands.length);
    return passes ? this.inputBase(command) : undefined;
  }

  /** Reads the filter of a call of jq. Undefined: its text is not known. */
  filterOf(command: Command): ReturnType<typeof readJqFilter> | undefined {
    const known = this.#filters.get(command);
    if (known) return known;
    const { args } = partsOf(command);
    const words = args.map(textOf);
    const takesTwo = (i: number) => /^--(?:raw|slurp)?(?:arg|argjson|file)$/.test(words[i] ?? '');
    const isOperand = (_: Word, i: number) =>
      !/^-/.test(words[i] ?? '') &&
      !takesTwo(i - 1) &&
      !takesTwo(i - 2) &&
      !/^--(?:args|jsonargs|indent)$/.test(words[i - 1] ?? '');
    const [filter, ...files] = args.filter(isOperand);
    if (!filter || words.some((word) => /^(?:-\w*f|--from-file)$/.test(word))) return undefined;
    const has = (letter: string, long: string) =>
      words.some((word) => word === long || (/^-[a-zA-Z]*$/.test(word) && word.includes(letter)));
    const variables = new Map<string, readonly string[]>();
    args.forEach((word, i) => {
      const name = words[i - 1] ?? '';
      if (words[i - 2] === '--arg') variables.set(name, this.textsOf(word).map(toJsonText));
      if (words[i - 2] === '--argjson') variables.set(name, this.textsOf(word));
    });
    const isStdin = files.every((file) => /^(?:-|\/dev\/stdin)$/.test(textOf(file)));
    const isRaw = has('R', '--raw-input');
    const base = isStdin && !isRaw && !has('s', '--slurp') ? this.inputBase(command) : undefined;
    const texts = this.textsOf(filter);
    const calls = texts.some((text) => text.includes(argumentPart(1)))
      ? this.#firstArguments()
      : [''];
    const filters = texts.flatMap((text) =>
      calls.map((call) => text.replaceAll(argumentPart(1), call)),
    );
    const [first, ...others] = filters.map((text) => readJqFilter(text, base, variables));
    if (!first) return undefined;
    this.reads.push(...[first, ...others].flatMap(({ reads }) => reads));
    let printed = [first, ...others].flatMap((one) => one.texts);
    if (isRaw && filters[0]?.trim() === '.') printed = [`"${someWords}"`];
    if (has('r', '--raw-output') || has('j', '--join-output'))
      printed = printed.map((text) =>
        text[0] === '"' ? text.slice(1, -1).replaceAll('\\"', '"') : text,
      );
    const path = others.length ? undefined : first.path;
    const found = { reads: [], texts: distinctTexts(printed), path };
    this.#filters.set(command, found);
    return found;
  }

  /** Returns the first arguments of all calls of functions, where they look like filters. */
  #firstArguments(): string[] {
    const calls = this.script.commands.map(partsOf);
    const filters = calls.filter(
      ({ name, args }) => this.script.functions.has(name) && args.length > 0,
    );
    const texts = filters.map(({ args }) => textOf(args[0])).filter((text) => /^\.\w/.test(text));
    return texts.length ? [...new Set(texts)].slice(0, 50) : [unknownPart];
  }

  /** Returns what a command may print on its stdout. */
  printedBy(command: Command): readonly string[] {
    const known = this.#printed.get(command);
    if (known) return known;
    this.#printed.set(command, [unknownPart]); // ends a search that leads back to the command
    const texts = this.#budget-- <= 0 ? [unknownPart] : this.#textsPrintedBy(command);
    this.#printed.set(command, texts);
    return texts;
  }

  #textsPrintedBy(command: Command): readonly string[] {
    if (command.values || command.patterns) return [''];
    const { name, args } = partsOf(command);
    if (name === '') return [''];
    if (name === 'echo') return this.#echoTexts(args);
    if (name === 'printf') return this.#printfTexts(args);
    if (name === 'cat' || name === 'tee')
      return this.#catTexts(command, name === 'tee' ? [] : args);
    if (name === 'jq') {
      const filter = this.filterOf(command);
      return filter ? filter.texts.map((text) => `${text}\n`) : [unknownPart];
    }
    const inline = this.inlineProgramOf(command);
    if (inline) return listRuns(inline).runs.map(({ stdout }) => stdout);
    if (this.functions.has(name)) {
      const call = { call: name, args: args.map((word) => this.textsOf(word)[0] ?? '') };
      const { runs, unknown } = listRuns({ steps: [call], functions: this.functions });
      return unknown.size ? [unknownPart] : distinctTexts(runs.map(({ stdout }) => stdout));
    }
    const output = outputOf([name, ...args.map(textOf)]);
    if (output === 'nothing') return [''];
    if (output === 'words') return [`${someWords}\n`];
    return output === 'input' ? this.#passedOn(this.#inputTexts(command)) : [unknownPart];
  }

  /** Returns what a program prints of its input: a text that was known is known no more, but a part of it may be JSON. */
  #passedOn = (texts: readonly string[]): string[] =>
    distinctTexts(texts.map((text) => (/[{\0]/.test(text) ? text : someWords)));

  #inputTexts(command: Command): readonly string[] {
    if (command.hereString) return this.textsOf(command.hereString);
    if (command.hereDocument !== undefined) return this.#documentTexts(command.hereDocument);
    if (command.isPipedFromGroup) return [unknownPart];
    if (command.pipedFrom) return this.printedBy(command.pipedFrom);
    return [someWords];
  }

  #echoTexts(args: readonly Word[]): string[] {
    const at = args.findIndex((word) => !/^-[neE]+$/.test(textOf(word)));
    const words = at < 0 ? [] : args.slice(at);
    let texts = [''];
    words.forEach((word, i) => {
      texts = joinTexts(
        texts,
        this.textsOf(word).map((text) => (i ? ` ${text}` : text)),
      );
    });
    return texts.map((text) => `${text}\n`);
  }

  #printfTexts([format = [], ...args]: readonly Word[]): string[] {
    if (/^-v/.test(textOf(format))) return [''];
    const values = args.map((word) => this.textsOf(word));
    return distinctTexts(
      this.textsOf(format).flatMap((text) => {
        let texts = [''];
        let next = 0;
        for (const part of text.split(/(%%|%[-\d.]*[a-zA-Z]|\\n)/)) {
          if (part === '%%') texts = joinTexts(texts, ['%']);
          else if (part === '\\n') texts = joinTexts(texts, ['\n']);
          else if (/^%[-\d.]*[a-zA-Z]$/.test(part))
            texts = joinTexts(texts, values[next++] ?? ['']);
          else texts = joinTexts(texts, [part]);
        }
        return texts;
      }),
    );
  }

  #catTexts(command: Command, args: readonly Word[]): readonly string[] {
    const files = args.map(textOf).filter((text) => !/^-/.test(text) && text !== '/dev/stdin');
    if (!files.length) {
      const isFile = command.inputFile !== undefined;
      return isFile ? [someWords] : this.#inputTexts(command);
    }
    return files.some((file) => /\.json\b|\0$/.test(file)) ? [unknownPart] : [`${someWords}\n`];
  }

  /** Returns the texts of a here document, whose variables are replaced. */
  #documentTexts(text: string): string[] {
    let texts = [''];
    for (const part of text.split(/(\$\([^()\n]*\)|\$\{[^{}\n]*\}|\$\w+)/)) {
      const [, name] = /^\$\{?(\w+)/.exec(part) ?? [];
      if (part.startsWith('$(')) texts = joinTexts(texts, [someWords]);
      else if (name === undefined) texts = joinTexts(texts, [part]);
      else texts = joinTexts(texts, this.#variableTexts(name, '', 1));
    }
    return texts;
  }

  /** Returns the program that a command has in its words, as `node -e PROGRAM` does, or in its here document. */
  inlineProgramOf(command: Command): Program | undefined {
    const { name, args } = partsOf(command);
    const language = /^(?:node|bun)$/.test(name)
      ? 'js'
      : /^python[\d.]*$/.test(name)
        ? 'python'
        : /^(?:ba|da|z)?sh$/.test(name)
          ? 'sh'
          : undefined;
    if (!language) return undefined;
    const option = language === 'js' ? /^(?:-\w*[ep]|--eval|--print)$/ : /^-\w*c$/;
    const at = args.findIndex((word) => option.test(textOf(word)));
    const operands = args.filter((word) => !/^-./.test(textOf(word)));
    const usesDocument = at < 0 && (!operands.length || textOf(operands[0]) === '-');
    const text =
      at >= 0 ? this.#programText(args[at + 1]) : usesDocument ? command.hereDocument : undefined;
    if (text === undefined) return undefined;
    const read = this.readInline(text, language, at >= 0 && this.inputBase(command)?.length === 0);
    if (!read) return undefined;
    this.reads.push(...read.reads);
    return read.program;
  }

  #programText = (word: Word | undefined): string | undefined =>
    word?.map((piece) => ('text' in piece ? piece.text : someWords)).join('');
}

/** Returns a text without the line ends at its end, as a shell takes the output of a command. */
function trimLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

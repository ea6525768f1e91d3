/** Follows the values of words and variables in a shell script. */
import type { Command, Script } from '../../util/shell/commands.ts';
import { textOf, type Word } from '../../util/shell/words.ts';
import { printsNoPath } from './payload-keys.ts';

/** Programs whose output is the same for every wording of a file, or that read no stdin. */
export const fixedOutputPrograms =
  /^(?:basename|realpath|readlink|pwd|date|git|whoami|id|mktemp|hostname|uname|ls|stat|sha\d*sum)$/;
/** Variables that hold the absolute path of a folder. */
const folderVariable =
  /^(?:PWD|HOME|OLDPWD|TMPDIR|\w*(?:PROJECT|WORKSPACE|CWD)_?(?:DIR|ROOT|PATH)?)$/;
/** Commands that print the absolute path of a folder. */
const folderCommand = /^(?:pwd|realpath|dirname|mktemp|cd|git rev-parse --show-toplevel)(?: |$)/;
const assignmentStart = /^(\w+)\+?=/;
/** The most texts that a word is expanded to; with more, it counts as unknown. */
const maxTexts = 500;

/** Returns the words of a command without the assignments before it. */
export function wordsWithoutAssignments({ words, values }: Command): Word[] {
  if (values) return [];
  const first = words.findIndex((word) => !assignmentStart.test(textOf(word.slice(0, 1))));
  return first < 0 ? [] : words.slice(first);
}

/** Holds the values that a script gives to its variables, and tells which are fixed: the same for both wordings. */
export class ShellValues {
  readonly #script: Script;
  /** The values that the script gives to each variable. Undefined: a value that it reads, as with `read`. */
  readonly #values = new Map<string, (Word | undefined)[]>();
  readonly #fixedVariables = new Map<string, boolean>();
  readonly #fixedOutputs = new Map<Command, boolean>();
  /** Whether the script sets its own arguments. */
  #setsArguments = false;
  /** Whether a program that it starts may find a path in its environment. */
  readonly exportsPath: boolean;

  constructor(script: Script) {
    this.#script = script;
    for (const command of script.commands) this.#noteValues(command);
    this.exportsPath = script.commands.some(({ words: [first, ...rest] }) => {
      const name = textOf(first);
      if (name === 'set') return rest.some((word) => /^-\w*a/.test(textOf(word)));
      const given = /^(?:export|declare)$/.test(name) ? rest : [];
      return given.some((word) => !this.isFixed([...word, { name: textOf(word), change: '' }]));
    });
  }

  #note(name: string, value: Word | undefined): void {
    const values = this.#values.get(name);
    if (values) values.push(value);
    else this.#values.set(name, [value]);
  }

  /** Notes the values that a command gives to variables. */
  #noteValues(command: Command): void {
    const { words, values } = command;
    if (values) {
      for (const value of values) this.#note(textOf(words[0]), value);
      return;
    }
    const [program, ...args] = wordsWithoutAssignments(command);
    const name = textOf(program);
    const declares = /^(?:export|local|readonly|declare|typeset)$/.test(name);
    for (const word of words) {
      const [head, ...rest] = word;
      const [assignment, variable] = assignmentStart.exec(textOf(word.slice(0, 1))) ?? [];
      if (assignment !== undefined && variable !== undefined) {
        const text = head && 'text' in head ? head.text.slice(assignment.length) : '';
        this.#note(variable, text ? [{ text }, ...rest] : rest);
      } else if (!declares) break;
    }
    if (/^(?:read|mapfile|readarray)$/.test(name)) {
      for (const text of args.map(textOf)) if (/^\w+$/.test(text)) this.#note(text, undefined);
    }
    if (name === 'printf' && textOf(args[0]) === '-v') this.#note(textOf(args[1]), undefined);
    if (name === 'set' && args.some((word) => !/^[-+]\w/.test(textOf(word))))
      this.#setsArguments = true;
  }

  /** Tells whether a word is the same for both wordings of the path. */
  isFixed(word: Word | undefined): boolean {
    return (word ?? []).every((piece) => {
      if ('text' in piece) return true;
      if ('commands' in piece) return this.#arePrintingFixed(piece.commands);
      return /^##\*[/.]$/.test(piece.change) || this.isFixedVariable(piece.name);
    });
  }

  areFixed = (words: readonly Word[]): boolean => words.every((word) => this.isFixed(word));

  isFixedVariable(name: string): boolean {
    if (/^[1-9@*]$/.test(name)) return !this.#script.functions.size && !this.#setsArguments;
    if (/^(?:BASH_REMATCH|REPLY|MAPFILE|!)$/.test(name)) return false;
    return findOnce(this.#fixedVariables, name, () =>
      (this.#values.get(name) ?? []).every(
        (word) => word && this.isFixed(word.filter((one) => !('name' in one && one.name === name))),
      ),
    );
  }

  /** Tells whether what the commands of a substitution `$(…)` print is fixed. */
  #arePrintingFixed(commands: readonly Command[]): boolean {
    const piped = new Set(commands.map(({ pipedFrom }) => pipedFrom));
    return commands.every((one) => piped.has(one) || this.#printsFixed(one));
  }

  #printsFixed = (command: Command): boolean =>
    findOnce(this.#fixedOutputs, command, () => {
      const [first, ...args] = wordsWithoutAssignments(command);
      const name = textOf(first).replace(/^.*\//, '');
      if (!first || command.patterns || fixedOutputPrograms.test(name)) return true;
      if (/^(?:echo|printf|dirname)$/.test(name)) return this.areFixed(args);
      // The content of a file is the same by any of its names.
      if (name === 'cat' && args.some((word) => !textOf(word).startsWith('-'))) return true;
      if (!this.areFixed(args)) return false;
      if (this.isFixedInput(command)) return true;
      const isCut = /^(?:jq|sed|grep|awk|python3?|node)$/.test(name);
      return isCut && printsNoPath(args.map(textOf).join(' '));
    });

  /** Tells whether the input of a command is fixed. False also if it reads the stdin of the script. */
  isFixedInput({ pipedFrom, hereString, inputFile, hereDocument }: Command): boolean {
    if (hereString) return this.isFixed(hereString);
    if (inputFile || (hereDocument !== undefined && !/[$`]/.test(hereDocument))) return true;
    return pipedFrom !== undefined && this.#printsFixed(pipedFrom);
  }

  /** Returns the texts that a word may be, with a NUL for an unknown part and a slash for a folder. */
  textsOf(word: Word, isGlob: boolean, depth = 0): string[] {
    let texts = [''];
    for (const piece of word) {
      let next: string[];
      if ('text' in piece)
        next = [isGlob && piece.quoted ? piece.text.replace(/^\*/, '\\*') : piece.text];
      else if ('commands' in piece) next = [printsFolder(piece.commands) ? '/' : '\0'];
      else next = this.#variableTexts(piece.name, piece.change, isGlob, depth);
      if (texts.length * next.length > maxTexts) return ['\0'];
      texts = texts.flatMap((text) => next.map((more) => text + more));
    }
    return texts;
  }

  #variableTexts(name: string, change: string, isGlob: boolean, depth: number): string[] {
    const values = this.#values.get(name);
    if (folderVariable.test(name) && !values) return ['/'];
    if (!values || depth > 5 || !/^(?:\[[@*]\]|:?[-=?].*)?$/s.test(change)) return ['\0'];
    const texts = values.flatMap((one) => (one ? this.textsOf(one, isGlob, depth + 1) : ['\0']));
    return texts.length > maxTexts ? ['\0'] : texts;
  }
}

const printsFolder = (commands: readonly Command[]): boolean =>
  commands.every((one) => folderCommand.test(wordsWithoutAssignments(one).map(textOf).join(' ')));

/**
 * Returns the result for a key from a cache, or finds it. While it is being found it counts as false, which ends
 * a search that leads back to itself.
 */
function findOnce<K>(results: Map<K, boolean>, key: K, find: () => boolean): boolean {
  const known = results.get(key);
  if (known !== undefined) return known;
  results.set(key, false);
  const result = find();
  results.set(key, result);
  return result;
}

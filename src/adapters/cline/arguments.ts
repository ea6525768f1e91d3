import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** A command of `run_commands`: a line for a shell, or a program that is started with its arguments and without a shell. */
export type Command = string | { command: string; args?: readonly string[] };

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText);
const isProgram = (value: unknown): value is Exclude<Command, string> =>
  isObject(value) &&
  isText(value.command) &&
  value.command !== '' &&
  (value.args === undefined || isTextList(value.args));
const isCommand = (value: unknown): value is Command => isText(value) || isProgram(value);

/** The argument that holds the commands of a call, and the commands. */
export interface ReadCommands {
  at?: 'commands' | 'command' | 'cmd';
  commands: readonly Command[];
}

/** Matches a line that begins a here-document, and the word that ends it. */
const hereDocument = /(?<!<)<<-?\s*(?:"([^"]+)"|'([^']+)'|([A-Za-z0-9_./-]+))/;

/** Joins each line that begins a here-document with the lines up to its end, as the client does, 3.0.65. */
function joinHereDocuments(commands: readonly Command[]): Command[] {
  const joined: Command[] = [];
  for (let at = 0; at < commands.length; at++) {
    const first = commands[at] as Command;
    const [, ...words] = (isText(first) && hereDocument.exec(first)) || [];
    const word = words.find((one) => one !== undefined);
    const end = commands.findIndex((one, i) => i > at && isText(one) && one.trim() === word);
    const lines = word === undefined || end < 0 ? [] : commands.slice(at, end + 1);
    if (lines.length && isTextList(lines)) {
      joined.push(lines.join('\n'));
      at = end;
    } else joined.push(first);
  }
  return joined;
}

/**
 * Reads the commands of `run_commands` as the tool itself does, 3.0.65. The client does not bring the arguments into one form
 * before it fires hooks.
 *
 * @returns undefined for arguments that the tool refuses
 */
export function readCommands(input: unknown): ReadCommands | undefined {
  if (isText(input)) return { commands: [input] };
  if (Array.isArray(input))
    return isTextList(input) || input.every(isProgram)
      ? { commands: joinHereDocuments(input) }
      : undefined;
  if (!isObject(input)) return undefined;
  const { commands, command, cmd } = input;
  if (Array.isArray(commands) && commands.every(isCommand))
    return { at: 'commands', commands: joinHereDocuments(commands) };
  if (isCommand(commands)) return { at: 'commands', commands: [commands] };
  if (isProgram(input) && input.args) return { commands: [input] };
  if (isText(command)) return { at: 'command', commands: [command] };
  return isText(cmd) ? { at: 'cmd', commands: [cmd] } : undefined;
}

/** A file that `read_files` reads, and the lines of it. */
export interface FileRead {
  path: string;
  start?: number;
  end?: number;
}

const pathKeys = ['path', 'file_path', 'filePath'] as const;
/** The name of an argument that holds the path of one file. */
export type PathKey = (typeof pathKeys)[number];

/** Returns the key under which an object states the path of a file. Undefined: it states none. */
export const pathKeyOf = (file: Json): PathKey | undefined =>
  pathKeys.find((key) => isText(file[key]));

/** Returns a line number, which the client also takes from a text. Undefined: it is none, which stands for no limit. */
export function readLineNumber(value: unknown): number | undefined {
  const number = isText(value) && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

/** Reads one file of a list. Undefined: the tool refuses it. */
function readFile(file: unknown): FileRead | undefined {
  if (isText(file)) return { path: file };
  const key = isObject(file) && pathKeyOf(file);
  if (!isObject(file) || !key) return undefined;
  const [start, end] = [readLineNumber(file.start_line), readLineNumber(file.end_line)];
  return {
    path: file[key] as string,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  };
}

/** Tells whether an item of a list states only lines, which the tool then takes for those of the file before it. */
const isRange = (item: unknown): boolean =>
  isObject(item) && !pathKeyOf(item) && ('start_line' in item || 'end_line' in item);

/**
 * Reads the files of `read_files` as the tool itself does, 3.0.65.
 *
 * @returns undefined for arguments that the tool refuses
 */
export function readFiles(input: unknown): readonly FileRead[] | undefined {
  const list = listFiles(input);
  if (!list?.length) return undefined;
  const files: FileRead[] = [];
  for (const [index, item] of list.entries()) {
    const previous = files.at(-1);
    if (index > 0 && previous && isRange(item)) {
      const whole = readFile({ ...(item as Json), path: previous.path });
      files[files.length - 1] = { ...whole, ...previous };
      continue;
    }
    const file = readFile(item);
    if (!file) return undefined;
    files.push(file);
  }
  return files;
}

/** Names of arguments that hold a list of files. */
const listKeys = ['files', 'file_paths', 'paths'] as const;

/** Tells whether a call states its one file by an argument with the path, and no list beside it. */
export const statesOneFile = (input: Json): boolean =>
  pathKeyOf(input) !== undefined && !listKeys.some((key) => key in input);

/** Returns the files of a call as a list, however the call spells it. Undefined: it has none. */
function listFiles(input: unknown): readonly unknown[] | undefined {
  if (isText(input)) return [input];
  if (Array.isArray(input)) return input;
  if (!isObject(input)) return undefined;
  if (statesOneFile(input)) return [input];
  if (pathKeyOf(input)) {
    // Beside a path, a list of objects with paths counts alone. What other lists count for is not known.
    const { files } = input;
    const hasPaths =
      Array.isArray(files) && files.every((one) => isObject(one) && isText(one.path));
    return hasPaths ? files : undefined;
  }
  const key = listKeys.find((one) => one in input);
  return key === undefined ? undefined : [input[key]].flat();
}

/** Reads the texts of an argument that is a text or a list of texts. Undefined: it is neither. */
export function readTexts(value: unknown): readonly string[] | undefined {
  if (isText(value)) return [value];
  return isTextList(value) ? value : undefined;
}

/** For each tool that also takes a bare text or a list: the argument that stands for it. */
const bareArguments: Readonly<Record<string, string>> = {
  run_commands: 'commands',
  read_files: 'files',
  search_codebase: 'queries',
  apply_patch: 'input',
};

/** Returns arguments as an object. A bare text or a list becomes the argument of the tool that stands for it. */
export function wrapBareArguments(name: unknown, input: unknown): unknown {
  const key = Object.hasOwn(bareArguments, name as string) && bareArguments[name as string];
  const isBare = isText(input) || Array.isArray(input);
  return key && isBare ? { [key]: input } : input;
}

/**
 * Returns arguments as the `parameters` of a payload: a text for each, which is JSON where the argument is no text.
 */
export const toParameters = (input: Json): Json =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      isText(value) ? value : JSON.stringify(value),
    ]),
  );

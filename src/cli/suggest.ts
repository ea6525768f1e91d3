/** Finds the command line that was meant by one with a mistake in it. */

import type { Command, Option } from 'commander';
import { listVendors } from '../settings/known-names.ts';
import { findEvent, findTool, findVendor, type Meaning } from '../settings/other-names.ts';
import { quoteTypedWord } from '../util/shell/typed-word.ts';
import { findIntendedWord, findNearestWord } from '../util/words.ts';
import { isPlain } from './columns.ts';
import { listArguments, listProjectFiles, listStarterIds, neutralId } from './known-words.ts';
import { commandWords, fillers, flagWords, valueWords } from './mistakes.ts';

/** The agents that a project has, which tell what an incomplete line is about. They may be looked for when they are first read. */
export interface PresentAgents {
  /** Those with a settings file, and with `anyhook.yaml` the neutral vendor. */
  withSettings: readonly string[];
  /** Those with a folder for such a file. */
  withFolder: readonly string[];
}

/** The words of a command line behind the command. */
interface Line {
  command: string;
  /** The words that belong to no flag. */
  names: string[];
  /** The flags with their values, in order. */
  flags: string[];
  /** What stands from `--` on. */
  rest: readonly string[];
}

/**
 * Returns what to type in place of a command line that was not understood.
 *
 * @param words The words behind `anyhook`.
 * @param present The agents of the project.
 * @returns Undefined: it cannot be told, or nothing in the line is mistyped.
 */
export function suggestLine(
  words: readonly string[],
  program: Command,
  present: PresentAgents,
): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would obey these
  if (words.some((word) => !isPlain(word) && /[\p{C}\u0000-\u001f\u2028\u2029]/u.test(word)))
    return undefined;
  const meant = correctLine(words, program, present);
  if (meant === undefined || isReordered(words, meant)) return undefined;
  return ['anyhook', ...meant.map((word) => quoteTypedWord(word))].join(' ');
}

/** Tells whether a line has the words of another behind one command, in any order: it then fails as well. */
const isReordered = ([command, ...words]: readonly string[], [other, ...more]: readonly string[]) =>
  command === other && sortWords(words) === sortWords(more);

/** Returns words in one order, a flag and its value apart. */
const sortWords = (words: readonly string[]): string =>
  words
    .flatMap((word) => (word.startsWith('--') ? word.split(/=(.*)/s).slice(0, 2) : word))
    .sort()
    .join('\0');

function correctLine(
  words: readonly string[],
  program: Command,
  present: PresentAgents,
): string[] | undefined {
  const named = moveCommandFirst(words, program);
  const [first = '', ...more] = named;
  if (first === 'help') {
    const topic = findCommand(more[0] ?? '', program);
    return topic === undefined ? undefined : [topic.split(' ')[0] ?? '', '--help'];
  }
  const meant = findCommand(first, program);
  if (meant === undefined) {
    if (/\s/.test(first)) return ['test', ...words];
    if (!findVendor(first)) return undefined;
    if (findVendor(more[0] ?? '')) return ['convert', ...words];
    return findVendor(first)?.isSure
      ? correctLine(['convert', ...words], program, present)
      : undefined;
  }
  const [name = '', ...extra] = meant.split(' ');
  const command = program.commands.find((one) => one.name() === name);
  if (!command) return meant.startsWith('-') ? [meant] : undefined;
  const line = readLine(command, joinShellWords(command, [...extra, ...more]));
  return line && arrange(line, command, present);
}

/** Puts the command before the flags that are typed before it. */
function moveCommandFirst(words: readonly string[], { commands }: Command): readonly string[] {
  const names = commands.map((command) => command.name());
  const at = words.findIndex((word) => names.includes(word));
  const before = words.slice(0, Math.max(at, 0));
  if (!before.length || !before.every((word) => word.startsWith('-'))) return words;
  return [words[at] as string, ...before, ...words.slice(at + 1)];
}

/** Returns the command that a word means, perhaps with a flag. Undefined: it is none. */
function findCommand(word: string, { commands }: Command): string | undefined {
  const names = commands.map((command) => command.name());
  const plain = word.replace(/^--?/, '').toLowerCase();
  if (names.includes(plain)) return plain;
  const meant = commandWords.get(plain);
  if (meant !== undefined && names.includes(meant.split(' ')[0] ?? '')) return meant;
  const nearest = findIntendedWord(plain, [...names, 'version']);
  return nearest === 'version' ? '--version' : nearest;
}

/** Returns the words behind `test` with a shell command that was typed without quotes as one word. */
function joinShellWords(command: Command, words: readonly string[]): readonly string[] {
  const [first = '-'] = words;
  if (command.name() !== 'test' || first.startsWith('-') || /\s/.test(first)) return words;
  const isFlag = (word: string) =>
    word === '--' || (word.startsWith('--') && findFlag(command, word.replace(/=.*/s, '')));
  let end = words.findIndex(isFlag);
  if (end < 0) end = words.length;
  while (end > 1 && words[end - 1] === '-v') end -= 1;
  return [words.slice(0, end).join(' '), ...words.slice(end)];
}

const findOption = (command: Command, flag: string): Option | undefined =>
  command.options.find(({ long, short }) => long === flag || short === flag);

/**
 * Reads the words behind a command, with the right flags and values in place of mistyped ones. Undefined: a flag is none
 * of the command's, so nobody knows whether the next word is its value.
 */
function readLine(command: Command, words: readonly string[]): Line | undefined {
  const line: Line = { command: command.name(), names: [], flags: [], rest: [] };
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') return { ...line, rest: [word, ...left] };
    if (!/^-./.test(word)) {
      line.names.push(word);
      continue;
    }
    const [typed = '', inline] = word.split(/=(.*)/s);
    if (takesAgentsAsNames(command) && agentFlags.includes(typed)) {
      line.names.push(...(inline ?? left.shift() ?? '').split(','));
      continue;
    }
    if (typed === '--accept-loss' && inline !== undefined && findOption(command, typed)) {
      line.flags.push(word);
      continue;
    }
    const right = findOption(command, typed)
      ? word.replace(/=.*/s, '')
      : (findFlag(command, word) ?? findFlag(command, typed));
    if (right === undefined) return undefined;
    if (right.includes(' ')) {
      line.flags.push(...right.split(' '));
      continue;
    }
    const option = findOption(command, right);
    const takesValue = option?.required || isAgentFlag(command, right);
    const value = takesValue ? (inline ?? left.shift()) : undefined;
    if (!takesValue && line.flags.includes(right)) continue;
    if (hookFlags.includes(right) && /^\d+$/.test(value ?? '')) {
      line.flags.push(`${right}=#${value}`); // a shell takes `#` for a comment where a word begins with it
      continue;
    }
    if (right === '--for' && otherPlatforms.test(value ?? '')) continue;
    if (right) line.flags.push(right);
    if (value !== undefined && right) line.flags.push(correctValue(right, value, option));
  }
  return line;
}

/** Flags that take the name of a hook, or its number, such as `#2`. */
const hookFlags = ['--hook', '--guards-nothing'];

/** Flags by which people name agents. */
const agentFlags = ['--agent', '--agents', '--vendor', '--vendors', '--to', '--from', '--for'];

/** Tells whether a command has no flag for agents: it takes them without one, or is about all of them. */
const takesAgentsAsNames = (command: Command): boolean =>
  ['remove', 'capabilities', 'doctor', 'list'].includes(command.name());

/** Platforms that need no flag. */
const otherPlatforms = /^(?:mac|macos|osx|darwin|linux|unix|posix|wsl)$/i;

/** Tells whether a flag is one of `sync` that names an agent, on a command that takes agents without flags. */
const isAgentFlag = (command: Command, flag: string): boolean =>
  command.name() === 'convert' && ['--from', '--to'].includes(flag);

/** Returns the flag of a command that a word means, perhaps with a value. Empty: leave it out. Undefined: it is none. */
function findFlag(command: Command, word: string): string | undefined {
  const known = command.options.flatMap(({ long, hidden }) => (hidden || !long ? [] : long));
  const isKnown = (flag: string) => known.includes(flag) || isAgentFlag(command, flag);
  if (isAgentFlag(command, word)) return word;
  const rows = flagWords.get(word.toLowerCase()) ?? [];
  const meant = rows.find((flag) => isKnown(flag.split(' ')[0] ?? ''));
  const nearest = findNearFlag(word, [...known, '--help']);
  return meant ?? nearest ?? rows.find((flag) => flag === '');
}

/**
 * Returns the flag that was most likely mistyped. The hyphens before it do not make a word longer. A word of three letters
 * may have a letter too few or too many, or two exchanged: with another letter it is another word, as is one of two.
 */
function findNearFlag(word: string, known: readonly string[]): string | undefined {
  const lettersOf = (flag: string) => flag.replace(/^--?/, '').toLowerCase();
  const sort = (letters: string) => [...letters].sort().join('');
  const typed = lettersOf(word);
  const alike = known.map(lettersOf).filter((flag) => {
    const shortest = Math.min(typed.length, flag.length);
    const isOtherWord = typed.length === flag.length && sort(typed) !== sort(flag);
    return shortest > 3 || (shortest === 3 && !isOtherWord);
  });
  const near = findIntendedWord(typed, alike);
  return near === undefined ? undefined : `--${near}`;
}

/** What the values of flags name. */
const valueFinders: Record<string, (word: string) => Meaning<string> | undefined> = {
  '--to': findVendor,
  '--from': findVendor,
  '--agents': findVendor,
  '--agent': findVendor,
  '--as': findVendor,
  '--hooks': (word) => {
    const name = findNearestWord(word, [...listStarterIds(), 'none']);
    return name === undefined ? undefined : { name, isSure: name === word };
  },
  '--event': findEvent,
  '--tool': findTool,
};

/** Returns a word, or what it means if it is a misspelling. */
const correctWord = (word: string, find: (word: string) => Meaning<string> | undefined): string => {
  const meaning = find(word);
  return meaning && !meaning.isSure ? meaning.name : word;
};

/** Returns the value of a flag, with the right words in place of mistyped ones. */
function correctValue(flag: string, value: string, option: Option | undefined): string {
  const choices = option?.argChoices ?? [];
  if (choices.length && !choices.includes(value))
    return valueWords[flag]?.get(value) ?? findNearestWord(value, choices) ?? value;
  if (flag === '--timeout' && /^\d+$/.test(value)) return `${value}s`;
  const find = valueFinders[flag];
  if (!find || /[/\\]/.test(value)) return value;
  return value
    .split(',')
    .map((word) => correctWord(word.trim(), find))
    .join(',');
}

/** Returns the agent whose own settings a path of a project names. Undefined: it names no such file. */
const findVendorOfFile = (word: string): string | undefined =>
  listProjectFiles().find(
    ([, file]) => file === word.replace(/^\.\//, '') && !findVendor(word)?.isSure,
  )?.[0];

/** Words for every agent. */
const wordsForAll = ['all', '*', 'everything', 'every'];

/** The flags of `test` that a word without a flag may be the value of, by the first that the tool has. */
const objectFlags = ['command', 'pattern', 'path', 'url', 'query'] as const;

/** Returns the flag for what a tool of a call is about, such as `--path`. Undefined: it needs none, or is not known. */
function findObjectFlag(flags: readonly string[]): string | undefined {
  const word = flags[flags.indexOf('--tool') + 1];
  const tool = flags.includes('--tool') && word !== undefined ? findTool(word)?.name : undefined;
  if (tool === undefined) return undefined;
  const flag = objectFlags.find((name) => listArguments()[tool]?.includes(name));
  return flag === undefined || flag === 'command' ? undefined : `--${flag}`;
}

/** Returns a line with its names where the command takes them. Undefined: it cannot be told. */
function arrange(
  { command, names, flags, rest }: Line,
  { registeredArguments }: Command,
  present: PresentAgents,
): string[] | undefined {
  if (command !== 'test' && names.includes('help')) return [command, '--help'];
  const words = names.flatMap((word) => word.split(',')).filter((word) => !fillers.includes(word));
  const agents = words.map((word) => findVendorOfFile(word) ?? correctWord(word, findVendor));
  switch (command) {
    case 'convert':
      return arrangeConvert(agents, flags, present);
    case 'sync':
      return arrangeSync(words, flags);
    case 'init':
      return [command, ...(agents.length ? ['--agents', agents.join(',')] : []), ...flags];
    case 'remove':
      if (agents.some((word) => wordsForAll.includes(word)))
        return [command, '--all', ...flags.filter((flag) => flag !== '--all')];
      return agents.length || flags.includes('--all')
        ? [command, ...agents, ...flags]
        : [command, '--all', '--dry-run', ...flags.filter((flag) => flag !== '--dry-run')];
    case 'capabilities':
      return [command, ...agents.slice(0, 1), ...flags];
    case 'test': {
      const flag = findObjectFlag(flags);
      if (flag === undefined || names.length !== 1 || flags.includes(flag))
        return [command, ...names, ...flags, ...rest];
      return [command, ...flags, flag, ...names, ...rest];
    }
    default:
      return [command, ...(registeredArguments.length ? names : []), ...flags, ...rest];
  }
}

/** Returns a line of `sync`: a file is its source, `anyhook.yaml` needs no flag, and agents are its targets. */
function arrangeSync(names: readonly string[], flags: string[]): string[] {
  const isNeutral = (word: string) => findVendor(word)?.name === neutralId();
  const others = names.filter((word) => !isNeutral(word));
  const ofFiles = others.flatMap((word) => findVendorOfFile(word) ?? []);
  const agents = others
    .filter((word) => findVendorOfFile(word) === undefined)
    .map((word) => correctWord(word, findVendor));
  const at = flags.indexOf('--to') + 1;
  if (at && agents.length) flags[at] = [flags[at], ...agents.splice(0)].join(',');
  const isSource = agents.length > 1 && !ofFiles.length && others.length === names.length;
  const [from, to] = isSource ? [agents[0], agents.slice(1)] : [ofFiles[0], agents];
  const source = from === undefined ? [] : ['--from', from];
  return ['sync', ...source, ...(to.length ? ['--to', to.join(',')] : []), ...flags];
}

/** Flags of `convert` that `sync` does not have. */
const convertFlags = ['--input', '--output', '--raw', '--launcher'];

/**
 * Returns a line of `convert`, which takes one source and one target; for several targets, a line of `sync`. What is
 * missing is taken from the agents of the project.
 */
function arrangeConvert(
  names: readonly string[],
  flags: readonly string[],
  present: PresentAgents,
): string[] | undefined {
  const left = flags.filter((flag) => flag !== '--write' || !flags.includes('--output'));
  const take = (flag: string): string[] => {
    const at = left.indexOf(flag);
    return at < 0 ? [] : left.splice(at, 2).slice(1);
  };
  const [from, to] = [take('--from'), take('--to').flatMap((list) => list.split(','))];
  const agents = [...from, ...names, ...to];
  const isAgent = (id: string) => id !== neutralId();
  const [source = [...present.withSettings.filter(isAgent), ...listVendors()][0] ?? '', ...more] =
    agents;
  const known = more.filter((word) => findVendor(word));
  const targets = known.length ? known : more;
  if (targets.length > 1) {
    if (convertFlags.some((flag) => left.includes(flag))) return undefined;
    const others = left.filter((flag) => flag !== '--write');
    return ['sync', '--from', source, '--to', targets.join(','), ...others];
  }
  const isOther = (id: string) => isAgent(id) && id !== source;
  const [target = [...present.withFolder, ...listVendors()].find(isOther) ?? ''] = targets;
  return ['convert', source, target, ...left];
}

/**
 * Returns what to type in place of words whose source has no settings here: the agents exchanged if the target has
 * some, else another source.
 *
 * @returns Undefined: the line names no such source, or there are no other settings.
 */
export function suggestSource(
  words: readonly string[],
  program: Command,
  present: PresentAgents,
): string | undefined {
  const [command = '', ...more] = correctLine(words, program, present) ?? [];
  const at = command === 'convert' ? 0 : more.indexOf('--from') + 1;
  const isSync = command === 'sync' && at > 0;
  const source = findVendor(more[at] ?? '')?.name;
  const agents = present.withSettings.filter((id) => id !== neutralId());
  if (!(isSync || command === 'convert') || more.includes('--input') || source === undefined)
    return undefined;
  if (present.withSettings.includes(source)) return undefined;
  const target = command === 'convert' ? findVendor(more[1] ?? '')?.name : undefined;
  const isSwapped = target !== undefined && agents.includes(target);
  const other = isSwapped ? target : agents[0];
  if (other === undefined) return undefined;
  more[at] = other;
  if (isSwapped) more[1] = source;
  return ['anyhook', command, ...more].map((word) => quoteTypedWord(word)).join(' ');
}

/** Finds the command line that was meant by one with a mistake in it. */

import type { Command, Option } from 'commander';
import { findEvent, findTool, findVendor, type Meaning } from '../settings/other-names.ts';
import { tableOf, vendorIds } from '../settings/tables.ts';
import { starters } from '../starters/starters.ts';
import { findIntendedWord, findNearestWord } from '../util/words.ts';
import { quoteTypedWord } from './typed-command.ts';
import { commandWords, fillers, flagWords, valueWords } from './words.ts';

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
 * @returns Undefined: it cannot be told, or nothing in the line is mistyped.
 */
export function suggestLine(words: readonly string[], program: Command): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would obey these
  if (words.some((word) => /[\p{C}\u0000-\u001f\u2028\u2029]/u.test(word))) return undefined;
  const meant = correctLine(words, program);
  if (meant === undefined || meant.join('\0') === words.join('\0')) return undefined;
  return ['anyhook', ...meant.map((word) => quoteTypedWord(word))].join(' ');
}

function correctLine(words: readonly string[], program: Command): string[] | undefined {
  const named = moveCommandFirst(words, program);
  const [first = '', ...more] = named;
  if (first === 'help') {
    const topic = findCommand(more[0] ?? '', program);
    return topic === undefined ? undefined : [topic.split(' ')[0] ?? '', '--help'];
  }
  const meant = findCommand(first, program);
  if (meant === undefined) {
    if (/\s/.test(first)) return ['test', ...words];
    return findVendor(first) && findVendor(more[0] ?? '') ? ['convert', ...words] : undefined;
  }
  const [name = '', ...extra] = meant.split(' ');
  const command = program.commands.find((one) => one.name() === name);
  if (!command) return meant.startsWith('-') ? [meant] : undefined;
  const line = readLine(command, joinShellWords(command, [...extra, ...more]));
  return line && arrange(line, command);
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
  return findIntendedWord(plain, names);
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
  const nearest = findIntendedWord(word, [...known, '--help']);
  return meant ?? nearest ?? rows.find((flag) => flag === '');
}

/** What the values of flags name. */
const valueFinders: Record<string, (word: string) => Meaning<string> | undefined> = {
  '--to': findVendor,
  '--from': findVendor,
  '--agents': findVendor,
  '--agent': findVendor,
  '--as': findVendor,
  '--hooks': (word) => {
    const name = findNearestWord(word, [...starters.map(({ id }) => id), 'none']);
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
  vendorIds().find(
    (id) =>
      tableOf(id).files.own.project === word.replace(/^\.\//, '') && !findVendor(word)?.isSure,
  );

/** Words for every agent. */
const wordsForAll = ['all', '*', 'everything', 'every'];

/** Returns a line with its names where the command takes them. */
function arrange(
  { command, names, flags, rest }: Line,
  { registeredArguments }: Command,
): string[] {
  const agents = names
    .filter((word) => !fillers.includes(word))
    .map((word) => findVendorOfFile(word) ?? correctWord(word, findVendor));
  switch (command) {
    case 'convert':
      return arrangeConvert(agents, flags);
    case 'sync': {
      const at = flags.indexOf('--to') + 1;
      if (at && agents.length) flags[at] = [flags[at], ...agents.splice(0)].join(',');
      const [from, ...to] = agents.length > 1 ? agents : [undefined, ...agents];
      const source = from === undefined ? [] : ['--from', from];
      return [command, ...source, ...(to.length ? ['--to', to.join(',')] : []), ...flags];
    }
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
    default:
      return [command, ...(registeredArguments.length ? names : []), ...flags, ...rest];
  }
}

/** Returns a line of `convert`, which takes one source and one target; for several targets, a line of `sync`. */
function arrangeConvert(names: readonly string[], flags: readonly string[]): string[] {
  const left = flags.filter((flag) => flag !== '--write' || !flags.includes('--output'));
  const take = (flag: string): string[] => {
    const at = left.indexOf(flag);
    return at < 0 ? [] : left.splice(at, 2).slice(1);
  };
  const [from, to] = [take('--from'), take('--to').flatMap((list) => list.split(','))];
  const agents = [...from, ...names, ...to];
  const [source = vendorIds()[0] ?? '', ...targets] = agents;
  if (targets.length > 1) {
    const others = left.filter((flag) => flag !== '--write');
    return ['sync', '--from', source, '--to', targets.join(','), ...others];
  }
  const [target = vendorIds().find((id) => id !== source) ?? ''] = targets;
  return ['convert', source, target, ...left];
}

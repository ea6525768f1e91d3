/** Prints lines for people, with commands as they can be typed: `anyhook sync`, or `npx anyhook sync` where the first is not found. */
import { delimiter, join } from 'node:path';
import { once } from '../util/once.ts';
import { isFile } from '../util/stat.ts';

/** A command of this program behind what stands before a command that is to be typed. */
const command =
  /(^ {2,}(?:\$ )?|[:;] +|\brun )anyhook(?= (?:init|doctor|test|list|convert|sync|remove|capabilities|completion|[A-Z]+ --help|--help)\b)/g;

/** A line that shows how a file changes. What it says is not ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const changedLine = /^(?:\u001b\[\d+m)?[+-]/;

/** Where a program may be found. */
export interface Installation {
  /** The address of a module of this package. */
  module: string;
  /** The folders in which a shell looks for programs, as the variable `PATH` names them. */
  path: string | undefined;
}

/**
 * Tells whether this program is installed for a project alone, so that only `npx` finds it. npm puts the programs of the
 * project on PATH for what it starts itself, so those folders do not count.
 */
export function isBehindNpx({ module, path = '' }: Installation): boolean {
  if (!module.includes('/node_modules/')) return false;
  const folders = path
    .split(delimiter)
    .filter((folder) => folder && !/[/\\]node_modules[/\\]\.bin[/\\]?$/.test(folder));
  return !folders.some((folder) =>
    ['anyhook', 'anyhook.cmd'].some((name) => isFile(join(folder, name))),
  );
}

const needsNpx = once(() => isBehindNpx({ module: import.meta.url, path: process.env.PATH }));

/** Returns a text with the commands in it as they can be typed. */
export const spellCommands = (text: string, behindNpx = needsNpx()): string =>
  behindNpx
    ? text
        .split('\n')
        .map((line) => (changedLine.test(line) ? line : line.replace(command, '$1npx anyhook')))
        .join('\n')
    : text;

/** Prints a text for people on stdout. */
export const print = (text = ''): void => console.log(spellCommands(text));

/** Prints a text for people on stderr. */
export const printError = (text: string): void => console.error(spellCommands(text));

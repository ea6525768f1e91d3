import { AnyhookError } from '../errors.ts';
import { parseDuration } from '../util/duration.ts';
import { valueIn } from '../util/json.ts';
import { hint } from '../util/nearest.ts';
import { type Option, rows as options } from './option.ts';

/** The command line of `anyhook run`. */
export interface Flags {
  host?: string;
  hostEvent?: string;
  as?: string;
  event?: string;
  matcher?: string;
  condition?: string;
  answer: 'heard' | 'ignored' | 'later';
  /** False: nothing that it says may refuse. */
  guard?: boolean;
  wordings?: 'auto' | 'one' | 'both';
  /** Names with commas between. */
  servers?: string;
  /** Milliseconds. */
  timeout?: number;
  onFailure: 'native' | 'block' | 'allow';
  ask: 'auto' | 'host' | 'deny';
  halt: 'auto' | 'strict';
  /** `0`: an answer of the host's own dialect is said as JSON too, whatever the hook's exit code. */
  exit?: 'own' | '0';
  /** The exit code proves that there was an answer; notices go to this file descriptor. */
  proof?: number | null;
  root?: 'given' | 'search';
  /** null: no limit. */
  loopLimit?: number | null;
  cwd?: string;
  env: Record<string, string>;
  headers?: Record<string, string>;
  headerEnv?: string[];
  /** What answers in a command's place. */
  url?: string;
  name?: string;
  log?: string;
  /** A key of the record beside the runner. */
  values?: string;
  /** Such a key, or JSON. */
  carry?: string;
  /** One: a shell line. Several: an argv. None: only remember. */
  command: string[];
}

/** What an entry of the record beside the runner is called by. */
export const entryKey = /^[\da-f]{10}$/;

const usage = (message: string) => new AnyhookError('usage', message);

/** The text behind a flag as its value. Throws `usage`. */
function valued({ name, flag, kind, words = [] }: Option, text: string, flags: Flags): unknown {
  switch (kind) {
    case 'duration':
      return parseDuration(text);
    case 'choice':
      if (words.includes(text)) return text;
      throw usage(`${flag} ${text}: say ${words.join(', ')}`);
    case 'count':
      if (text === 'none') return null;
      if (/^\d+$/.test(text)) return Number(text);
      throw usage(`${flag} ${text}: say a whole number or none`);
    case 'variables': {
      const at = text.indexOf('=');
      if (at < 1) throw usage(`${flag} ${text}: say NAME=VALUE`);
      const before = flags[name as 'env'];
      return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
    }
    case 'names':
      return [...(flags[name as 'headerEnv'] ?? []), text];
    case 'key':
      if (entryKey.test(text)) return text;
      throw usage(`${flag} ${text}: expected the key of an entry in .anyhook/kept.json`);
    case 'switch':
      if (text === 'true' || text === 'false') return text === 'true';
      throw usage(`${flag} ${text}: say true or false`);
    case 'json':
      if (!entryKey.test(text) && valueIn(text) === undefined)
        throw usage(`${flag}: expected JSON, or a key`);
      return text;
    default:
      return text;
  }
}

/** Reads a command line as far as it can be read; `problem` is the first thing wrong with it. */
export function parseFlags(argv: readonly string[]): { flags: Flags; problem?: AnyhookError } {
  const flags: Flags = {
    answer: 'heard',
    onFailure: 'native',
    ask: 'auto',
    halt: 'auto',
    env: {},
    command: [],
  };
  let problem: AnyhookError | undefined;
  const words = [...argv];
  while (words.length) {
    const [word, inline] = split(words.shift() as string);
    if (word === '--') {
      flags.command = words;
      if (!words[0]?.trim()) problem ??= usage('there is no command after --');
      break;
    }
    try {
      const option = options.find(({ flag }) => flag === word);
      if (!option) {
        if (!word.startsWith('-')) throw usage(`${word} is no flag: the command comes after --`);
        throw usage(
          `unknown flag ${word}${hint(word, flagNames())}; a newer anyhook may have written it: then run anyhook sync, or convert again, so that the runner is as new`,
        );
      }
      const value = inline ?? words.shift();
      if (value === undefined || value === '') throw usage(`${word} needs a value`);
      flags[option.name as keyof Flags] = valued(option, value, flags) as never;
    } catch (error) {
      problem ??= error as AnyhookError;
    }
  }
  const about = flags.matcher ?? flags.condition ?? flags.timeout;
  if (!isHook(flags) && about !== undefined) {
    problem ??= usage('there is no command: it comes after --');
  }
  if (flags.url !== undefined && flags.command.length) {
    problem ??= usage('--url and a command exclude each other');
  }
  if (flags.url === undefined && (flags.headers ?? flags.headerEnv)) {
    problem ??= usage('--url is missing: headers go with it');
  }
  if (!problem && flags.as === undefined) {
    problem = usage('--as is missing: say whose dialect the command speaks (--as VENDOR)');
  }
  return problem ? { flags, problem } : { flags };
}

/** Whether a line has a hook; without one it only remembers. */
export const isHook = ({ command, url }: Flags): boolean => command.length > 0 || url !== undefined;

const flagNames = (): string[] => options.flatMap(({ flag }) => flag ?? []);

function split(word: string): [string, string?] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word];
}

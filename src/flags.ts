import { AnyhookError } from './errors.ts';

/** The command line of `anyhook run`. */
export interface Flags {
  host?: string;
  as?: string;
  event?: string;
  matcher?: string;
  /** Milliseconds. */
  timeout?: number;
  onFailure: 'native' | 'block' | 'allow';
  ask: 'auto' | 'host' | 'deny';
  halt: 'auto' | 'strict';
  /** `0`: an answer of the host's own dialect is said as JSON too, whatever the hook's exit code. */
  exit?: 'own' | '0';
  /** null: no limit. */
  loopLimit?: number | null;
  cwd?: string;
  env: Record<string, string>;
  name?: string;
  log?: string;
  carry?: string;
  /** One: a shell line. Several: an argv. None: only remember. */
  command: string[];
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };
const usage = (message: string) => new AnyhookError('usage', message);

/** `30s`, `500ms`, `2m` → milliseconds. */
export function duration(text: string): number {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text);
  if (!found) throw usage(`--timeout ${text}: say a number with its unit, such as 30s or 500ms`);
  return Number(found[1]) * (units[found[2] as string] as number);
}

const choice =
  <T extends string>(flag: string, ...words: T[]) =>
  (text: string): T => {
    if (words.includes(text as T)) return text as T;
    throw usage(`${flag} ${text}: say ${words.join(', ')}`);
  };

function count(text: string): number | null {
  if (text === 'none') return null;
  if (/^\d+$/.test(text)) return Number(text);
  throw usage(`--loop-limit ${text}: say a whole number or none`);
}

function json(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw usage('--carry: expected JSON');
  }
}

const same = (text: string): string => text;

const known: Record<string, [keyof Flags, (text: string) => unknown]> = {
  '--host': ['host', same],
  '--as': ['as', same],
  '--event': ['event', same],
  '--matcher': ['matcher', same],
  '--timeout': ['timeout', duration],
  '--on-failure': ['onFailure', choice('--on-failure', 'native', 'block', 'allow')],
  '--ask': ['ask', choice('--ask', 'auto', 'host', 'deny')],
  '--halt': ['halt', choice('--halt', 'auto', 'strict')],
  '--exit': ['exit', choice('--exit', 'own', '0')],
  '--loop-limit': ['loopLimit', count],
  '--cwd': ['cwd', same],
  '--name': ['name', same],
  '--log': ['log', same],
  '--carry': ['carry', json],
};

/** Reads a command line as far as it can be read; `problem` is the first thing wrong with it. */
export function parseFlags(argv: readonly string[]): { flags: Flags; problem?: AnyhookError } {
  const flags: Flags = { onFailure: 'native', ask: 'auto', halt: 'auto', env: {}, command: [] };
  let problem: AnyhookError | undefined;
  const words = [...argv];
  while (words.length) {
    const [word, inline] = split(words.shift() as string);
    if (word === '--') {
      flags.command = words;
      break;
    }
    try {
      const row = Object.hasOwn(known, word) ? known[word] : undefined;
      if (!row && word !== '--env') {
        const hint = word.startsWith('-') ? '' : '; the command comes after --';
        throw usage(`unknown flag ${word}${hint}; see anyhook run --help`);
      }
      const value = inline ?? words.shift();
      if (value === undefined || value === '') throw usage(`${word} needs a value`);
      if (row) flags[row[0]] = row[1](value) as never;
      else variable(value, flags.env);
    } catch (error) {
      problem ??= error as AnyhookError;
    }
  }
  if (!problem && flags.as === undefined) {
    problem = usage('--as is missing: say whose dialect the command speaks (--as VENDOR)');
  }
  return problem ? { flags, problem } : { flags };
}

function split(word: string): [string, string?] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word];
}

function variable(text: string, into: Record<string, string>): void {
  const at = text.indexOf('=');
  if (at < 1) throw usage(`--env ${text}: say NAME=VALUE`);
  into[text.slice(0, at)] = text.slice(at + 1);
}

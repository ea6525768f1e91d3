import { type Flags, parseFlags } from '../../canonical/flags.ts';
import { withoutThem } from '../../shim/node-variables.ts';
import { ascii, objectIn } from '../../util/json.ts';
import { calls, quote, scan, simple, splitWords } from './shell-words.ts';

/** A command line that starts a hook through the shim. */
export interface Launch {
  /** What stands before `run`, as it stands. */
  launcher: string;
  host: string;
  /** Whose dialect the command speaks. */
  speaks: string;
  flags: Flags;
  /** What ends it is as a version of ours says it, and no person. */
  plain: boolean;
}

/** What a line is made of; `flags` are words as `anyhook run` gets them. */
export interface LineParts {
  launcher: string;
  flags: readonly string[];
  /** Absent: the shim only remembers the event. */
  command?: string | undefined;
  /** What answers where the shim cannot: see {@link echoEnding}. */
  ending?: string | undefined;
  /** The host replaces `$NAME` in any text, quoted or not. */
  substitutes: boolean;
}

const mute = 'true';

/** `LAUNCHER run FLAGS [-- COMMAND]`; with an ending, for a POSIX shell whose variables may be a project's. */
export function writeLine({ launcher, flags, command, substitutes, ...parts }: LineParts): string {
  const ending = launcher.startsWith(calls) ? undefined : parts.ending;
  const words = command === undefined ? flags : [...flags, '--', command];
  const start = ending === undefined ? launcher : `${withoutThem} ${launcher}`;
  const line = [start, 'run', ...words.map((word) => quote(word, substitutes))].join(' ');
  // a group, since a shell tells of a killed command on its own stderr
  if (ending === mute) return `{ ${line}; } 2>/dev/null || ${mute}`;
  return ending === undefined ? line : `${line} || ${ending}`;
}

/** An ending that prints this object; null: nothing is printed, not even by the shell. */
export function echoEnding(said: object | null, substitutes: boolean): string {
  if (!said) return mute;
  const json = ascii(said);
  // many an echo reads backslashes
  const print = json.includes('\\') ? `printf '%s\\n'` : 'echo';
  return `${print} ${quote(json, substitutes)}`;
}

/** Reads what {@link writeLine} wrote, since 0.1.0; undefined: not such a line. */
export function readLine(line: string): Launch | undefined {
  const muted = /^\{ (.*); \} 2>\/dev\/null \|\| true$/s.exec(line)?.[1];
  const whole = muted ?? line;
  const prefix = [`${withoutThem} `, calls].find((one) => whole.startsWith(one)) ?? '';
  const body = whole.slice(prefix.length);
  const { words, end } = scan(body);
  const said = end < body.length ? echoed(body.slice(end)) : '{}';
  if (said === undefined || (end < body.length && muted !== undefined)) return undefined;
  for (const [i, word] of words.entries()) {
    if (i === 0 || word.text !== 'run') continue;
    const rest = words.slice(i + 1);
    const { flags, problem } = parseFlags(rest.map(({ text }) => text));
    const { host, as: speaks, command } = flags;
    if (problem || host === undefined || speaks === undefined || command.length > 1) continue;
    const launcher = body.slice(0, words[i - 1]?.end);
    const before = prefix === calls ? calls : '';
    return simple(launcher)?.words.length && !rest.some(({ varies }) => varies)
      ? { launcher: before + launcher, host, speaks, flags, plain: ourAnswer.test(said) }
      : undefined;
  }
  return undefined;
}

/** Nothing, or answers in our own name, as every version's endings do. */
const ourAnswer = /^\{\}$|"anyhook: /;

/** What an ending prints; undefined: it is none of {@link echoEnding}. */
function echoed(tail: string): string | undefined {
  const [echo, ...rest] = (tail.startsWith('|| ') && splitWords(tail.slice(3))) || [];
  const json = rest.pop();
  const known = echo === 'echo' ? !rest.length : echo === 'printf' && rest.join() === '%s\\n';
  return known && json !== undefined && objectIn(json, false) !== undefined ? json : undefined;
}

/** Exact, as the shim reads it: `10s`, `1500ms`. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  return Number.isInteger(seconds) && seconds * 1000 === ms
    ? `${decimal(seconds)}s`
    : `${decimal(ms)}ms`;
}

/** A number without an exponent. */
function decimal(value: number): string {
  const [mantissa, power] = value.toExponential().split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  const point = Number(power) + 1;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  return digits.length > point ? `${whole}.${digits.slice(point)}` : whole;
}

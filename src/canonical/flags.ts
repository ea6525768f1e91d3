import { AnyhookError } from '../errors.ts';
import { parseDuration } from '../util/duration.ts';
import { isObject } from '../util/equal.ts';
import { type Json, parseJson } from '../util/json.ts';
import { hint } from '../util/nearest.ts';
import { once } from '../util/once.ts';
import { type Option, type OptionRow, type OptionValues, options } from './option.ts';

/** The options that have a flag. The value of `--hook` is the command of a hook. */
type FlagRow = Exclude<Extract<OptionRow, { flag: string }>, { flag: '--hook' }>;
type FlagValue<R extends FlagRow> = R extends { words: readonly (infer W extends string)[] }
  ? W
  : OptionValues[R['kind']];
/** The flags that have a value in every run. */
type PresetRow = Extract<FlagRow, { hasRunDefault: true }>;

/** The command line of `anyhook run`: the value of each flag, by the `runField` of its option. */
export type Flags = { [R in PresetRow as R['runField']]: FlagValue<R> } & {
  [R in Exclude<FlagRow, PresetRow> as R['runField']]?: FlagValue<R>;
} & Pick<OptionValues, 'command'>;

/** The form of a key of an entry in the value record. */
export const entryKeyPattern = /^[\da-f]{10}$/;

/** The name of a module: no path leads out of its folder. */
const moduleName = /^(?!\.)[^/\\:\0]+\.cjs$/;

const usage = (message: string) => new AnyhookError('usage', message);

/**
 * Returns the value that the text after a flag stands for. Throws `usage` where the text is invalid.
 *
 * @param before The value of the flag so far, for a flag that is on the line more than once.
 */
function parseValue({ flag, kind, words = [] }: Option, text: string, before: unknown): unknown {
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
    case 'variables':
    case 'headers': {
      const at = text.indexOf('=');
      if (at < 1) throw usage(`${flag} ${text}: say NAME=VALUE`);
      return { ...(isObject(before) && before), [text.slice(0, at)]: text.slice(at + 1) };
    }
    case 'names':
      return Array.isArray(before) ? [...before, text] : [text];
    case 'key':
      if (entryKeyPattern.test(text)) return text;
      throw usage(`${flag} ${text}: expected the key of an entry in .anyhook/kept.json`);
    case 'module':
      if (moduleName.test(text)) return text;
      throw usage(`${flag} ${text}: say the name of a .cjs file in .anyhook/modules`);
    case 'switch':
      if (text === 'true' || text === 'false') return text === 'true';
      throw usage(`${flag} ${text}: say true or false`);
    case 'json':
      if (!entryKeyPattern.test(text) && parseJson(text) === undefined)
        throw usage(`${flag}: expected JSON, or a key`);
      return text;
    default:
      return text;
  }
}

/** Returns the flags of a line without any flag. */
function presetFlags(): Flags {
  const presets = options
    .filter(({ hasRunDefault }) => hasRunDefault)
    .map(({ runField, words }) => [runField, words?.[0] ?? {}]);
  return { ...Object.fromEntries(presets), command: [] };
}

/** The words of a command line after `anyhook run`, read. */
export interface ParsedLine {
  /** The flags of the line. Where it has two hooks or more: those before the first `--hook`, which have no command. */
  flags: Flags;
  /**
   * The flags of each hook, in order: those of the line, with its own in their place. A line with one hook, or with
   * none, has one element, which is `flags`.
   */
  hooks: readonly Flags[];
  /**
   * The first mistake on the line. Where it has two hooks or more: the first before them, or a mistake that all of them
   * have. Absent: there is none.
   */
  problem?: AnyhookError;
  /** The first mistake in the words of a hook, by its flags, where the line has two hooks or more. Absent: there is none. */
  hookProblems?: ReadonlyMap<Flags, AnyhookError>;
  /** The number of the line of each hook, by its flags, where several lines are run as one. Absent: there is one line. */
  lineNumbers?: ReadonlyMap<Flags, number>;
}

/**
 * Reads the words of a command line after `anyhook run`. It reads on after a wrong word, since even then the flags
 * after it decide what a run does.
 *
 * A line starts one hook, whose command stands after `--`, or several: each begins with `--hook COMMAND`, and the flags
 * after it, up to the next `--hook`, are its own. A value of its own replaces that of the line; of options that may be
 * repeated (`--env`), both count. A mistake after a `--hook` is one of this hook alone.
 */
export function parseFlags(argv: readonly string[]): ParsedLine {
  const ofLine = presetFlags();
  const hooks: Flags[] = [];
  /** The first mistake in the words of the line, and of each hook. */
  const problems = new Map<Flags, AnyhookError>();
  let flags = ofLine;
  const note = (problem: AnyhookError) => {
    if (!problems.has(flags)) problems.set(flags, problem);
  };
  const words = [...argv];
  /** Tells whether a word at the start of `words` is no value: a flag, or the end of the flags. */
  const isFlag = (word: string | undefined) =>
    word !== undefined && (word === '--' || optionOf().has(word));
  while (words.length) {
    const [word, inline] = splitFlag(words.shift() ?? '');
    if (word === '--') {
      ofLine.command = words;
      if (!words[0]?.trim()) note(usage('there is no command after --'));
      if (hooks.length) note(usage('--hook and a command after -- exclude each other'));
      break;
    }
    try {
      const option = optionOf().get(word);
      if (!option) {
        if (!word.startsWith('-')) throw usage(`${word} is no flag: the command comes after --`);
        throw usage(
          `unknown flag ${word}${hint(word, flagNames())}; a newer anyhook may have written it: then run anyhook sync, or convert again`,
        );
      }
      // A flag in the place of a command: the command was forgotten. The next hook in the place of a value: the value was.
      const isForgotten =
        word === '--hook'
          ? isFlag(words[0])
          : words[0] === '--hook' && words.length > 1 && !isFlag(words[1]);
      const value = inline ?? (isForgotten ? undefined : words.shift());
      if (word === '--hook') {
        // The options of the line all stand before the first hook.
        flags = { ...ofLine, command: [value ?? ''] };
        hooks.push(flags);
        if (!value?.trim()) throw usage('--hook needs a value: the command of the hook');
        continue;
      }
      if (value === undefined || value === '') throw usage(`${word} needs a value`);
      if (hooks.length && option.isOfLine)
        throw usage(`${word} is for all hooks of the line: it comes before the first --hook`);
      const values: Json = flags;
      values[option.runField] = parseValue(option, value, values[option.runField]);
    } catch (error) {
      note(error as AnyhookError);
    }
  }
  const [first = ofLine] = hooks;
  if (hooks.length < 2) {
    const problem = problems.get(ofLine) ?? problems.get(first) ?? findConflict(first);
    return { flags: first, hooks: [first], ...(problem && { problem }) };
  }
  const hookProblems = new Map<Flags, AnyhookError>();
  for (const hook of hooks) {
    const problem = problems.get(hook) ?? findConflict(hook);
    if (problem) hookProblems.set(hook, problem);
  }
  const messages = hooks.map((hook) => hookProblems.get(hook)?.message);
  const problem =
    problems.get(ofLine) ??
    (messages.every((message) => message === messages[0]) ? hookProblems.get(first) : undefined) ??
    (ofLine.answer === 'heard'
      ? undefined
      : usage(`--answer ${ofLine.answer} and several hooks exclude each other`));
  return {
    ...{ flags: ofLine, hooks },
    ...(problem && { problem }),
    ...(hookProblems.size && { hookProblems }),
  };
}

/** Returns the first conflict between the flags of a hook. Undefined: there is none. */
function findConflict(flags: Flags): AnyhookError | undefined {
  const hookOption = flags.matcher ?? flags.condition ?? flags.timeout;
  if (!startsHook(flags) && hookOption !== undefined)
    return usage('there is no command: it comes after --');
  if (flags.url !== undefined && flags.command.length)
    return usage('--url and a command exclude each other');
  if (flags.module !== undefined) {
    if (flags.command.length) return usage('--module and a command exclude each other');
    if (flags.url !== undefined) return usage('--module and --url exclude each other');
    if (flags.as !== undefined && flags.as !== 'anyhook')
      return usage('--module needs --as anyhook: handlers speak the neutral dialect');
  }
  if (flags.url === undefined && (flags.headers ?? flags.headerEnv))
    return usage('--url is missing: headers go with it');
  return flags.as === undefined
    ? usage('--as is missing: say whose dialect the command speaks (--as VENDOR)')
    : undefined;
}

/** Tells whether a line starts a hook. A line that starts none only remembers its event. */
export const startsHook = ({ command, url, module }: Flags): boolean =>
  command.length > 0 || url !== undefined || module !== undefined;

const flagNames = (): string[] => options.flatMap(({ flag }) => flag ?? []);

/** Returns the options by their flags. */
const optionOf = once(
  () => new Map<string | undefined, Option>(options.map((one) => [one.flag, one])),
);

/** Splits `--flag=value` into flag and value. Any other word is returned whole, without a value. */
function splitFlag(word: string): [string, string?] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word];
}

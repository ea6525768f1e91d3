/** Names hooks for people, and finds the hooks that a person names. */
import { basename } from 'node:path';
import type { Hook } from '../canonical/types.ts';
import { AnyhookError } from '../errors.ts';
import type { Scope } from '../mapping/settings.ts';
import { rememberByObject } from '../util/remember.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { findNearestWord } from '../util/words.ts';
import { scriptOf } from './command-line/script.ts';
import type { Position } from './finding.ts';
import type { FileText, Settings } from './formats/format.ts';
import { handlerOf, shellLineOf } from './own-agent.ts';

/** The most characters that the name of a hook takes in a report, unless its owner gave it the name. */
const maxNameWidth = 30;

/**
 * Returns the name of a hook for reports: the name that its owner gave it, or its script without the folders
 * and with the arguments, or else the beginning of what the hook starts.
 */
export const displayNameOf: (hook: Hook) => string = rememberByObject(
  (hook) => hook.name ?? shortenName(fullNameOf(hook).replace(/\s+/g, ' ').trim()),
);

/** Shortens a name to {@link maxNameWidth}, but keeps a first word that is longer. */
const shortenName = (name: string): string => {
  const [first = ''] = name.split(' ', 1);
  const letters = [...name.slice(0, 2 * maxNameWidth + 2)]; // a letter may be two units of UTF-16
  if (letters.length <= maxNameWidth) return name;
  if (first.length + 2 < maxNameWidth) return `${letters.slice(0, maxNameWidth - 1).join('')}…`;
  return first === name ? name : `${first} …`;
};

/** Returns the name of a hook as {@link displayNameOf} does, but not shortened. */
export function fullNameOf(hook: Hook): string {
  if (hook.name !== undefined) return hook.name;
  const handler = handlerOf(hook);
  switch (handler.kind) {
    case 'shell':
      return scriptWithArguments(handler.command) ?? handler.command;
    case 'program':
      return handler.words.join(' ');
    case 'model':
      return '(a model)';
    case 'http':
      return handler.url;
    case 'module':
      return basename(handler.path);
    case 'mcp':
      return `${handler.server}/${handler.tool}`;
    case 'elsewhere':
      return `(on ${handler.systems.join(', ')})`;
    case 'unknown':
      return `(${handler.type ?? 'no command'})`;
  }
}

/**
 * Returns the file name of the script that a line starts, and its arguments: `guard.sh --all`. Undefined: no
 * script was found in the line.
 */
function scriptWithArguments(command: string): string | undefined {
  const script = scriptOf(command);
  if (!script) return undefined;
  const slashed = script.isWindowsPath ? command.replaceAll('\\', '/') : command;
  const words = parseSimpleCommand(slashed)?.words.map(
    ({ text }) => text.replace(/\$\{(\w+)\}/g, '$$$1'), // `${NAME}` is `$NAME` in the script's path
  );
  const index = words?.indexOf(script.path) ?? -1;
  return words && index >= 0
    ? [basename(script.path), ...words.slice(index + 1)].join(' ')
    : undefined;
}

/** Returns all names by which a person can select a hook. */
function namesOf(hook: Hook): string[] {
  const line = shellLineOf(hook) ?? hook.command;
  const path = scriptOf(line)?.path;
  const names = [
    displayNameOf(hook),
    fullNameOf(hook),
    line,
    hook.url,
    hook.module,
    hook.module && basename(hook.module),
    path,
    path && basename(path),
  ];
  return names.flatMap((one) => (one ? [one] : []));
}

/** Tells whether any of the names selects a hook. */
export const hasName = (hook: Hook, names: readonly string[]): boolean =>
  namesOf(hook).some((one) => names.includes(one));

/** A hook, and the place where its settings hold it. */
export interface PlacedHook {
  hook: Hook;
  at?: Position | undefined;
  /** The number of the hook. Absent: it is counted in the list that it stands in. */
  number?: number | undefined;
}

/** The numbers that the hooks of a project have in every command: `#2` names the second one. */
export interface HookNumbers {
  /**
   * Returns the number of a hook. Undefined: the hook is none of the project.
   *
   * @param scope The scope of the file that holds it. Default: that of the command, or any.
   */
  numberOf(hook: Hook, scope?: Scope): number | undefined;
  /** Returns what was read from a file when its hooks were numbered. Undefined: it was not read, or has another text now. */
  settingsOf?(vendor: string, file: FileText): Settings | undefined;
  /** How many numbers there are. */
  count: number;
}

/**
 * Numbers hooks from 1, in the order in which their files hold them, where they have no number yet. Hooks without a
 * position stay in the order of the list, behind the others.
 *
 * @returns A function from the position of a hook, or the hook without one, to its number.
 */
export function countHooks(hooks: readonly PlacedHook[]): (one: PlacedHook) => number {
  const files = [...new Set(hooks.map(({ at }) => at?.file))];
  const rankOf = ({ at }: PlacedHook): readonly number[] =>
    at ? [files.indexOf(at.file), at.line, at.column] : [Number.MAX_SAFE_INTEGER];
  const sorted = hooks.toSorted((a, b) => {
    const other = rankOf(b);
    return rankOf(a).reduce((sum, rank, i) => sum || rank - (other[i] ?? 0), 0);
  });
  const keyOf = ({ hook, at }: PlacedHook): string | Hook => (at ? JSON.stringify(at) : hook);
  const numbers = new Map<string | Hook, number>();
  let count = Math.max(0, ...hooks.map(({ number = 0 }) => number));
  for (const one of sorted)
    if (!numbers.has(keyOf(one))) numbers.set(keyOf(one), one.number ?? ++count);
  return (one) => one.number ?? numbers.get(keyOf(one)) ?? 0;
}

/** Writes the number of a hook as reports print it and options take it. */
export const formatHookNumber = (number: number): string => `#${number}`;

/**
 * Returns a function that tells whether any of the names selects a hook: its name, its script, its command, or
 * its number ({@link countHooks}). Throws `usage` for a name that selects no hook.
 *
 * @param flag The flag that the names were given with, for the message.
 */
export function selectByName<One extends PlacedHook>(
  hooks: readonly One[],
  names: readonly string[],
  flag: string,
): (one: One) => boolean {
  const numberOf = countHooks(hooks);
  const hasNumber = (one: One, name: string) => formatHookNumber(numberOf(one)) === name;
  for (const name of names) {
    if (hooks.some((one) => namesOf(one.hook).includes(name) || hasNumber(one, name))) continue;
    const known = [...new Set(hooks.map(({ hook }) => displayNameOf(hook)))];
    const numbered = hooks.find((one) => hasNumber(one, `#${name}`));
    const near = numbered ? `#${name}` : findNearestWord(name, known);
    const title = numbered ? ` (${displayNameOf(numbered.hook)})` : '';
    const hint =
      near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}${title}?`;
    throw new AnyhookError(
      'usage',
      `${flag} ${name}: no hook has this name; ${hint}`,
      near === undefined ? undefined : { typed: name, meant: near },
    );
  }
  return (one) => hasName(one.hook, names) || names.some((name) => hasNumber(one, name));
}

/** Returns a name of a hook that stays true when hooks are added or moved: the one that its owner gave it, or what it starts. */
export const lastingNameOf = (hook: Hook): string =>
  hook.name ?? hook.url ?? hook.module ?? shellLineOf(hook) ?? fullNameOf(hook);

/**
 * Returns names that stay true when hooks are added or moved: in place of a number stands the command or the
 * address of the hook.
 */
export function withoutNumbers(hooks: readonly PlacedHook[], names: readonly string[]): string[] {
  const numberOf = countHooks(hooks);
  return names.map((name) => {
    const numbered = hooks.find((one) => formatHookNumber(numberOf(one)) === name);
    if (!numbered || hooks.some(({ hook }) => namesOf(hook).includes(name))) return name;
    return lastingNameOf(numbered.hook);
  });
}

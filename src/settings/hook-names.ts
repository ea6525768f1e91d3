/** Names hooks for people, and finds the hooks that a person names. */
import { basename } from 'node:path';
import { match } from 'ts-pattern';
import type { Hook } from '../canonical/hook.ts';
import { AnyhookError } from '../errors.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { findNearestWord } from '../util/words.ts';
import { scriptOf } from './command-line/script.ts';
import { handlerOf, shellLineOf } from './own-agent.ts';

/**
 * Returns the name of a hook for reports: the name that its owner gave it, or its script without the folders
 * and with the arguments, or else what the hook starts.
 */
export function displayNameOf(hook: Hook): string {
  const started = match(handlerOf(hook))
    .with({ kind: 'shell' }, ({ command }) => scriptWithArguments(command) ?? command)
    .with({ kind: 'program' }, ({ words }) => words.join(' '))
    .with({ kind: 'model' }, () => '(a model)')
    .with({ kind: 'http' }, ({ url }) => url)
    .with({ kind: 'mcp' }, ({ server, tool }) => `${server}/${tool}`)
    .with({ kind: 'elsewhere' }, ({ systems }) => `(on ${systems.join(', ')})`)
    .with({ kind: 'unknown' }, ({ type }) => `(${type ?? 'no command'})`)
    .exhaustive();
  return hook.name ?? started;
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
  const names = [displayNameOf(hook), line, hook.url, path, path && basename(path)];
  return names.flatMap((one) => (one ? [one] : []));
}

/** Tells whether any of the names selects a hook. */
export const hasName = (hook: Hook, names: readonly string[]): boolean =>
  namesOf(hook).some((one) => names.includes(one));

/**
 * Returns a function that tells whether any of the names selects a hook. Throws `usage` for a name that
 * selects no hook.
 *
 * @param flag The flag that the names were given with, for the message.
 */
export function selectByName(
  hooks: readonly Hook[],
  names: readonly string[],
  flag: string,
): (hook: Hook) => boolean {
  for (const name of names) {
    if (hooks.some((hook) => namesOf(hook).includes(name))) continue;
    const known = [...new Set(hooks.map(displayNameOf))];
    const near = findNearestWord(name, known);
    const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`;
    throw new AnyhookError('usage', `${flag} ${name}: no hook there is called so; ${hint}`);
  }
  return (hook) => hasName(hook, names);
}

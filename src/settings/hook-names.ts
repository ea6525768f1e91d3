/** Gives hooks the names that people know them by, and finds hooks by such names. */
import { basename } from 'node:path';
import { match } from 'ts-pattern';
import type { Hook } from '../canonical/hook.ts';
import { AnyhookError } from '../errors.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { findNearestWord } from '../util/words.ts';
import { scriptOf } from './command-line/script.ts';
import { handlerOf, shellLineOf } from './own-agent.ts';

/** Returns the name of a hook for reports: its own, else its script without the folders, else its line. */
export function displayNameOf(hook: Hook): string {
  const called = match(handlerOf(hook))
    .with({ kind: 'shell' }, ({ command }) => withoutFolders(command) ?? command)
    .with({ kind: 'program' }, ({ words }) => words.join(' '))
    .with({ kind: 'model' }, () => '(a model)')
    .with({ kind: 'http' }, ({ url }) => url)
    .with({ kind: 'mcp' }, ({ server, tool }) => `${server}/${tool}`)
    .with({ kind: 'elsewhere' }, ({ systems }) => `(on ${systems.join(', ')})`)
    .with({ kind: 'unknown' }, ({ type }) => `(${type ?? 'no command'})`)
    .exhaustive();
  return hook.name ?? called;
}

/** Returns the file name of a line's script with its arguments; undefined: the line is more than that. */
function withoutFolders(command: string): string | undefined {
  const script = scriptOf(command);
  if (!script) return undefined;
  const slashed = script.isWindowsPath ? command.replaceAll('\\', '/') : command;
  const words = parseSimpleCommand(slashed)?.words.map(({ text }) =>
    text.replace(/\$\{(\w+)\}/g, '$$$1'),
  );
  const at = words?.indexOf(script.path) ?? -1;
  return words && at >= 0 ? [basename(script.path), ...words.slice(at + 1)].join(' ') : undefined;
}

/** Returns all names that select a hook. */
function namesOf(hook: Hook): string[] {
  const line = shellLineOf(hook) ?? hook.command;
  const path = scriptOf(line)?.path;
  const names = [displayNameOf(hook), line, hook.url, path, path && basename(path)];
  return names.flatMap((one) => (one ? [one] : []));
}

/** Tells whether one of some names selects a hook. */
export const hasName = (hook: Hook, names: readonly string[]): boolean =>
  namesOf(hook).some((one) => names.includes(one));

/**
 * Makes a test for hooks that some names select. Throws `usage` for a name that selects none.
 * @param flag - The flag that the names were given with, for the message.
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

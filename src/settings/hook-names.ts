/** What people call hooks. */
import { basename } from 'node:path';
import { match } from 'ts-pattern';
import type { Hook } from '../canonical/hook.ts';
import { AnyhookError } from '../errors.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { nearest } from '../util/words.ts';
import { scriptOf } from './command-line/script.ts';
import { handlerOf, shellLineOf } from './own-agent.ts';

/** What a person knows a hook by: its name, or its script without the folders, or its line. */
export function displayNameOf(hook: Hook): string {
  const called = match(handlerOf(hook))
    .with({ kind: 'shell' }, ({ command }) => scriptAlone(command) ?? command)
    .with({ kind: 'program' }, ({ words }) => words.join(' '))
    .with({ kind: 'model' }, () => '(a model)')
    .with({ kind: 'http' }, ({ url }) => url)
    .with({ kind: 'mcp' }, ({ server, tool }) => `${server}/${tool}`)
    .with({ kind: 'elsewhere' }, ({ systems }) => `(on ${systems.join(', ')})`)
    .with({ kind: 'foreign' }, ({ type }) => `(${type ?? 'no command'})`)
    .exhaustive();
  return hook.name ?? called;
}

/** A script without its folders and what reads it, and its arguments; undefined: the line is more than that. */
function scriptAlone(command: string): string | undefined {
  const script = scriptOf(command);
  if (!script) return undefined;
  const slashed = script.isWindowsPath ? command.replaceAll('\\', '/') : command;
  const words = parseSimpleCommand(slashed)?.words.map(({ text }) =>
    text.replace(/\$\{(\w+)\}/g, '$$$1'),
  );
  const at = words?.indexOf(script.path) ?? -1;
  return words && at >= 0 ? [basename(script.path), ...words.slice(at + 1)].join(' ') : undefined;
}

/** All that a hook answers to. */
function namesOf(hook: Hook): string[] {
  const line = shellLineOf(hook) ?? hook.command;
  const path = scriptOf(line)?.path;
  const names = [displayNameOf(hook), line, hook.url, path, path && basename(path)];
  return names.flatMap((one) => (one ? [one] : []));
}

/** Whether a hook is called by one of some names. */
export const hasName = (hook: Hook, names: readonly string[]): boolean =>
  namesOf(hook).some((one) => names.includes(one));

/** Tells which hooks are named. Throws `usage` for a name that none has. */
export function selectByName(
  hooks: readonly Hook[],
  names: readonly string[],
  flag: string,
): (hook: Hook) => boolean {
  for (const name of names) {
    if (hooks.some((hook) => namesOf(hook).includes(name))) continue;
    const known = [...new Set(hooks.map(displayNameOf))];
    const near = nearest(name, known);
    const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`;
    throw new AnyhookError('usage', `${flag} ${name}: no hook there is called so; ${hint}`);
  }
  return (hook) => hasName(hook, names);
}

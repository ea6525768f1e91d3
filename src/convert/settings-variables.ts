/** Finds hooks that need variables which their own agent's settings set for all hooks: another agent does not set them. */

import { readScriptText } from '../check/script-source.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { answersGate, shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { isObject } from '../util/equal.ts';
import type { HookLoss } from './hook-loss.ts';

/** Returns the names of the variables that a settings file gives to the hooks of its agent. */
export function settingsVariablesIn(vendor: string, { value }: Pick<Settings, 'value'>): string[] {
  const variables = tableOf(vendor).commandLine.variablesPath?.reduce<unknown>(
    (object, key) => (isObject(object) ? object[key] : undefined),
    value,
  );
  return isObject(variables) ? Object.keys(variables) : [];
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/\w+/g));

/**
 * Finds the variables that the settings of a hook's own agent give to it, that its line or its script
 * names, and that it does not have under the target's agent.
 *
 * @param names The variables of those settings, without those that the target's settings give to hooks.
 * @param agents The agents from which and to which the hook is converted.
 * @param sourceWorkspace Where the hook runs in its own agent. Undefined: its script is not read.
 * @returns The loss. Undefined: the hook loses no variable.
 */
export function lossOfVariables(
  { hook, wrapped }: ReadHook,
  names: readonly string[],
  agents: { from: string; to: string },
  sourceWorkspace: Workspace | undefined,
): HookLoss | undefined {
  if (!names.length || wrapped) return undefined;
  const script = sourceWorkspace ? readScriptText(hook, sourceWorkspace) : undefined;
  const words = wordsIn(`${shellLineOf(hook) ?? ''}\n${script ?? ''}`);
  const lost = names.filter((name) => words.has(name) && hook.env?.[name] === undefined);
  if (!lost.length) return undefined;
  const severity = answersGate(hook) ? 'unsafe' : 'lossy';
  return { severity, code: 'settings-variable', names: lost, ...agents };
}

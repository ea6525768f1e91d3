/** What a hook does under its own agent: what that agent starts for it, and whether the hook can refuse. */

import type { Hook } from '../canonical/hook.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { Binding } from '../mapping/adapter.ts';
import type { Handler, System } from '../mapping/settings.ts';
import { bindingOf } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { requireBinding } from '../translate/named-bindings.ts';
import { rememberByObject } from '../util/remember.ts';
import { quoteWord } from '../util/shell/quote.ts';
import { isCommandEntry, isNonBlankText, writeEntry } from './entry.ts';
import { tableOf } from './tables.ts';

const systems: Partial<Record<NodeJS.Platform, System>> = { win32: 'windows', darwin: 'macos' };
const currentSystem: System = systems[process.platform] ?? 'linux';

/** Returns the operating system that the agent will run on: that of the option `for`, or the current one. */
export const systemOf = ({ for: system }: { for?: System | undefined }): System =>
  system ?? currentSystem;

/**
 * Writes a hook as an entry for its own agent. `lines` has a pair for each operating system: its name, and
 * the entry's command for it, or undefined.
 */
const writeOwnEntry = rememberByObject((hook: Hook) => {
  const table = tableOf(hook.speaks);
  const { entry } = writeEntry(table, hook);
  const lines = Object.entries(table.entry.commandKeys ?? {}).map(
    ([system, keys]) =>
      [system as System, keys.map((key) => entry[key]).find(isNonBlankText)] as const,
  );
  return { table, entry, lines };
});

/** Returns what a hook starts on an operating system. */
export function handlerOf(hook: Hook, system = currentSystem): Handler {
  if (hook.url !== undefined) return { kind: 'http', url: hook.url };
  if (hook.module !== undefined) return { kind: 'module', path: hook.module };
  const { table, entry, lines } = writeOwnEntry(hook);
  const handler = table.entry.handlerOf?.(entry);
  if (handler) return handler;
  const unknown: Handler = { kind: 'unknown', type: entry.type };
  if (!isCommandEntry(table, entry)) return unknown;
  const systems = lines.flatMap(([name, line]) => (line === undefined ? [] : name));
  const command = systems.length ? new Map(lines).get(system) : hook.command;
  if (command) return { kind: 'shell', command };
  return systems.length ? { kind: 'elsewhere', systems } : unknown;
}

/** Returns the operating systems on which a hook starts another command than on `system`. */
export function otherSystems(hook: Hook, system = currentSystem): System[] {
  const { lines } = writeOwnEntry(hook);
  const lineHere = new Map(lines).get(system);
  return lines.flatMap(([name, line]) => (line === lineHere ? [] : name));
}

/** Returns a shell command that does what a hook does on an operating system. Undefined: no command can. */
export function shellLineOf(hook: Hook, system = currentSystem): string | undefined {
  const handler = handlerOf(hook, system);
  if (handler.kind === 'program') {
    return handler.words.map((word) => quoteKeepingVariables(word, handler.names)).join(' ');
  }
  return handler.kind === 'shell' ? handler.command : undefined;
}

/** Quotes a word for a shell so that the shell still replaces the variables `names` in it, written `${NAME}`. */
function quoteKeepingVariables(word: string, names: readonly string[] = []): string {
  // Every second part is a variable.
  const parts = word.split(new RegExp(`(\\$\\{(?:${names.join('|')})\\})`));
  if (!names.length || parts.length < 2) return quoteWord(word, false);
  return parts.map((part, i) => (i % 2 ? `"${part}"` : part && quoteWord(part, false))).join('');
}

/** Returns the binding of a hook's event in its own agent. Throws `event` for an unknown event. */
export const ownBindingOf = ({ speaks, event }: Pick<Hook, 'speaks' | 'event'>): Binding =>
  requireBinding(adapterOf(speaks), event);

/** Tells whether our tables have the event of a hook. An event that they lack may be newer, and may be a gate. */
export const hasKnownEvent = ({ speaks, event }: Pick<Hook, 'speaks' | 'event'>): boolean =>
  bindingOf(adapterOf(speaks), event) !== undefined;

/** Tells whether a hook is for a gate of its own agent, and the agent waits for its answer. Throws `event` for an unknown event. */
export const answersGate = (hook: Hook): boolean =>
  hook.answer === undefined && isGateEvent(ownBindingOf(hook).event);

/**
 * Tells whether a hook is for a gate, its owner has set `guard: false`, and its dialect is the canonical one,
 * which takes a failure for a refusal. The failure of such a hook is ignored unless its `onFailure` says
 * otherwise.
 */
export const isNonGuardAtGate = (hook: Pick<Hook, 'speaks' | 'event' | 'guard'>): boolean =>
  hook.guard === false &&
  hasKnownEvent(hook) &&
  adapterOf(hook.speaks).takesAnyWords === true &&
  isGateEvent(ownBindingOf(hook).event);

/** Returns what happens if a hook fails. Undefined: whatever its own agent does then. */
export const onFailureOf = (hook: Hook): Hook['onFailure'] =>
  hook.onFailure ?? (isNonGuardAtGate(hook) ? 'allow' : undefined);

/** Tells whether a hook answers a gate, and is not ignored if it fails. */
export const isGuard = (hook: Hook): boolean => answersGate(hook) && onFailureOf(hook) !== 'allow';

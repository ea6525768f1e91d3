/** A hook as its own agent has it: when it is asked, and what answers. */

import type { Hook } from '../canonical/hook.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { Binding } from '../mapping/adapter.ts';
import type { Handler, System } from '../mapping/settings.ts';
import { bindingOf, requireBinding } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { quoteWord } from '../util/shell/quote.ts';
import { isCommandEntry, isNonBlankText, writeEntry } from './entry.ts';
import { tableOf } from './tables.ts';

const systems: Partial<Record<NodeJS.Platform, System>> = { win32: 'windows', darwin: 'macos' };
const currentSystem: System = systems[process.platform] ?? 'linux';

/** What the agent will run on. */
export const systemOf = ({ for: system }: { for?: System | undefined }): System =>
  system ?? currentSystem;

/** The entry of a hook in its own file, and the lines it has by system, where it has some. */
function writeOwnEntry(hook: Hook) {
  const table = tableOf(hook.speaks);
  const { entry } = writeEntry(table, hook);
  const lines = Object.entries(table.entry.commandKeys ?? {}).map(
    ([system, keys]) =>
      [system as System, keys.map((key) => entry[key]).find(isNonBlankText)] as const,
  );
  return { table, entry, lines };
}

/** What answers for a hook on a system. */
export function handlerOf(hook: Hook, system = currentSystem): Handler {
  if (hook.url !== undefined) return { kind: 'http', url: hook.url };
  const { table, entry, lines } = writeOwnEntry(hook);
  const ofTable = table.entry.handler?.(entry);
  if (ofTable) return ofTable;
  const foreign: Handler = { kind: 'foreign', type: entry.type };
  if (!isCommandEntry(table, entry)) return foreign;
  const systems = lines.flatMap(([one, line]) => (line === undefined ? [] : one));
  const command = systems.length ? new Map(lines).get(system) : hook.command;
  if (command) return { kind: 'shell', command };
  return systems.length ? { kind: 'elsewhere', systems } : foreign;
}

/** The systems on which another line answers for a hook. */
export function otherSystems(hook: Hook, system = currentSystem): System[] {
  const { lines } = writeOwnEntry(hook);
  const own = new Map(lines).get(system);
  return lines.flatMap(([one, line]) => (line === own ? [] : one));
}

/** The shell line that does what a hook does on a system; undefined: no line does. */
export function shellLineOf(hook: Hook, system = currentSystem): string | undefined {
  const handler = handlerOf(hook, system);
  if (handler.kind === 'program') {
    return handler.words.map((word) => quoteKeepingVariables(word, handler.names)).join(' ');
  }
  return handler.kind === 'shell' ? handler.command : undefined;
}

/** A word in which some variables vary. */
function quoteKeepingVariables(word: string, names: readonly string[] = []): string {
  const parts = word.split(new RegExp(`(\\$\\{(?:${names.join('|')})\\})`));
  if (!names.length || parts.length < 2) return quoteWord(word, false);
  return parts.map((one, i) => (i % 2 ? `"${one}"` : one && quoteWord(one, false))).join('');
}

/** The event of its own agent that a hook is for. */
export const ownBindingOf = ({ speaks, event }: Pick<Hook, 'speaks' | 'event'>): Binding =>
  requireBinding(adapterOf(speaks), event);

/** Whether our tables have that event: what they lack may be newer, and a gate. */
export const hasKnownEvent = ({ speaks, event }: Pick<Hook, 'speaks' | 'event'>): boolean =>
  bindingOf(adapterOf(speaks), event) !== undefined;

/** Whether a hook stands where its own agent asks before it goes on, and waits for what it says. */
export const isGate = (hook: Hook): boolean =>
  hook.answer === undefined && isGateEvent(ownBindingOf(hook).event);

/**
 * Whether a hook is asked, and guards nothing as its owner says, in a dialect that refuses for a hook
 * that fails: unless it says otherwise, its failure is let pass.
 */
export const isIdleGuard = (hook: Pick<Hook, 'speaks' | 'event' | 'guard'>): boolean =>
  hook.guard === false &&
  hasKnownEvent(hook) &&
  adapterOf(hook.speaks).takesAnyWords === true &&
  isGateEvent(ownBindingOf(hook).event);

/** What becomes of a hook's failure; undefined: as its agent has it. */
export const onFailureOf = (hook: Hook): Hook['onFailure'] =>
  hook.onFailure ?? (isIdleGuard(hook) ? 'allow' : undefined);

/** Whether it guards there: its failure is not let pass. */
export const isGuard = (hook: Hook): boolean => isGate(hook) && onFailureOf(hook) !== 'allow';

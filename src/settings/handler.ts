import type { Hook } from '../canonical/hook.ts';
import type { Handler, System } from '../mapping/settings.ts';
import type { Json } from '../util/json.ts';
import { quote } from './command-line/shell-words.ts';
import { isLine, isText, writeEntry } from './entry.ts';
import { tableOf } from './tables.ts';

const systems: Partial<Record<NodeJS.Platform, System>> = { win32: 'windows', darwin: 'macos' };
const here: System = systems[process.platform] ?? 'linux';

/** What the agent will run on. */
export const systemOf = ({ for: system }: { for?: System | undefined }): System => system ?? here;

/** The line of a hook by system, where each has one of its own. */
function linesOf(hook: Hook, entry: Json): [System, string | undefined][] {
  const { lines } = tableOf(hook.speaks);
  return Object.entries<readonly string[]>(lines ?? {}).map(([system, keys]) => [
    system as System,
    keys.map((key) => entry[key]).find(isText),
  ]);
}

function entryOf(hook: Hook): Json {
  return writeEntry(tableOf(hook.speaks), hook).entry;
}

/** What answers for a hook on a system. */
export function handlerOf(hook: Hook, system = here): Handler {
  const table = tableOf(hook.speaks);
  const entry = entryOf(hook);
  const said = table.handler?.(entry);
  if (said) return said;
  const foreign: Handler = { kind: 'foreign', type: entry.type };
  if (!isLine(table, entry)) return foreign;
  const lines = linesOf(hook, entry).filter(([, line]) => line !== undefined);
  if (!lines.length) return hook.command ? { kind: 'shell', command: hook.command } : foreign;
  const command = Object.fromEntries(lines)[system];
  return command === undefined
    ? { kind: 'elsewhere', systems: lines.map(([one]) => one) }
    : { kind: 'shell', command };
}

/** The systems on which another line answers for a hook. */
export function otherSystems(hook: Hook, system = here): System[] {
  const lines = linesOf(hook, entryOf(hook));
  const own = Object.fromEntries(lines)[system];
  return lines.filter(([, line]) => line !== own).map(([one]) => one);
}

/** The shell line that does what a hook does on a system; undefined: no line does. */
export function lineOf(hook: Hook, system = here): string | undefined {
  const handler = handlerOf(hook, system);
  if (handler.kind === 'shell') return handler.command;
  if (handler.kind !== 'program') return undefined;
  return handler.words.map((word) => quote(word, false)).join(' ');
}

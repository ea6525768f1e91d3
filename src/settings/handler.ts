import type { Hook } from '../canonical/hook.ts';
import type { Handler } from '../mapping/settings.ts';
import type { Json } from '../util/json.ts';
import { quote } from './command-line/shell-words.ts';
import { isLine, writeEntry } from './entry.ts';
import { tableOf } from './tables.ts';

/** What answers for a hook. */
export function handlerOf(hook: Hook): Handler {
  const { command } = hook;
  const table = tableOf(hook.speaks);
  const entry: Json = { ...(command && { command }), ...writeEntry(table, hook).entry };
  const said = table.handler?.(entry);
  if (said) return said;
  return command && isLine(table, entry)
    ? { kind: 'shell', command }
    : { kind: 'foreign', type: entry.type };
}

/** The shell line that does what a hook does; undefined: no line does. */
export function lineOf(hook: Hook): string | undefined {
  const handler = handlerOf(hook);
  if (handler.kind === 'shell') return handler.command;
  if (handler.kind !== 'program') return undefined;
  return handler.words.map((word) => quote(word, false)).join(' ');
}

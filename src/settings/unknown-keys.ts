import type { Hook } from '../canonical/hook.ts';
import type { Native } from '../mapping/adapter.ts';
import { entryRows } from './entry.ts';
import { handlerOf } from './own-agent.ts';
import { tableOf } from './tables.ts';

/** Keys beside a line that may mean anything; those that begin with `_` or `$` are words for people. */
export function unknownKeys(hook: Hook): string[] {
  if (handlerOf(hook).kind === 'program') return []; // its arguments
  const table = tableOf(hook.speaks);
  const { group, always, idle = [], goesOn = [], lines = {} } = table;
  const rows = [entryRows(table, hook), group].flatMap((fields) => Object.values<Native>(fields));
  const told = rows.flatMap((one) => (typeof one === 'string' ? one : one.at));
  const bySystem = Object.values<readonly string[]>(lines).flat();
  const known = new Set([...told, ...bySystem, ...Object.keys(always), ...idle, ...goesOn, 'type']);
  return Object.keys({ ...hook.rest, ...hook.group }).filter(
    (key) => !known.has(key) && !/^[_$]/.test(key),
  );
}

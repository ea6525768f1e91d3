import type { Hook } from '../canonical/hook.ts';
import type { Native } from '../mapping/adapter.ts';
import { entryFieldsOf } from './entry.ts';
import { handlerOf } from './own-agent.ts';
import { tableOf } from './tables.ts';

/** Keys beside a line that may mean anything; those that begin with `_` or `$` are words for people. */
export function findUnknownKeys(hook: Hook): string[] {
  if (handlerOf(hook).kind === 'program') return []; // its arguments
  const table = tableOf(hook.speaks);
  const { constants, ignoredKeys = [], backgroundKeys = [], commandKeys = {} } = table.entry;
  const rows = [entryFieldsOf(table, hook), table.group].flatMap((fields) =>
    Object.values<Native>(fields),
  );
  const told = rows.flatMap((one) => (typeof one === 'string' ? one : one.at));
  const bySystem = Object.values<readonly string[]>(commandKeys).flat();
  const own = [...Object.keys(constants), ...ignoredKeys, ...backgroundKeys, 'type'];
  const known = new Set([...told, ...bySystem, ...own]);
  return Object.keys({ ...hook.rest, ...hook.group }).filter(
    (key) => !known.has(key) && !/^[_$]/.test(key),
  );
}

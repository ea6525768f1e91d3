import type { Hook } from '../canonical/hook.ts';
import type { PathOrRow } from '../mapping/adapter.ts';
import { entryFieldsOf } from './entry.ts';
import { handlerOf } from './own-agent.ts';
import { tableOf } from './tables.ts';

/**
 * Finds the keys of a hook's entry and group that no table of its agent knows. Keys that begin with `_`
 * or `$` are left out: they are comments for people.
 */
export function findUnknownKeys(hook: Hook): string[] {
  if (handlerOf(hook).kind === 'program') return []; // unknown keys hold the arguments of the program
  const table = tableOf(hook.speaks);
  const { constants, ignoredKeys = [], backgroundKeys = [], commandKeys = {} } = table.entry;
  const rows = [entryFieldsOf(table, hook), table.group].flatMap((fields) =>
    Object.values<PathOrRow>(fields),
  );
  const fieldKeys = rows.flatMap((row) => (typeof row === 'string' ? row : row.at));
  const systemKeys = Object.values<readonly string[]>(commandKeys).flat();
  const otherKeys = [...Object.keys(constants), ...ignoredKeys, ...backgroundKeys, 'type'];
  const known = new Set([...fieldKeys, ...systemKeys, ...otherKeys]);
  return Object.keys({ ...hook.rest, ...hook.group }).filter(
    (key) => !known.has(key) && !/^[_$]/.test(key),
  );
}

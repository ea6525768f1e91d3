import type { Hook } from '../canonical/hook.ts';
import type { PathOrRow } from '../mapping/adapter.ts';
import { entryFieldsOf } from './entry.ts';
import { handlerOf } from './own-agent.ts';
import { tableOf } from './tables.ts';

/** Matches keys that tell people about a hook. No agent reads them, and no agent would run another thing for them. */
const keysForPeople =
  /^(?:[_$#/].*|comments?|notes?|authors?|owner|maintainers?|description|desc|title|label|id|uuid|version|since|(?:cre|upd)ated(?:_?at|_?by)?|tags?|category|docs?|documentation|homepage|links?|see|licen[cs]e|icon|colou?r|purpose|about|summary|todo|rationale|help|info|meta(?:data)?)$/i;

/** Tells whether a key changes nothing of what an agent runs, whether or not the agent reads it. */
const changesNothing = (key: string, value: unknown): boolean =>
  keysForPeople.test(key) ||
  (key === 'enabled' && value === true) ||
  // What is not set, or set to what holds without the key: `async: false`, `disabled: false`.
  (key !== 'enabled' && value === false) ||
  value === null ||
  value === '';

/**
 * Finds the keys of a hook's entry and group that no table of its agent knows. Keys that change nothing are left
 * out: those that are for people, such as `comment`, and `enabled: true`.
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
  const entries = Object.entries({ ...hook.rest, ...hook.group });
  return entries.flatMap(([key, value]) =>
    known.has(key) || changesNothing(key, value) ? [] : key,
  );
}

import type { Context, Fields, Json } from '../adapter.ts';
import type { Hook } from '../canonical/hook.ts';
import { hookKinds } from '../canonical/kinds.ts';
import { equal } from '../equal.ts';
import { carryIn, carryOut, opsOf } from '../fields.ts';
import type { SettingsTable } from './table.ts';

/** Rows of a settings table see nothing but their own value. */
const alone = {} as Context;
const ops = (fields: Fields) => opsOf(fields, (path) => hookKinds[path]);

/** What a table says of an entry, in terms of a hook. */
export function carried(fields: Fields, native: Json): Partial<Hook> {
  const out: Json = {};
  carryIn(ops(fields), native, out, alone, '', false);
  return out as Partial<Hook>;
}

/** The same, back. */
export function stated(fields: Fields, hook: Partial<Hook>): Json {
  const out: Json = {};
  carryOut(ops(fields), hook as Json, out, alone);
  return out;
}

/** Keys of an object that another does not hold as they are. */
function beyond(whole: Json, known: Json, but?: string): Json | undefined {
  const rest = Object.entries(whole).filter(
    ([key, value]) => key !== but && !equal(known[key], value),
  );
  return rest.length ? Object.fromEntries(rest) : undefined;
}

/** A native entry, and the group it stands in, as a hook of that vendor. */
export function readEntry(
  table: SettingsTable,
  speaks: string,
  event: string,
  entry: Json,
  group: Json = {},
): Hook {
  const known = { ...carried(table.group, group), ...carried(table.entry, entry) };
  const rest = beyond(entry, { ...table.always, ...stated(table.entry, known) });
  const groupRest = beyond(group, stated(table.group, known), 'hooks');
  return {
    speaks,
    event,
    command: '',
    ...known,
    ...(rest && { rest }),
    ...(groupRest && { group: groupRest }),
  };
}

/** A hook as a native entry and the keys of its group. */
export function writeEntry(
  table: SettingsTable,
  hook: Partial<Hook>,
): { entry: Json; group: Json } {
  const { command, ...said } = stated(table.entry, hook);
  return {
    // A hook that a model answers has none.
    entry: { ...table.always, ...(command !== '' && { command }), ...said, ...hook.rest },
    group: { ...stated(table.group, hook), ...hook.group },
  };
}

/** Whether a vendor's own settings can say all of a hook that speaks its dialect. */
export function isNative(table: SettingsTable, hook: Hook): boolean {
  const { entry, group } = writeEntry(table, hook);
  return equal(readEntry(table, hook.speaks, hook.event, entry, group), hook);
}

import type { Hook } from '../canonical/hook.ts';
import { hookKinds } from '../canonical/kinds.ts';
import type { Context, Fields, PathOrRow } from '../mapping/adapter.ts';
import { decodeFields, encodeFields, opsOf, rowOf } from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import type { EntryForm, SettingsTable } from '../mapping/settings.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { Finding } from './finding.ts';

/** Rows of a settings table read nothing from the context, unlike those of a payload. */
const emptyContext = {} as Context;
const fieldOpsOf = (fields: Fields) => opsOf(fields, (path) => hookKinds[path]);

/** Tells whether an entry has the constant keys, such as a `type`, by which an agent knows entries with an HTTP address. */
const isHttpEntry = ({ entry: { http } }: SettingsTable, entry: Json): boolean =>
  http !== undefined &&
  Object.entries(http.constants).every(([key, value]) => isSameJson(entry[key], value));

/** Returns the form of entries with an HTTP address, if the vendor has them and `isHttp`; else that of entries with a command. */
const entryFormOf = ({ entry }: SettingsTable, isHttp: boolean): EntryForm =>
  (isHttp ? entry.http : undefined) ?? entry;

/** Returns the rows that read and write the entry of a hook. */
export const entryFieldsOf = (
  table: SettingsTable,
  { url }: Partial<Hook>,
): SettingsTable['entry']['fields'] => entryFormOf(table, url !== undefined).fields;

/** Returns the dotted path of the key that the command line of an entry is written to. */
export const commandKeyOf = ({ entry }: SettingsTable): string =>
  [rowOf(entry.fields.command ?? 'command').at].flat()[0] as string;

/** Returns the value at the key of an entry's command line, whatever its type. */
export const readCommand = (table: SettingsTable, entry: Json): unknown =>
  getAtPath(entry, commandKeyOf(table).split('.'));

/** Reads the keys that a table knows from a native entry or group, as fields of a hook. */
export function readFields(fields: Fields, native: Json): Partial<Hook> {
  const out: Json = {};
  decodeFields(fieldOpsOf(fields), native, out, emptyContext, '', false);
  return out;
}

/** Writes the fields of a hook as keys of a native entry or group. */
export function writeFields(fields: Fields, hook: Partial<Hook>): Json {
  const out: Json = {};
  encodeFields(fieldOpsOf(fields), hook, out, emptyContext);
  return out;
}

/**
 * Returns the pairs of `native` that `reproduced` does not have with an equal value. They are sorted by key,
 * so that writing and reading them again gives an equal hook. Undefined: there are none.
 *
 * @param native A native entry or group.
 * @param reproduced The keys that are written for the fields which were read from `native`.
 * @param excluded A key to leave out.
 */
function pickNotReproduced(native: Json, reproduced: Json, excluded?: string): Json | undefined {
  const rest = Object.entries(native).filter(
    ([key, value]) =>
      key !== excluded && !(Object.hasOwn(reproduced, key) && isSameJson(reproduced[key], value)),
  );
  return rest.length ? Object.fromEntries(rest.sort(([a], [b]) => (a < b ? -1 : 1))) : undefined;
}

/**
 * Reads a native entry, and the group around it, as a hook. Keys that the table does not know, or that would
 * not be written back with the same value, are put into the hook's `rest` and `group`.
 *
 * @param table The settings table of the vendor.
 * @param speaks The dialect of the hook: the vendor's id.
 * @param event The native event whose list holds the entry.
 */
export function readEntry(
  table: SettingsTable,
  speaks: string,
  event: string,
  entry: Json,
  group: Json = {},
): Hook {
  // Without a valid address, it is read as an entry without a command, and its address is kept in `rest`.
  const { fields, constants } = entryFormOf(
    table,
    isHttpEntry(table, entry) && hasAddress(table, entry),
  );
  const known = { ...readFields(table.group, group), ...readFields(fields, entry) };
  const rest = pickNotReproduced(entry, { ...constants, ...writeFields(fields, known) });
  const groupRest = pickNotReproduced(group, writeFields(table.group, known), 'hooks');
  return {
    speaks,
    event,
    command: '',
    ...known,
    ...(rest && { rest }),
    ...(groupRest && { group: groupRest }),
  };
}

/**
 * Returns the keys that are written for the fields of a hook, without those whose value stands in the hook's `rest`
 * under another key that the agent reads as well: an entry with `timeout` gets no `timeoutSec` beside it.
 */
function withoutSecondSpellings(fields: Fields, written: Json, rest: Json = {}): Json {
  const kept = { ...written };
  if (!Object.keys(rest).length) return kept;
  for (const [field, row] of Object.entries<PathOrRow>(fields as Record<string, PathOrRow>)) {
    const [first, ...others] = [rowOf(row).at].flat();
    if (first === undefined || !Object.hasOwn(kept, first) || Object.hasOwn(rest, first)) continue;
    const spelled = others.filter((key) => Object.hasOwn(rest, key));
    const isRead = (key: string) =>
      isSameJson(
        readFields({ [field]: row }, { [key]: rest[key] }),
        readFields({ [field]: row }, { [first]: kept[first] }),
      );
    if (spelled.some(isRead)) delete kept[first];
  }
  return kept;
}

/** Writes a hook as a native entry and the keys of its group. */
export function writeEntry(
  table: SettingsTable,
  hook: Partial<Hook>,
): { entry: Json; group: Json } {
  const { command, ...otherFields } = hook;
  const { fields, constants } = entryFormOf(table, hook.url !== undefined);
  // An empty command is not written: the entry, such as one for a model, has none.
  const written = writeFields(fields, command === '' ? otherFields : hook);
  return {
    entry: { ...constants, ...withoutSecondSpellings(fields, written, hook.rest), ...hook.rest },
    group: { ...writeFields(table.group, hook), ...hook.group },
  };
}

/** Tells whether the `type` of an entry is absent, or is one of entries with a shell command. */
export const isCommandEntry = ({ entry }: SettingsTable, { type }: Json): boolean =>
  [undefined, 'command', entry.constants.type, ...(entry.otherConstants?.type ?? [])].includes(
    type,
  );

/** Tells whether a value is a text with more than white space. */
export const isNonBlankText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

/** The beginning of a server's URL. */
export const serverPattern = /^https?:\/\/[^/]/i;

/** Tells whether a value is the address of an HTTP server. */
export const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && serverPattern.test(value) && !value.includes('\0');

/** Tells whether an entry, read as one with an HTTP address, has a valid address. */
const hasAddress = (table: SettingsTable, entry: Json): boolean =>
  isAddress(readFields(entryFormOf(table, true).fields, entry).url);

/**
 * Finds the reason why a vendor runs nothing for an entry of an event: constant keys with wrong values, or a
 * command or address that is missing or invalid.
 *
 * @returns Undefined: the vendor runs it, or we cannot tell, since our tables do not know the entry's type.
 */
export function findEntryProblem(
  table: SettingsTable,
  event: string,
  entry: unknown,
): Finding | undefined {
  if (!isObject(entry)) return { code: 'no-entry', event };
  if (isHttpEntry(table, entry))
    return hasAddress(table, entry) ? undefined : { code: 'no-address', event };
  for (const [key, value] of Object.entries(table.entry.constants)) {
    const otherValues = table.entry.otherConstants?.[key] ?? [];
    if (entry[key] === value || otherValues.includes(entry[key])) continue;
    const { droppedTypes, acceptedTypes } = table.entry;
    const type = entry.type as string;
    const isDropped = droppedTypes?.includes(type) || acceptedTypes?.includes(type) === false;
    if (key === 'type' && typeof entry.type === 'string' && !isDropped) continue; // newer than our tables
    return { code: 'wrong-value', event, key, found: entry[key], wanted: value };
  }
  // Such entries start something else than a shell command under the usual key.
  if (table.entry.handlerOf?.(entry) || !isCommandEntry(table, entry)) return undefined;
  const commandKeys = Object.values(table.entry.commandKeys ?? {}).flat();
  if (commandKeys.some((key) => isNonBlankText(entry[key]))) return undefined;
  const command = readCommand(table, entry);
  if (Array.isArray(command)) return { code: 'command-list', event };
  if (command === undefined && entry.type === undefined) return undefined; // perhaps a kind newer than our tables
  if (!isNonBlankText(command)) return { code: 'no-command', event };
  return command.includes('\0') ? { code: 'nul-in-command', event } : undefined;
}

/**
 * Writes a hook as flags of `anyhook run`, and reads it from them. Fields that the settings entry states are
 * not in the flags. The value record holds variables and headers, since others may see a command line, and
 * values that no flag can say.
 *
 * "The owner" in this file is the person who wrote the hook's own settings, unlike a value that conversion chose.
 */
import { entryKeyPattern, type Flags } from '../../canonical/flags.ts';
import { type Option, options } from '../../canonical/option.ts';
import type { Hook, HookField } from '../../canonical/types.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { parseRecordEntry } from '../../shim/line-values.ts';
import { attempt } from '../../util/attempt.ts';
import { formatDuration } from '../../util/duration.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { readFields, writeFields } from '../entry.ts';
import { moduleNameOf, modulePathOf } from '../modules/names.ts';
import { isNonGuardAtGate, onFailureOf } from '../own-agent.ts';
import { findValueEntry, type ValueRecord, valueKeyOf } from '../value-record.ts';

/**
 * Returns the hook's field for an option, if `--carry` may hold that field. `--carry` holds values of a hook
 * that are needed to convert it back and that the line does not show otherwise: of options that have no flag,
 * or whose flag cannot say every value.
 *
 * @returns Undefined for any other option, and for the command, which the line shows. Where the line runs
 *   another command than the hook's, the caller of {@link writeHookFlags} adds the hook's command by `more`.
 */
const carriedFieldOf = ({ hookField, flag, kind }: Option): string | undefined =>
  (flag ? /^(?:text|variables|headers|names)$/.test(kind) : kind !== 'command')
    ? hookField
    : undefined;

/**
 * Tells whether the host's entry or group states a field of a hook, so that the line need not. That is so
 * only for these few fields, if the value is unchanged when it is written and read again.
 */
function isStatedByEntry(table: SettingsTable, field: string, value: unknown): boolean {
  if (field === 'env') return canEntryStateEnv(table, value as Hook['env']);
  if (!['name', 'description', 'sequential'].includes(field)) return false;
  const [ofEntry, ofGroup] = [table.entry.fields, table.group].map((fields) =>
    readFields(fields, writeFields(fields, { [field]: value })),
  );
  return isSameJson({ ...ofGroup, ...ofEntry }[field], value);
}

/** Tells whether a hook has variables and the host's entry can state them, so that the host sets them unchanged. */
export const canEntryStateEnv = (table: SettingsTable, env: Hook['env'] = {}): boolean =>
  table.entry.fields.env !== undefined &&
  Object.keys(env).length > 0 &&
  !(table.commandLine.substitutesVariables && Object.values(env).join('').includes('$'));

/** Returns the canonical matcher that selects the `tools` of a hook. Undefined: the hook is not limited to tools. */
const toolMatcher = ({ tools }: { tools?: unknown }): string | undefined =>
  Array.isArray(tools) ? `^(${tools.join('|')})$` : undefined;

/** Formats a duration as briefly as a flag allows: `1m` for 60 seconds. */
const shortDuration = (ms: number): string =>
  ms > 0 && Number.isInteger(ms / 60_000) ? `${ms / 60_000}m` : formatDuration(ms);

/**
 * Returns the texts to write after a flag, one for each time that the flag is written. Texts with NUL are
 * left out, since no command line can hold them, and so are empty texts.
 */
function textsForFlag(kind: Option['kind'], value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((element) => textsForFlag('text', element));
  if (isObject(value)) {
    return Object.entries(value)
      .filter(([name, text]) => /^[^=\0]+$/.test(name) && !String(text).includes('\0'))
      .map((pair) => pair.join('='));
  }
  if (kind === 'module') return [moduleNameOf(String(value))];
  const text = kind === 'duration' ? shortDuration(Number(value)) : String(value ?? 'none');
  return text === '' || text.includes('\0') ? [] : [text];
}

/** The flags of a line that come from the host, or from what conversion found, and not from the hook. */
type LineFlags = Pick<Flags, 'host' | 'hostEvent'> & {
  [K in 'wordings' | 'servers']?: Flags[K] | undefined;
};

/** Flags of `anyhook run`, and the entries of the value record that they refer to. */
export interface HookFlags {
  /** The flags, each with its value. A flag may be there several times. */
  flags: [flag: string, value: string][];
  /** The entries that the line names by key, to be added to the value record. */
  record: ValueRecord;
}

/** How a hook is written as flags. */
interface WritingOptions {
  /** Values that are carried as well. Converting the hook back needs them, and no field holds them. */
  more?: Json;
  /** Whether variables and headers are written as flags, because the launcher has no value record. */
  valuesOnLine?: boolean | undefined;
  /** Whether the line starts further hooks. Its entry then states nothing of one hook. */
  isShared?: boolean;
  /** Whether such a line says with this hook that its hooks run in turn, although only another line has a hook that says so. */
  isInTurn?: boolean | undefined;
}

/**
 * Writes a hook as flags of `anyhook run`. The fields that the host's settings entry can state are left
 * out.
 *
 * @param table The settings table of the host.
 */
export function writeHookFlags(
  table: SettingsTable,
  lineFlags: LineFlags,
  hook: Hook,
  { more = {}, valuesOnLine, isShared, isInTurn }: WritingOptions = {},
): HookFlags {
  const carry: Json = { ...more, ...(isInTurn && !hook.sequential && { chained: true }) };
  const recordValues: Json = {};
  // A non-guard of the canonical dialect at a gate gets `--on-failure allow` even if the owner has chosen
  // nothing. Reading the line drops that flag, so a choice of the owner is carried.
  if (isNonGuardAtGate(hook) && hook.onFailure !== undefined) carry.onFailure = hook.onFailure;
  // The owner's `both` is carried, since a `both` of the flag alone is read as the choice of conversion.
  if (hook.wordings === 'both') carry.wordings = 'both';
  const overrides: Json = {
    ...lineFlags,
    // Under its own agent, a hook's exit code would become that of the shim. The ending of the line takes only
    // the code 9 (see `--proof`) as a sign that the runner has answered. With `--exit 0`, an answer by exit code
    // is printed as JSON.
    exit: hook.speaks === lineFlags.host ? '0' : undefined,
    // If the hook has a matcher and tools, the flag holds the matcher alone, since the matcher in the
    // host's settings selects the tools.
    matcher: hook.matcher ?? toolMatcher(hook),
    onFailure: onFailureOf(hook),
    wordings: hook.wordings ?? lineFlags.wordings,
    // A line for itself has an entry that says it.
    inTurn: isShared && (isInTurn || hook.sequential) ? 'true' : undefined,
  };
  const flags = options.flatMap((option) => {
    const { runField, hookField, flag, kind } = option;
    const value = hookField && hook[hookField as HookField];
    // `chained`: to keep the order of hooks, conversion has made the entry sequential. Then the entry does
    // not show what the owner wished, and that is carried.
    const isSequentialByUs = hookField === 'sequential' && more.chained === true;
    if (value === undefined && overrides[runField] === undefined) return [];
    if (hookField && !isShared && !isSequentialByUs && isStatedByEntry(table, hookField, value))
      return [];
    const texts = flag ? textsForFlag(kind, overrides[runField] ?? value) : [];
    const carriedField = carriedFieldOf(option);
    const partCount = typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
    const isComplete = texts.length > 0 && texts.length === partCount;
    // Reading drops a matcher that is equal to the one made from the tools. If the owner wrote such a
    // matcher, it is carried.
    const isToolMatcher = hookField === 'matcher' && value === toolMatcher(hook);
    const isSaidInTurn = hookField === 'sequential' && isShared && value === true; // by `--in-turn`
    if (carriedField && value !== undefined && !isSaidInTurn && (!isComplete || isToolMatcher))
      carry[carriedField] = value;
    if (
      hookField &&
      (kind === 'variables' || kind === 'headers') &&
      texts.length &&
      !valuesOnLine
    ) {
      recordValues[hookField] = Object.fromEntries(texts.map(splitPair));
      return [];
    }
    return texts.map((text): [string, string] => [flag ?? '', text]);
  });
  const entries = Object.entries({ '--values': recordValues, '--carry': carry })
    .filter(([, entry]) => Object.keys(entry).length)
    .map(([flag, entry]) => ({ flag, key: valueKeyOf(entry), entry }));
  return {
    flags: [...flags, ...entries.map(({ flag, key }): [string, string] => [flag, key])],
    record: Object.fromEntries(entries.map(({ key, entry }) => [key, entry])),
  };
}

/** Splits a text such as `NAME=value` at the first `=`. */
const splitPair = (text: string): [name: string, value: string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

/** The keys that a line names and the value record does not have. */
export interface MissingKeys {
  /** The key after `--values`. Absent: the record has it, or the line names none. */
  valuesKey?: string;
  /** The key after `--carry`. Absent: the record has it, or the line names none. */
  carryKey?: string;
}

/**
 * Replaces the keys in the flags of a line by the entries of a value record: the key of `--values` by
 * variables and headers, and that of `--carry` by the entry as JSON. `--carry` may also hold JSON itself.
 *
 * @param line The flags of the line.
 * @param record The value record.
 * @returns `flags`: the flags, in which a key of `--carry` that the record lacks is absent. `missing`: the
 *   keys that the record lacks.
 */
export function resolveKeys(
  line: Flags,
  record: ValueRecord,
): { flags: Flags; missing: MissingKeys } {
  const { values, carry, ...flags } = line;
  const isKey = carry !== undefined && entryKeyPattern.test(carry);
  const valuesEntry =
    values === undefined
      ? undefined
      : attempt(() => parseRecordEntry(findValueEntry(record, values)));
  const carryEntry = isKey ? findValueEntry(record, carry) : undefined;
  const carryText = isKey ? carryEntry && JSON.stringify(carryEntry) : carry;
  const headers = { ...valuesEntry?.headers, ...flags.headers };
  return {
    flags: {
      ...flags,
      env: { ...valuesEntry?.env, ...flags.env },
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(carryText !== undefined && { carry: carryText }),
    },
    missing: {
      ...(values !== undefined && !valuesEntry && { valuesKey: values }),
      ...(isKey && !carryEntry && { carryKey: carry }),
    },
  };
}

/**
 * Returns the value of `--carry` as an object. Empty if it is absent, or is a key of a value record: call
 * {@link resolveKeys} first, which puts the entry of the record in the place of a key.
 */
export function parseCarry({ carry }: Flags): Json {
  const value: unknown =
    carry === undefined || entryKeyPattern.test(carry) ? {} : JSON.parse(carry);
  return isObject(value) ? value : {};
}

/**
 * Reads the flags of a line that we wrote as the hook that it starts. A value that is carried comes before
 * that of a flag, and a flag before the entry.
 *
 * @param flags The flags, after {@link resolveKeys}.
 * @param stated The fields of the hook that the entry around the line states.
 */
export function readHookFlags(flags: Flags, stated: Partial<Hook>): Hook {
  const carry = parseCarry(flags);
  const read = (option: Option): unknown => {
    const { hookField, flag, runField, words } = option;
    const carriedField = carriedFieldOf(option);
    const carried = carriedField === undefined ? undefined : carry[carriedField];
    if (carried !== undefined && carried !== null) return carried;
    switch (hookField) {
      case 'command':
        return carry.command ?? flags.command[0] ?? '';
      case 'matcher': // a matcher that was made from the tools is not the owner's
        return flags.matcher === toolMatcher(carry) ? undefined : flags.matcher;
      case 'module': // the name of the file tells its source
        return flags.module === undefined ? undefined : modulePathOf(flags.module);
      case 'env':
        return Object.keys(flags.env).length ? flags.env : stated.env;
      case 'name':
        return flags.name ?? stated.name;
      case 'onFailure': {
        // For a non-guard at a gate, conversion has set the flag: a choice of the owner would be carried.
        const { as = '', event = '' } = flags;
        if (carry.onFailure) return carry.onFailure;
        const { guard = carry.guard } = flags;
        if (guard === false && isNonGuardAtGate({ speaks: as, event, guard: false }))
          return undefined;
        break;
      }
      case 'guard': // older lines carry the value; true is the default
        return (flags.guard ?? carry.guard) === false ? false : undefined;
      case 'wordings': // a carried `both` is the owner's choice; one in the flag alone is that of conversion
        return carry.wordings ?? (flags.wordings === 'one' ? 'one' : undefined);
      case 'sequential':
        return carry.chained ? undefined : (flags.inTurn ?? stated.sequential);
    }
    const value = flag ? flags[runField as keyof Flags] : stated[hookField as HookField];
    return value === words?.[0] ? undefined : value; // the first word of a choice is the default
  };
  const fields = options.map((option) => [option.hookField, read(option)] as const);
  return Object.fromEntries(
    fields.filter(([field, value]) => field && value !== undefined),
  ) as Hook;
}

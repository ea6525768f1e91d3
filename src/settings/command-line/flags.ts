/**
 * Writes a hook as flags of `anyhook run`, and reads it from them. Values that no flag holds stand in
 * the value record beside the runner, or in the fields of the settings entry.
 */
import { entryKeyPattern, type Flags } from '../../canonical/flags.ts';
import type { Hook, HookField } from '../../canonical/hook.ts';
import { type Option, options } from '../../canonical/option.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { parseRecordEntry } from '../../shim/line-values.ts';
import { attempt } from '../../util/attempt.ts';
import { formatDuration } from '../../util/duration.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { readFields, writeFields } from '../entry.ts';
import { isIdleGuard, onFailureOf } from '../own-agent.ts';
import { findValueEntry, type ValueRecord, valueKeyOf } from '../value-record.ts';

/**
 * Returns the field of an option that `--carry` may hold: a field without a flag, or with values that no
 * flag can say. Undefined for any other; the command stands on every line.
 */
const carriedFieldOf = ({ field, flag, kind }: Option): string | undefined =>
  (flag ? /^(?:text|variables|headers|names)$/.test(kind) : kind !== 'command') ? field : undefined;

/** Tells whether the host's own entry or group can state a field of a hook, and reads it back unchanged. */
function isStatedInEntry(table: SettingsTable, field: string, value: unknown): boolean {
  if (field === 'env') return canEntryStateEnv(table, value as Hook['env']);
  if (!['name', 'description', 'sequential'].includes(field)) return false;
  const [ofEntry, ofGroup] = [table.entry.fields, table.group].map((fields) =>
    readFields(fields, writeFields(fields, { [field]: value })),
  );
  return isSameJson({ ...ofGroup, ...ofEntry }[field], value);
}

/** Tells whether the host's own entry can state the variables of a hook, unchanged. */
export const canEntryStateEnv = (table: SettingsTable, env: Hook['env'] = {}): boolean =>
  table.entry.fields.env !== undefined &&
  Object.keys(env).length > 0 &&
  !(table.commandLine.substitutesVariables && Object.values(env).join('').includes('$'));

/** Returns a matcher of the canonical dialect for the only canonical tools that a hook is for. */
const toolMatcher = ({ tools }: { tools?: unknown }): string | undefined =>
  Array.isArray(tools) ? `^(${tools.join('|')})$` : undefined;

/** Formats a duration as briefly as a flag allows: `1m` for 60 seconds. */
const shortDuration = (ms: number): string =>
  ms > 0 && Number.isInteger(ms / 60_000) ? `${ms / 60_000}m` : formatDuration(ms);

/**
 * Returns the value of each occurrence of a flag. Empty texts and texts with NUL are left out: no
 * command line can hold them.
 */
function valuesOfFlag(kind: Option['kind'], value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one) => valuesOfFlag('text', one));
  if (isObject(value)) {
    return Object.entries(value)
      .filter(([name, text]) => /^[^=\0]+$/.test(name) && !String(text).includes('\0'))
      .map((pair) => pair.join('='));
  }
  const text = kind === 'duration' ? shortDuration(Number(value)) : String(value ?? 'none');
  return text === '' || text.includes('\0') ? [] : [text];
}

/** The flags of a line that no field of its hook states alone. */
type LineFlags = Pick<Flags, 'host' | 'hostEvent'> & {
  [K in 'wordings' | 'servers']?: Flags[K] | undefined;
};

/** Flags of `anyhook run`, and the entries of the value record that they refer to. */
export interface HookFlags {
  flags: string[];
  kept: ValueRecord;
}

/**
 * Writes a hook as flags of `anyhook run`, for an event of a host whose settings entry states the
 * rest.
 *
 * @param table the settings table of the host
 * @param more values that converting the hook back needs and no field holds
 * @param onLine whether variables and headers are written as flags, because the launcher has no value
 * record
 */
export function writeHookFlags(
  table: SettingsTable,
  line: LineFlags,
  hook: Hook,
  { more = {}, onLine }: { more?: Json; onLine?: boolean | undefined } = {},
): HookFlags {
  const carry: Json = { ...more };
  const values: Json = {};
  // Converted back, this hook would get the policy of a hook that states none.
  if (isIdleGuard(hook) && hook.onFailure !== undefined) carry.onFailure = hook.onFailure;
  // Converted back, the flag alone means that conversion chose it, and not the owner.
  if (hook.wordings === 'both') carry.wordings = 'both';
  const special: Json = {
    ...line,
    // An ending that answers for a missing runner would also speak after a hook that fails.
    exit: hook.speaks === line.host ? '0' : undefined,
    // Where the hook has a matcher and tools, the host's matcher selects the tools.
    matcher: hook.matcher ?? toolMatcher(hook),
    onFailure: onFailureOf(hook),
    wordings: hook.wordings ?? line.wordings,
  };
  const words = options.flatMap((option) => {
    const { name, field, flag, kind } = option;
    const value = field && hook[field as HookField];
    const isChained = field === 'sequential' && more.chained === true;
    if (field && !isChained && isStatedInEntry(table, field, value)) return [];
    const texts = flag ? valuesOfFlag(kind, special[name] ?? value) : [];
    const carriedField = carriedFieldOf(option);
    const partCount = typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
    const isComplete = texts.length > 0 && texts.length === partCount;
    // Read back, the flag would mean the hook's tools.
    const isToolMatcher = field === 'matcher' && value === toolMatcher(hook);
    if (carriedField && value !== undefined && (!isComplete || isToolMatcher))
      carry[carriedField] = value;
    if (field && (kind === 'variables' || kind === 'headers') && texts.length && !onLine) {
      values[field] = Object.fromEntries(texts.map(splitPair));
      return [];
    }
    return texts.flatMap((text) => [flag ?? '', text]);
  });
  const entries = Object.entries({ '--values': values, '--carry': carry })
    .filter(([, entry]) => Object.keys(entry).length)
    .map(([flag, entry]) => ({ flag, key: valueKeyOf(entry), entry }));
  return {
    flags: [...words, ...entries.flatMap(({ flag, key }) => [flag, key])],
    kept: Object.fromEntries(entries.map(({ key, entry }) => [key, entry])),
  };
}

const splitPair = (text: string): [name: string, value: string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

/** The keys that a line refers to and the value record does not have. */
export interface MissingKeys {
  values?: string;
  carry?: string;
}

/** Replaces the keys in the flags of a line by the entries of a value record. */
export function resolveKeys(line: Flags, kept: ValueRecord): { flags: Flags; lost: MissingKeys } {
  const { values, carry, ...flags } = line;
  const isKey = carry !== undefined && entryKeyPattern.test(carry);
  const valuesEntry =
    values === undefined
      ? undefined
      : attempt(() => parseRecordEntry(findValueEntry(kept, values)));
  const carryEntry = isKey ? findValueEntry(kept, carry) : undefined;
  const carryText = isKey ? carryEntry && JSON.stringify(carryEntry) : carry;
  const headers = { ...valuesEntry?.headers, ...flags.headers };
  return {
    flags: {
      ...flags,
      env: { ...valuesEntry?.env, ...flags.env },
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(carryText !== undefined && { carry: carryText }),
    },
    lost: {
      ...(values !== undefined && !valuesEntry && { values }),
      ...(isKey && !carryEntry && { carry }),
    },
  };
}

/** Returns the value of `--carry` as an object. Empty if it is absent, or is a key of a value record. */
export function parseCarry({ carry }: Flags): Json {
  const value: unknown =
    carry === undefined || entryKeyPattern.test(carry) ? {} : JSON.parse(carry);
  return isObject(value) ? value : {};
}

/**
 * Reads the flags of a line that we wrote as the hook that it starts.
 *
 * @param stated The fields of the hook that the entry around the line states.
 */
export function readHookFlags(flags: Flags, stated: Partial<Hook>): Hook {
  const carry = parseCarry(flags);
  const read = (option: Option): unknown => {
    const { field, flag, name, words } = option;
    const carriedField = carriedFieldOf(option);
    const carried = carriedField === undefined ? undefined : carry[carriedField];
    if (carried !== undefined && carried !== null) return carried;
    switch (field) {
      case 'command':
        return carry.command ?? flags.command[0] ?? '';
      case 'matcher':
        return flags.matcher === toolMatcher(carry) ? undefined : flags.matcher;
      case 'env':
        return Object.keys(flags.env).length ? flags.env : stated.env;
      case 'name':
        return flags.name ?? stated.name;
      case 'onFailure': {
        const { as = '', event = '' } = flags;
        if (carry.onFailure) return carry.onFailure;
        const { guard = carry.guard } = flags;
        if (guard === false && isIdleGuard({ speaks: as, event, guard: false })) return undefined;
        break;
      }
      case 'guard': // older lines carry it; true is the default
        return (flags.guard ?? carry.guard) === false ? false : undefined;
      case 'wordings': // `both` is the owner's choice where it is carried, else that of conversion
        return carry.wordings ?? (flags.wordings === 'one' ? 'one' : undefined);
      case 'sequential':
        return carry.chained ? undefined : stated.sequential;
    }
    const value = flag ? flags[name as keyof Flags] : stated[field as HookField];
    return value === words?.[0] ? undefined : value;
  };
  const fields = options.map((option) => [option.field, read(option)] as const);
  return Object.fromEntries(
    fields.filter(([field, value]) => field && value !== undefined),
  ) as Hook;
}

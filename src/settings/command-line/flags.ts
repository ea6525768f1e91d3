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
  const said = [table.entry.fields, table.group].map((row) =>
    readFields(row, writeFields(row, { [field]: value })),
  );
  return isSameJson({ ...said[1], ...said[0] }[field], value);
}

/** Tells whether the host's own entry can state the variables of a hook, unchanged. */
export const canEntryStateEnv = (table: SettingsTable, env: Hook['env'] = {}): boolean =>
  table.entry.fields.env !== undefined &&
  Object.keys(env).length > 0 &&
  !(
    table.commandLine.substitutesVariables &&
    Object.values(env).some((value) => value.includes('$'))
  );

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
  {
    host,
    hostEvent,
    wordings,
    servers,
  }: Pick<Flags, 'host' | 'hostEvent'> & {
    wordings?: 'both' | undefined;
    servers?: string | undefined;
  },
  hook: Hook,
  { more = {}, onLine }: { more?: Json; onLine?: boolean | undefined } = {},
): HookFlags {
  const carry: Json = { ...more };
  const values: Json = {};
  // On the way back, one that is said is not what the hook has without it.
  if (isIdleGuard(hook) && hook.onFailure !== undefined) carry.onFailure = hook.onFailure;
  // On the way back, the flag alone is what conversion saw in the script.
  if (hook.wordings === 'both') carry.wordings = 'both';
  const special: Json = {
    host,
    hostEvent,
    // What answers for a missing runner would speak after a hook that fails.
    exit: hook.speaks === host ? '0' : undefined,
    // Where both are said, the host's matcher sees to the tools.
    matcher: hook.matcher ?? toolMatcher(hook),
    onFailure: onFailureOf(hook),
    wordings: hook.wordings ?? wordings,
    servers,
  };
  const words = options.flatMap((option) => {
    const { name, field, flag, kind } = option;
    const value = field && hook[field as HookField];
    const isOurs = field === 'sequential' && more.chained === true;
    if (field && !isOurs && isStatedInEntry(table, field, value)) return [];
    const said = flag ? valuesOfFlag(kind, special[name] ?? value) : [];
    const kept = carriedFieldOf(option);
    const whole = typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
    const isSaid = said.length > 0 && said.length === whole;
    const isVague = field === 'matcher' && value === toolMatcher(hook);
    if (kept && value !== undefined && (!isSaid || isVague)) carry[kept] = value;
    if (field && (kind === 'variables' || kind === 'headers') && said.length && !onLine) {
      values[field] = Object.fromEntries(said.map(splitPair));
      return [];
    }
    return said.flatMap((text) => [flag ?? '', text]);
  });
  const named = Object.entries({ '--values': values, '--carry': carry })
    .filter(([, entry]) => Object.keys(entry).length)
    .map(([flag, entry]) => ({ flag, key: valueKeyOf(entry), entry }));
  return {
    flags: [...words, ...named.flatMap(({ flag, key }) => [flag, key])],
    kept: Object.fromEntries(named.map(({ key, entry }) => [key, entry])),
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
  const found =
    values === undefined
      ? undefined
      : attempt(() => parseRecordEntry(findValueEntry(kept, values)));
  const entry = isKey ? findValueEntry(kept, carry) : undefined;
  const said = isKey ? entry && JSON.stringify(entry) : carry;
  const headers = { ...found?.headers, ...flags.headers };
  return {
    flags: {
      ...flags,
      env: { ...found?.env, ...flags.env },
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(said !== undefined && { carry: said }),
    },
    lost: {
      ...(values !== undefined && !found && { values }),
      ...(isKey && !entry && { carry }),
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
 * Reads the flags of a line that we wrote, and the fields that its entry states, as the hook that it
 * starts.
 */
export function readHookFlags(flags: Flags, beside: Partial<Hook>): Hook {
  const carry = parseCarry(flags);
  const said: Json = { ...flags };
  const read = (option: Option): unknown => {
    const { field, flag, name, words } = option;
    const kept = carriedFieldOf(option);
    const known = kept === undefined ? undefined : carry[kept];
    if (known !== undefined && known !== null) return known;
    switch (field) {
      case 'command':
        return carry.command ?? flags.command[0] ?? '';
      case 'matcher':
        return flags.matcher === toolMatcher(carry) ? undefined : flags.matcher;
      case 'env':
        return Object.keys(flags.env).length ? flags.env : beside.env;
      case 'name':
        return flags.name ?? beside.name;
      case 'onFailure': {
        const { as = '', event = '' } = flags;
        if (carry.onFailure) return carry.onFailure;
        const { guard = carry.guard } = flags;
        if (guard === false && isIdleGuard({ speaks: as, event, guard: false })) return undefined;
        break;
      }
      case 'guard': // lines of before carried it
        return (flags.guard ?? carry.guard) === false ? false : undefined; // it is true anyway
      case 'wordings': // without a word of its owner the line alone says `both`
        return carry.wordings ?? (flags.wordings === 'one' ? 'one' : undefined);
      case 'sequential':
        return carry.chained ? undefined : beside.sequential;
    }
    const value = flag ? said[name] : beside[field as HookField];
    return value === words?.[0] ? undefined : value;
  };
  const fields = options.map((option) => [option.field, read(option)] as const);
  return Object.fromEntries(
    fields.filter(([field, value]) => field && value !== undefined),
  ) as Hook;
}

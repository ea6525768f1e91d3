import type { Flags } from '../../canonical/flags.ts';
import type { Hook, HookField } from '../../canonical/hook.ts';
import { type Option, rows as options } from '../../canonical/option.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { equal, isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { carried, stated } from '../entry.ts';
import { formatDuration } from './line.ts';

/** What every line says of a hook. */
const onEveryLine: readonly string[] = ['speaks', 'event', 'command'] satisfies HookField[];

/** Fields that `--carry` says: those without a flag, and values that no flag can say. */
const carriable = options.flatMap(({ field, flag, kind }) =>
  field && !onEveryLine.includes(field) && (!flag || kind === 'text' || kind === 'variables')
    ? [field as HookField]
    : [],
);

/** What the host's own entry or group says of a wrapped hook, and means by it. */
const nativeToo: readonly string[] = ['name', 'description', 'sequential'];

function nativelySays(table: SettingsTable, field: HookField, value: unknown): boolean {
  if (!nativeToo.includes(field)) return false;
  const read = (fields: SettingsTable['entry']) =>
    carried(fields, stated(fields, { [field]: value }))[field];
  return equal(read(table.entry) ?? read(table.group), value);
}

/** No flag takes an empty value, and no line a NUL. */
const sayable = (text: string): boolean => text !== '' && !text.includes('\0');

const variablesOf = ({ env = {} }: Hook): [string, string][] =>
  Object.entries(env).filter(([name, value]) => /^[^=\0]+$/.test(name) && !value.includes('\0'));

/** The canonical tools a hook is only for, as a matcher of the canonical dialect. */
const toolMatcher = ({ tools }: { tools?: unknown }): string | undefined =>
  Array.isArray(tools) ? `^(${tools.join('|')})$` : undefined;

/** Whether a flag says this field of a hook. */
function flagged(hook: Hook, field: HookField): boolean {
  if (field === 'env') {
    const said = variablesOf(hook);
    return said.length > 0 && equal(Object.fromEntries(said), hook.env);
  }
  if (field === 'matcher' && hook.matcher === toolMatcher(hook)) return false;
  const option = options.find((one) => one.field === field);
  return option?.flag !== undefined && sayable(hook[field] as string);
}

/** The words of one option on a line. */
function wordsOf({ flag, kind }: Option, value: unknown): string[] {
  if (flag === undefined || value === undefined) return [];
  if (kind === 'variables') {
    return (value as [string, string][]).flatMap(([name, text]) => [flag, `${name}=${text}`]);
  }
  const text = kind === 'duration' ? formatDuration(value as number) : String(value ?? 'none');
  return sayable(text) ? [flag, text] : [];
}

/** Whether the host's own field says a hook's variables, as they are. */
export const keepsEnv = (table: SettingsTable, env: Hook['env'] = {}): boolean =>
  table.entry.env !== undefined &&
  Object.keys(env).length > 0 &&
  !(table.substitutes && Object.values(env).some((value) => value.includes('$')));

/** A hook as flags of `anyhook run`, for a host whose entry says the rest. */
export function flagsOf(table: SettingsTable, host: string, hook: Hook, more: Json = {}): string[] {
  const ours = (field: HookField) => field === 'sequential' && more.chained === true;
  const own = (field: HookField) => !ours(field) && nativelySays(table, field, hook[field]);
  const kept = keepsEnv(table, hook.env);
  const carry: Json = { ...more };
  for (const field of carriable) {
    if (hook[field] === undefined || own(field) || (field === 'env' && kept)) continue;
    if (!flagged(hook, field)) carry[field] = hook[field];
  }
  const said: Readonly<Record<string, unknown>> = {
    ...hook,
    host,
    as: hook.speaks,
    // What answers for a missing runner would speak after a hook that fails.
    exit: hook.speaks === host ? '0' : undefined,
    // Where both are said, the host's matcher sees to the tools.
    matcher: hook.matcher ?? toolMatcher(hook),
    env: kept ? undefined : variablesOf(hook),
    name: own('name') ? undefined : hook.name,
    carry: Object.keys(carry).length ? JSON.stringify(carry) : undefined,
  };
  return options.flatMap((option) => wordsOf(option, said[option.name]));
}

/** What was carried beside the flags. */
export function carriedBy({ carry }: Flags): Json {
  const value: unknown = carry === undefined ? {} : JSON.parse(carry);
  return isObject(value) ? value : {};
}

/** The flags of a line that we wrote, and what its entry says beside them, as the hook. */
export function hookOf(flags: Flags, beside: Partial<Hook>): Hook {
  const carry = carriedBy(flags);
  const fields: Record<string, unknown> = {};
  for (const { field, flag, name, words } of options) {
    if (!field) continue;
    const value = flag ? flags[name as keyof Flags] : beside[field as HookField];
    fields[field] = value === words?.[0] ? undefined : value;
  }
  fields.command = carry.command ?? flags.command[0];
  if (flags.matcher === toolMatcher(carry)) fields.matcher = undefined;
  if (!Object.keys(flags.env).length) fields.env = beside.env;
  fields.name ??= beside.name;
  if (carry.chained) fields.sequential = undefined;
  for (const field of carriable) fields[field] = carry[field] ?? fields[field];
  return Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== undefined)) as Hook;
}

import type { Json } from '../../adapter.ts';
import type { Hook, HookField } from '../../canonical/hook.ts';
import { equal } from '../../equal.ts';
import type { Flags } from '../../flags.ts';
import { carried, stated } from '../entry.ts';
import type { SettingsTable } from '../table.ts';
import { formatDuration } from './line.ts';
import { keepsEnv } from './wrap.ts';

/** Fields that `--carry` says: those without a flag, and values that no flag can say. */
const carriable = [
  ...(['description', 'sequential', 'agents', 'tools', 'rest', 'group'] as const),
  ...(['matcher', 'cwd', 'env', 'name', 'log'] as const),
] satisfies HookField[];

/** What the host's own entry or group says of a wrapped hook, and means by it. */
const nativeToo: readonly string[] = ['name', 'description', 'sequential'];

function says(table: SettingsTable, field: HookField, value: unknown): boolean {
  if (!nativeToo.includes(field)) return false;
  const read = (fields: SettingsTable['entry']) =>
    carried(fields, stated(fields, { [field]: value }))[field];
  return equal(read(table.entry) ?? read(table.group), value);
}

/** No flag takes an empty value, and no line a NUL. */
const sayable = (text: string): boolean => text !== '' && !text.includes('\0');

const variables = ({ env = {} }: Hook): [string, string][] =>
  Object.entries(env).filter(([name, value]) => /^[^=\0]+$/.test(name) && !value.includes('\0'));

/** The canonical tools a hook is only for, as a matcher of the canonical dialect. */
const toolMatcher = ({ tools }: { tools?: unknown }): string | undefined =>
  Array.isArray(tools) ? `^(${tools.join('|')})$` : undefined;

/** Whether a flag says this field of a hook. */
function flagged(hook: Hook, field: (typeof carriable)[number]): boolean {
  if (field === 'env') {
    const said = variables(hook);
    return said.length > 0 && equal(Object.fromEntries(said), hook.env);
  }
  if (field === 'matcher' && hook.matcher === toolMatcher(hook)) return false;
  return ['matcher', 'cwd', 'name', 'log'].includes(field) && sayable(hook[field] as string);
}

/** A hook as flags of `anyhook run`, for a host whose entry says the rest. */
export function flagsOf(table: SettingsTable, host: string, hook: Hook, more: Json = {}): string[] {
  const ours = (field: HookField) => field === 'sequential' && more.chained === true;
  const own = (field: HookField) => !ours(field) && says(table, field, hook[field]);
  const kept = keepsEnv(table, hook.env);
  const carry: Json = { ...more };
  for (const field of carriable) {
    if (hook[field] === undefined || own(field) || (field === 'env' && kept)) continue;
    if (!flagged(hook, field)) carry[field] = hook[field];
  }
  const pair = (flag: string, value: string | undefined) =>
    value === undefined || !sayable(value) ? [] : [flag, value];
  const { loopLimit, timeout } = hook;
  return [
    ...['--host', host, '--as', hook.speaks, '--event', hook.event],
    // What answers for a missing runner would speak after a hook that fails.
    ...(hook.speaks === host ? ['--exit', '0'] : []),
    // Where both are said, the host's matcher sees to the tools.
    ...pair('--matcher', hook.matcher ?? toolMatcher(hook)),
    ...pair('--timeout', timeout === undefined ? undefined : formatDuration(timeout)),
    ...pair('--on-failure', hook.onFailure),
    ...pair('--ask', hook.ask),
    ...pair('--halt', hook.halt),
    ...pair('--loop-limit', loopLimit === undefined ? undefined : String(loopLimit ?? 'none')),
    ...pair('--cwd', hook.cwd),
    ...(kept ? [] : variables(hook).flatMap(([name, value]) => ['--env', `${name}=${value}`])),
    ...pair('--name', own('name') ? undefined : hook.name),
    ...pair('--log', hook.log),
    ...pair('--carry', Object.keys(carry).length ? JSON.stringify(carry) : undefined),
  ];
}

/** What was carried beside the flags. */
export function carriedBy({ carry }: Flags): Json {
  const value: unknown = carry === undefined ? {} : JSON.parse(carry);
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** The flags of a line that we wrote, and what its entry says beside them, as the hook. */
export function hookOf(flags: Flags, beside: Partial<Hook>): Hook {
  const carry = carriedBy(flags);
  const { as, event, matcher, timeout, loopLimit, cwd, name, log } = flags;
  const fields: Record<string, unknown> = {
    speaks: as,
    event,
    command: flags.command[0],
    matcher: matcher === toolMatcher(carry) ? undefined : matcher,
    timeout,
    onFailure: flags.onFailure === 'native' ? undefined : flags.onFailure,
    ask: flags.ask === 'auto' ? undefined : flags.ask,
    halt: flags.halt === 'auto' ? undefined : flags.halt,
    loopLimit,
    cwd,
    env: Object.keys(flags.env).length ? flags.env : beside.env,
    name: name ?? beside.name,
    log,
    description: beside.description,
    sequential: carry.chained ? undefined : beside.sequential,
  };
  for (const field of carriable) fields[field] = carry[field] ?? fields[field];
  return Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== undefined)) as Hook;
}

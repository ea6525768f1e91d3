import type { Json } from '../adapter.ts';
import type { Hook, HookField } from '../canonical/hook.ts';
import type { Flags } from '../flags.ts';
import { formatDuration } from './line.ts';
import type { SettingsTable } from './table.ts';
import { keepsEnv } from './wrap.ts';

/** Fields without a flag of their own travel in `--carry`. */
const untold = ['description', 'sequential', 'agents', 'rest', 'group'] as const;

/** What the host's own entry or group says of a wrapped hook, and means by it. */
const nativeToo = ['name', 'description', 'sequential'] as const;

const says = (table: SettingsTable, field: HookField): boolean =>
  (nativeToo as readonly string[]).includes(field) &&
  (table.entry[field] !== undefined || table.group[field] !== undefined);

/** A hook as flags of `anyhook run`, for a host whose entry says the rest. */
export function flagsOf(table: SettingsTable, host: string, hook: Hook, more: Json = {}): string[] {
  const carry: Json = { ...more };
  for (const field of untold) {
    if (hook[field] !== undefined && !says(table, field)) carry[field] = hook[field];
  }
  const { name, env = {}, loopLimit, timeout, matcher } = hook;
  const pair = (flag: string, value: string | undefined) =>
    value === undefined ? [] : [flag, value];
  return [
    ...['--host', host, '--as', hook.speaks, '--event', hook.event],
    ...pair('--matcher', matcher),
    ...pair('--timeout', timeout === undefined ? undefined : formatDuration(timeout)),
    ...pair('--on-failure', hook.onFailure),
    ...pair('--ask', hook.ask),
    ...pair('--loop-limit', loopLimit === undefined ? undefined : String(loopLimit ?? 'none')),
    ...pair('--cwd', hook.cwd),
    ...(keepsEnv(table, env)
      ? []
      : Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])),
    ...pair('--name', says(table, 'name') ? undefined : name),
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
  const env = Object.keys(flags.env).length ? flags.env : beside.env;
  const fields: Record<string, unknown> = {
    speaks: as,
    event,
    command: flags.command[0],
    matcher,
    timeout,
    onFailure: flags.onFailure === 'native' ? undefined : flags.onFailure,
    ask: flags.ask === 'auto' ? undefined : flags.ask,
    loopLimit,
    cwd,
    env,
    name: name ?? beside.name,
    log,
    description: beside.description,
    sequential: beside.sequential,
  };
  for (const field of untold) fields[field] = carry[field] ?? fields[field];
  return Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== undefined)) as Hook;
}

import type { Hook, HookField } from '../../canonical/hook.ts';
import { duration } from '../../flags.ts';
import { formatDuration } from '../lines/line.ts';
import { canonical } from './names.ts';
import { badExpression } from './relations.ts';
import type { HookSource, keep } from './schema.ts';

/** Hook field → key of the file, in the order they are written; those of `keep` have a dot. */
const places = {
  name: 'name',
  description: 'description',
  speaks: 'speaks',
  event: 'event',
  tools: 'tools',
  matcher: 'match',
  command: 'run',
  timeout: 'timeout',
  onFailure: 'on-failure',
  ask: 'ask',
  halt: 'halt',
  loopLimit: 'loop-limit',
  cwd: 'cwd',
  log: 'log',
  env: 'env',
  agents: 'agents',
  rest: 'keep.entry',
  group: 'keep.group',
  sequential: 'keep.sequential',
} as const satisfies Record<HookField, keyof HookSource | `keep.${keyof typeof keep}`>;

/** A hook as it stands in `anyhook.yaml`. */
export function hookToSource(hook: Hook): HookSource {
  const source: Record<string, unknown> = {};
  const kept: Record<string, unknown> = {};
  // a matcher that is no expression has no meaning beside `on`
  const on = hook.speaks === canonical && badExpression(hook.matcher ?? '') === undefined;
  for (const [field, place] of Object.entries(places) as [HookField, string][]) {
    let value: unknown = hook[field];
    if (value === undefined || (on && field === 'speaks')) continue;
    if (field === 'timeout') value = formatDuration(value as number);
    if (field === 'loopLimit') value ??= 'none';
    if (place.startsWith('keep.')) kept[place.slice(5)] = value;
    else source[on && field === 'event' ? 'on' : place] = value;
  }
  return { ...source, ...(Object.keys(kept).length ? { keep: kept } : {}) } as HookSource;
}

/** The same read. What is as the vendor has it anyway is left out. */
export function sourceToHook(source: HookSource): Hook {
  const { on, keep: kept = {}, ...said } = source;
  const flat: Record<string, unknown> =
    on === undefined ? said : { ...said, speaks: canonical, event: on };
  for (const [key, value] of Object.entries(kept)) flat[`keep.${key}`] = value;
  if (source['on-failure'] === 'native') delete flat['on-failure'];
  for (const key of ['ask', 'halt'] as const) if (source[key] === 'auto') delete flat[key];
  if (source.timeout !== undefined) flat.timeout = duration(source.timeout);
  if (source['loop-limit'] === 'none') flat['loop-limit'] = null;
  const fields = Object.entries(places).map(([field, place]) => [field, flat[place]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Hook;
}

import { duration } from '../../canonical/flags.ts';
import type { Hook, HookField } from '../../canonical/hook.ts';
import { type Option, rows as options } from '../../canonical/option.ts';
import { formatDuration } from '../command-line/line.ts';
import { canonical } from './names.ts';
import { badExpression } from './relations.ts';
import { type HookSource, hookFields } from './schema.ts';

interface Keyed extends Option {
  key: string;
}

const keyOrder = Object.keys(hookFields);
/** The options that the file has a key for, as it lists them; those of `keep` have a dot. */
const keyed = options
  .filter((one): one is Keyed => one.key !== undefined)
  .map((one) => ({ one, at: keyOrder.indexOf(one.key.split('.')[0] as string) }))
  .sort((a, b) => a.at - b.at)
  .map(({ one }) => one);

/** A hook as it stands in `anyhook.yaml`. */
export function hookToSource(hook: Hook): HookSource {
  const source: Record<string, unknown> = {};
  const kept: Record<string, unknown> = {};
  // a matcher that is no expression has no meaning beside `on`
  const on = hook.speaks === canonical && badExpression(hook.matcher ?? '') === undefined;
  for (const { field, key, kind } of keyed) {
    let value: unknown = hook[field as HookField];
    if (value === undefined || (on && field === 'speaks')) continue;
    if (kind === 'duration') value = formatDuration(value as number);
    if (kind === 'count') value ??= 'none';
    if (key.startsWith('keep.')) kept[key.slice('keep.'.length)] = value;
    else source[on && field === 'event' ? 'on' : key] = value;
  }
  return { ...source, ...(Object.keys(kept).length ? { keep: kept } : {}) } as HookSource;
}

/** The same read. What is as the vendor has it anyway is left out. */
export function sourceToHook(source: HookSource): Hook {
  const { on, keep: kept = {}, ...plain } = source;
  const flat: Record<string, unknown> =
    on === undefined ? plain : { ...plain, speaks: canonical, event: on };
  for (const [key, value] of Object.entries(kept)) flat[`keep.${key}`] = value;
  const said = keyed.map(({ field, key, kind, words }) => {
    const value = flat[key];
    if (value === undefined || value === words?.[0]) return [field, undefined];
    if (kind === 'duration') return [field, duration(value as string)];
    return [field, kind === 'count' && value === 'none' ? null : value];
  });
  return Object.fromEntries(said.filter(([, value]) => value !== undefined)) as Hook;
}

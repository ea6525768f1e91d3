import type { Hook, HookField } from '../../canonical/hook.ts';
import { options } from '../../canonical/option.ts';
import { getAtPath, setAtPath } from '../../mapping/paths.ts';
import { formatDuration, parseDuration } from '../../util/duration.ts';
import type { Json } from '../../util/json.ts';
import { normaliseModulePath } from '../modules/names.ts';
import { canonicalId } from './names.ts';
import { expressionErrorOf } from './relations.ts';
import { type HookSource, sourceKeys } from './schema.ts';

const keyOrder = Object.keys(sourceKeys);
const positionOf = (key: string): number => keyOrder.indexOf(key.replace(/\..*/, ''));

/** The options that have a key in the file, in the order in which keys are written. Keys in `keep` are dotted paths. */
const optionsWithKey = options
  .flatMap(({ hookField, yamlKey, ...option }) =>
    hookField && yamlKey ? [{ ...option, field: hookField as HookField, key: yamlKey }] : [],
  )
  .sort((a, b) => positionOf(a.key) - positionOf(b.key));

/** Writes a hook as it stands in `anyhook.yaml`. */
export function hookToSource(hook: Hook): HookSource {
  const source: Json = {};
  // `on` stands for `speaks` and `event`. It demands a matcher that is a valid expression.
  const usesOn = hook.speaks === canonicalId && expressionErrorOf(hook.matcher ?? '') === undefined;
  for (const { field, key, kind } of optionsWithKey) {
    const value = hook[field];
    if (value === undefined || (usesOn && field === 'speaks')) continue;
    if (field === 'command' && (hook.url ?? hook.module) !== undefined) continue;
    const written = kind === 'duration' ? formatDuration(Number(value)) : (value ?? 'none');
    setAtPath(source, usesOn && field === 'event' ? ['on'] : key.split('.'), written);
  }
  return source;
}

/** Reads the keys of a hook in `anyhook.yaml` as a hook. Values that are the default of their option are left out. */
export function sourceToHook({ on, ...source }: HookSource): Hook {
  const withEvent = on === undefined ? source : { ...source, speaks: canonicalId, event: on };
  const hook: Json = { ...((source.url ?? source.module) !== undefined && { command: '' }) };
  for (const { field, key, kind, words } of optionsWithKey) {
    const value = getAtPath(withEvent, key.split('.'));
    const defaultValue = kind === 'switch' ? true : words?.[0];
    if (value === undefined || value === defaultValue) continue;
    if (kind === 'duration') hook[field] = parseDuration(String(value));
    else if (kind === 'module') hook[field] = normaliseModulePath(String(value));
    else hook[field] = kind === 'count' && value === 'none' ? null : value;
  }
  return hook as Hook;
}

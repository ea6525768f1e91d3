/** What a text must hold when it is changed. */
import { get } from '../../mapping/paths.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import type { Json } from '../../util/json.ts';

type Edits = FileEdits['lists'];

/** A value with lists changed. */
export function changedValue(value: Json, edits: Edits): Json {
  const after = structuredClone(value);
  for (const { path, remove, add } of edits) {
    const list = (get(value, path) ?? []) as unknown[];
    const kept = list.filter((_, i) => !remove.includes(i));
    kept.splice(
      Math.min(kept.length, ...remove),
      0,
      ...(JSON.parse(JSON.stringify(add)) as unknown[]),
    );
    let at = after;
    for (const key of path.slice(0, -1)) {
      if (!Object.hasOwn(at, key)) at[key] = {};
      at = at[key] as Json;
    }
    at[path.at(-1) as string] = kept;
  }
  return after;
}

/** A value without lists that are empty, and without what holds nothing else. */
export function withoutEmpty(value: Json, edits: Edits): Json {
  const found = structuredClone(value);
  for (const { path } of edits) {
    for (let length = path.length; length > 0; length--) {
      const around = get(found, path.slice(0, length - 1)) as Json | undefined;
      const key = path[length - 1] as string;
      const last = around?.[key];
      if (around && typeof last === 'object' && last && !Object.keys(last).length)
        delete around[key];
    }
  }
  return found;
}

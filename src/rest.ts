import type { Adapter, Draft, Json, World } from './adapter.ts';
import { equal, isObject } from './equal.ts';
import { decodeEvent, encodeEvent, opsFor, placed } from './events.ts';
import type { Op } from './fields.ts';
import { inputOps, rowCalled } from './tools.ts';

/** Paths a table reads in another's stead: older spellings, which come out in the current one. */
function aliases(ops: readonly Op[]): Set<string> {
  return new Set(
    ops.flatMap((op) => (op.row.all ? [] : op.paths.slice(1).map((path) => path[0] as string))),
  );
}

/** What a payload holds that encoding its event again would not bring back. */
export function restOf(adapter: Adapter, payload: Json, event: Draft, world: World): Json {
  const binding = placed(adapter, payload);
  const again = encodeEvent(adapter, binding, event, world) ?? {};
  const ops = opsFor(binding);
  const input = ops.find((op) => op.canon === 'input');
  const name = ops.find((op) => op.canon === 'name');
  const known = aliases(ops);
  const rest: Json = {};
  for (const [key, value] of Object.entries(payload)) {
    if (equal(value, again[key])) continue;
    if (!Object.hasOwn(again, key) && known.has(key)) continue;
    if (name?.paths[0]?.[0] === key && event.tool !== 'mcp' && event.tool !== 'other') continue;
    if (input?.paths[0]?.[0] === key && isObject(value)) {
      const row = rowCalled(adapter, event.name as string, value);
      const left = leftover(value, (again[key] ?? {}) as Json, aliases(row ? inputOps(row) : []));
      if (Object.keys(left).length) put(rest, key, left);
    } else if (isObject(value) && isObject(again[key])) {
      put(rest, key, leftover(value, again[key] as Json, new Set()));
    } else put(rest, key, value);
  }
  return rest;
}

function leftover(value: Json, again: Json, known: ReadonlySet<string>): Json {
  const left: Json = {};
  for (const [key, item] of Object.entries(value)) {
    if (equal(item, again[key])) continue;
    if (!Object.hasOwn(again, key) && known.has(key)) continue;
    put(left, key, item);
  }
  return left;
}

/** Sets a key that came from a payload: `__proto__` is a key like any other. */
export function put(into: Json, key: string, value: unknown): void {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A payload with its rest put back, as far as the event still is what it came from. */
export function withRest(adapter: Adapter, out: Json, event: Draft, world: World): Json {
  const rest = event.rest as { vendor: string; fields: Json } | undefined;
  if (rest?.vendor !== adapter.id) return out;
  const full = merge(out, rest.fields);
  const { rest: _, ...told } = event;
  if (same(adapter, full, told, world)) return full;
  // The event was changed: what no table knows stays, what one does is new.
  const kept = { ...out };
  for (const [key, value] of Object.entries(rest.fields)) {
    if (!Object.hasOwn(out, key)) put(kept, key, value);
    else if (isObject(value) && isObject(out[key])) {
      const fresh = Object.entries(value).filter(
        ([inner]) => !Object.hasOwn(out[key] as Json, inner),
      );
      kept[key] = merge(out[key] as Json, Object.fromEntries(fresh));
    }
  }
  return kept;
}

function same(adapter: Adapter, payload: Json, event: Json, world: World): boolean {
  try {
    return equal(decodeEvent(adapter, payload, world), event);
  } catch {
    return false;
  }
}

function merge(a: Json, b: Json): Json {
  const out = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const both = isObject(value) && isObject(out[key]);
    put(out, key, both ? merge(out[key] as Json, value as Json) : value);
  }
  return out;
}

import type { Rest } from '../canonical/event.ts';
import type { AnyhookError } from '../errors.ts';
import type { Dialect, Draft, World } from '../mapping/adapter.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { setOwnKey } from '../util/own-key.ts';
import { bindingOfPayload } from './bindings.ts';
import { decodeEvent } from './decode.ts';
import { generateHookInputs, type HookInput } from './hook-input.ts';
import { findFieldsLostByEncoding } from './unknown-fields.ts';

/**
 * Computes the rest of a decoded event: what has to be stored with the event, so that encoding it gives
 * its payload back exactly. The rest has the fields that no table knows (`fields`), the values that
 * encoding would spell differently (`held`), the paths that encoding would add (`lacked`), and the native
 * event. Returns `undefined` where encoding the event is enough.
 */
export function computeRest(
  adapter: Dialect,
  payload: Json,
  event: Draft,
  world: World,
): Rest | undefined {
  const binding = bindingOfPayload(adapter, payload);
  const preferred = preferredInputOf(adapter, event, world);
  const isPreferred = preferred?.binding === binding;
  // The input that this payload is compared with is of its own binding, preferred or not.
  const input = isPreferred ? preferred : preferredInputOf(adapter, event, world, binding.native);
  if (isPreferred && isSameJson(payload, preferred.payload)) return undefined;
  const isUnchanged = input?.variant.event === event;
  const encoded = isUnchanged ? input.payload : undefined;
  const fields = findFieldsLostByEncoding(adapter, payload, event, encoded);
  const rest: Rest = { vendor: adapter.id, fields };
  if (input) {
    const lacked: string[][] = [];
    const held = findRespelled(payload, mergeObjects(input.payload, fields), [], lacked);
    if (Object.keys(held).length) rest.held = held;
    if (lacked.length) rest.lacked = lacked;
    if (!isPreferred || rest.held || rest.lacked) rest.native = binding.native;
  }
  return rest.native !== undefined || Object.keys(fields).length ? rest : undefined;
}

/**
 * Returns the preferred hook input of an event, of all bindings or of that of one native event.
 * `undefined`: the adapter cannot express the event.
 */
function preferredInputOf(
  adapter: Dialect,
  event: Draft,
  world: World,
  native?: string,
): HookInput | undefined {
  try {
    return generateHookInputs(adapter, event, world, native).next().value ?? undefined;
  } catch (error) {
    if ((error as AnyhookError).code === 'tool') return undefined;
    throw error;
  }
}

/**
 * Returns the values of a payload that the encoded payload has differently or not at all.
 *
 * @param path The place of both objects in their payloads.
 * @param lacked Receives the paths that only the encoded payload has.
 */
function findRespelled(
  payload: Json,
  encoded: Json,
  path: readonly string[],
  lacked: string[][],
): Json {
  const respelled: Json = {};
  for (const [key, value] of Object.entries(payload)) {
    const encodedValue = Object.hasOwn(encoded, key) ? encoded[key] : undefined;
    if (isSameJson(value, encodedValue)) continue;
    if (!isObject(value) || !isObject(encodedValue)) setOwnKey(respelled, key, value);
    else {
      const inner = findRespelled(value, encodedValue, [...path, key], lacked);
      if (Object.keys(inner).length) setOwnKey(respelled, key, inner);
    }
  }
  for (const key of Object.keys(encoded))
    if (!Object.hasOwn(payload, key)) lacked.push([...path, key]);
  return respelled;
}

/**
 * Adds the rest of a decoded event to the payload that was encoded from the event. Code may have changed
 * the event in between, so only as much is added as the event's values allow:
 * 1. everything, with the original spelling, if the result decodes to the event;
 * 2. else all unknown fields, if the result decodes to the event, and then the original spelling of each
 *    top-level key with which it still does;
 * 3. else only unknown fields that replace nothing which was encoded.
 *
 * @param event The decoded event. The hook input was made from it or from a variant of it.
 */
export function restorePayload(
  adapter: Dialect,
  { binding, payload: encoded, variant }: HookInput,
  event: Draft,
  world: World,
): Json {
  const { rest } = variant.event;
  if (rest?.vendor !== adapter.id) return encoded;
  const withFields = mergeObjects(encoded, rest.fields);
  const givesEvent = (payload: Json) => decodesTo(adapter, payload, event, world);
  if (rest.native === binding.native) {
    const original = restoreSpelling(withFields, rest);
    if (givesEvent(original)) return original;
    if (givesEvent(withFields))
      return respelledKeysOf(rest).reduce((payload, key) => {
        const respelled = restoreSpelling(payload, rest, key);
        return givesEvent(respelled) ? respelled : payload;
      }, withFields);
  }
  if (decodesTo(adapter, withFields, variant.event, world)) return withFields;
  const payload = { ...encoded };
  for (const [key, value] of Object.entries(rest.fields)) {
    const encodedValue = encoded[key];
    if (!Object.hasOwn(encoded, key)) setOwnKey(payload, key, value);
    else if (isObject(value) && isObject(encodedValue)) {
      const added = Object.entries(value).filter(([inner]) => !Object.hasOwn(encodedValue, inner));
      payload[key] = mergeObjects(encodedValue, Object.fromEntries(added));
    }
  }
  return payload;
}

/** Returns the top-level keys of a payload that encoding spells differently. */
const respelledKeysOf = ({ held = {}, lacked = [] }: Rest): string[] => [
  ...new Set([...Object.keys(held), ...lacked.map((path) => path[0] as string)]),
];

/** Returns a payload with its original spelling, or with that of one top-level key if `onlyKey` is given. */
function restoreSpelling(payload: Json, { held = {}, lacked = [] }: Rest, onlyKey?: string): Json {
  const isRestored = (key: string) => onlyKey === undefined || key === onlyKey;
  const spelled = Object.fromEntries(Object.entries(held).filter(([key]) => isRestored(key)));
  return lacked
    .filter((path) => isRestored(path[0] as string))
    .reduce<Json>(removePath, mergeObjects(payload, spelled));
}

/** Returns an object without the value at a path, or the object itself if there is no value. */
function removePath(from: Json, [key, ...pathBelow]: readonly string[]): Json {
  const { [key as string]: inner, ...others } = from;
  if (inner === undefined) return from;
  if (!pathBelow.length) return others;
  return { ...from, [key as string]: removePath(inner as Json, pathBelow) };
}

/** Tells whether a payload decodes to an event, whatever the event's rest is. */
function decodesTo(adapter: Dialect, payload: Json, event: Draft, world: World): boolean {
  const { rest: _, ...fields } = event;
  try {
    return isSameJson(decodeEvent(adapter, payload, world), fields);
  } catch {
    return false;
  }
}

/** Merges two objects deeply. Where both have a value for a key and one of the values is no object, the second's is taken. */
function mergeObjects(first: Json, second: Json): Json {
  const merged = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const inner = Object.hasOwn(merged, key) ? merged[key] : undefined;
    setOwnKey(merged, key, isObject(value) && isObject(inner) ? mergeObjects(inner, value) : value);
  }
  return merged;
}

import type { Rest } from '../canonical/event.ts';
import type { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { bindingOfPayload } from './bindings.ts';
import { decodeEvent } from './decode.ts';
import { generateHookInputs, type HookInput } from './hook-input.ts';
import { setOwnKey, unknownFieldsBeside } from './unknown-fields.ts';

/**
 * Computes what has to be kept of a payload beside its event, so that encoding the event gives the
 * payload back exactly: fields that no table knows, other spellings (`held`), fields that encoding
 * adds (`lacked`), and the native event. Returns `undefined` where encoding the event is enough.
 */
export function computeRest(
  adapter: Adapter,
  payload: Json,
  event: Draft,
  world: World,
): Rest | undefined {
  const binding = bindingOfPayload(adapter, payload);
  const first = firstInputOf(adapter, event, world);
  const isFirst = first?.binding === binding;
  const own = isFirst ? first : firstInputOf(adapter, event, world, binding.native);
  if (isFirst && isSameJson(payload, first.payload)) return undefined;
  const isPlain = own?.variant.event === event;
  const fields = unknownFieldsBeside(adapter, payload, event, isPlain ? own.payload : undefined);
  const kept: Rest = { vendor: adapter.id, fields };
  if (own) {
    const lacked: string[][] = [];
    const held = differencesOf(payload, mergeObjects(own.payload, fields), [], lacked);
    if (Object.keys(held).length) kept.held = held;
    if (lacked.length) kept.lacked = lacked;
    if (!isFirst || kept.held || kept.lacked) kept.native = binding.native;
  }
  return kept.native !== undefined || Object.keys(fields).length ? kept : undefined;
}

/** Returns the preferred hook input of an event, or `undefined` where the dialect cannot express the event. */
function firstInputOf(
  adapter: Adapter,
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

/** Returns the values of a payload that encoding spells differently. `lacked` receives the paths that only the encoded payload has. */
function differencesOf(payload: Json, made: Json, at: readonly string[], lacked: string[][]): Json {
  const held: Json = {};
  for (const [key, value] of Object.entries(payload)) {
    const other = Object.hasOwn(made, key) ? made[key] : undefined;
    if (isSameJson(value, other)) continue;
    if (!isObject(value) || !isObject(other)) setOwnKey(held, key, value);
    else {
      const inner = differencesOf(value, other, [...at, key], lacked);
      if (Object.keys(inner).length) setOwnKey(held, key, inner);
    }
  }
  for (const key of Object.keys(made)) if (!Object.hasOwn(payload, key)) lacked.push([...at, key]);
  return held;
}

/**
 * Puts the kept rest of an event back into its encoded payload, as far as the event is unchanged:
 * 1. the original spelling whole, where the result decodes to the event;
 * 2. otherwise the unknown fields, and each original spelling that does not change the event;
 * 3. otherwise only the fields that no table knows.
 *
 * @param event The decoded event, of which the hook input's variant may be another form.
 */
export function restorePayload(
  adapter: Adapter,
  { binding, payload: out, variant }: HookInput,
  event: Draft,
  world: World,
): Json {
  const rest = variant.event.rest;
  if (rest?.vendor !== adapter.id) return out;
  const full = mergeObjects(out, rest.fields);
  const is = (payload: Json) => decodesTo(adapter, payload, event, world);
  if (rest.native === binding.native) {
    const spelled = restoreSpelling(full, rest);
    if (is(spelled)) return spelled;
    // The event was changed: the unchanged parts get their original spelling.
    if (is(full))
      return respelledKeysOf(rest).reduce((made, key) => {
        const candidate = restoreSpelling(made, rest, key);
        return is(candidate) ? candidate : made;
      }, full);
  }
  if (decodesTo(adapter, full, variant.event, world)) return full;
  // The event was changed: fields that no table knows are kept, all others are as encoded.
  const kept = { ...out };
  for (const [key, value] of Object.entries(rest.fields)) {
    if (!Object.hasOwn(out, key)) setOwnKey(kept, key, value);
    else if (isObject(value) && isObject(out[key])) {
      const fresh = Object.entries(value).filter(
        ([inner]) => !Object.hasOwn(out[key] as Json, inner),
      );
      kept[key] = mergeObjects(out[key], Object.fromEntries(fresh));
    }
  }
  return kept;
}

/** Returns the top-level keys of a payload that encoding spells differently. */
const respelledKeysOf = ({ held = {}, lacked = [] }: Rest): string[] => [
  ...new Set([...Object.keys(held), ...lacked.map((path) => path[0] as string)]),
];

/** Restores the original spelling of a payload; with `part`, of that top-level key alone. */
function restoreSpelling(made: Json, { held = {}, lacked = [] }: Rest, part?: string): Json {
  const isMeant = (key: string) => part === undefined || key === part;
  const parts = Object.fromEntries(Object.entries(held).filter(([key]) => isMeant(key)));
  return lacked
    .filter((path) => isMeant(path[0] as string))
    .reduce<Json>(removePath, mergeObjects(made, parts));
}

/** Returns an object without the value at a path. */
function removePath(from: Json, [key, ...below]: readonly string[]): Json {
  const { [key as string]: inner, ...others } = from;
  if (inner === undefined) return from;
  return below.length ? { ...from, [key as string]: removePath(inner as Json, below) } : others;
}

/** Tells whether a payload decodes to an event, apart from the event's rest. */
function decodesTo(adapter: Adapter, payload: Json, event: Draft, world: World): boolean {
  const { rest: _, ...fields } = event;
  try {
    return isSameJson(decodeEvent(adapter, payload, world), fields);
  } catch {
    return false;
  }
}

/** Merges two objects deeply; where both have a value that is no object, the second's is taken. */
function mergeObjects(a: Json, b: Json): Json {
  const out = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const own = Object.hasOwn(out, key) ? out[key] : undefined;
    setOwnKey(out, key, isObject(value) && isObject(own) ? mergeObjects(own, value) : value);
  }
  return out;
}

import type { Rest } from '../canonical/event.ts';
import type { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { equal, isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { bindingOfPayload } from './bindings.ts';
import { decodeEvent } from './decode.ts';
import { generateHookInputs, type HookInput } from './hook-input.ts';
import { setOwnKey, unknownFieldsBeside } from './unknown-fields.ts';

/**
 * What is kept of a payload beside its event, so that encoding the event gives the payload again.
 * Undefined: nothing needs to be.
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
  if (isFirst && equal(payload, first.payload)) return undefined;
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

/** How an event is told first; undefined where the dialect has no words for it. */
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

/** What differs in a payload from what encoding makes; `lacked` gets the paths of what is only there. */
function differencesOf(payload: Json, made: Json, at: readonly string[], lacked: string[][]): Json {
  const held: Json = {};
  for (const [key, value] of Object.entries(payload)) {
    const other = Object.hasOwn(made, key) ? made[key] : undefined;
    if (equal(value, other)) continue;
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
 * A payload with its rest put back, as far as the event still is what it came from. `event`: what
 * was decoded, of which `variant` may be another wording.
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
    // The event was changed: what was not is spelled as it was.
    if (is(full))
      return respelledKeysOf(rest).reduce((made, key) => {
        const candidate = restoreSpelling(made, rest, key);
        return is(candidate) ? candidate : made;
      }, full);
  }
  if (decodesTo(adapter, full, variant.event, world)) return full;
  // The event was changed: what no table knows stays, what one does is new.
  const kept = { ...out };
  for (const [key, value] of Object.entries(rest.fields)) {
    if (!Object.hasOwn(out, key)) setOwnKey(kept, key, value);
    else if (isObject(value) && isObject(out[key])) {
      const fresh = Object.entries(value).filter(
        ([inner]) => !Object.hasOwn(out[key] as Json, inner),
      );
      kept[key] = mergeObjects(out[key] as Json, Object.fromEntries(fresh));
    }
  }
  return kept;
}

/** The parts of a payload that were spelled in another way than encoding spells them. */
const respelledKeysOf = ({ held = {}, lacked = [] }: Rest): string[] => [
  ...new Set([...Object.keys(held), ...lacked.map((path) => path[0] as string)]),
];

/** A payload, or one part of it, as it was spelled. */
function restoreSpelling(made: Json, { held = {}, lacked = [] }: Rest, part?: string): Json {
  const isMeant = (key: string) => part === undefined || key === part;
  const parts = Object.fromEntries(Object.entries(held).filter(([key]) => isMeant(key)));
  return lacked
    .filter((path) => isMeant(path[0] as string))
    .reduce<Json>(removePath, mergeObjects(made, parts));
}

/** An object without what is at a path. */
function removePath(from: Json, [key, ...below]: readonly string[]): Json {
  const { [key as string]: inner, ...others } = from;
  if (inner === undefined) return from;
  return below.length ? { ...from, [key as string]: removePath(inner as Json, below) } : others;
}

function decodesTo(adapter: Adapter, payload: Json, event: Draft, world: World): boolean {
  const { rest: _, ...told } = event;
  try {
    return equal(decodeEvent(adapter, payload, world), told);
  } catch {
    return false;
  }
}

function mergeObjects(a: Json, b: Json): Json {
  const out = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const own = Object.hasOwn(out, key) ? out[key] : undefined;
    setOwnKey(out, key, isObject(value) && isObject(own) ? mergeObjects(own, value) : value);
  }
  return out;
}

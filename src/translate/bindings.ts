import type { EventName } from '../canonical/event.ts';
import { isGateEvent } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Binding, Dialect, Draft } from '../mapping/adapter.ts';
import { statedNameOf } from '../mapping/event-key.ts';
import { getAtPath, splitPath } from '../mapping/paths.ts';
import type { Json } from '../util/json.ts';

/** Returns an agent's binding of a native event name, or `undefined` where it has no such event. */
export const bindingOf = (adapter: Dialect, native: unknown): Binding | undefined =>
  adapter.bindings.find(native);

/** Returns an agent's bindings of a canonical event, the preferred one first. */
export const bindingsFor = (adapter: Dialect, event: EventName): readonly Binding[] =>
  adapter.bindings.listFor(event);

/** Lists the native names of bindings in one text, for a message. */
export const joinNativeNames = (bindings: readonly Binding[]): string =>
  bindings.map((binding) => binding.native).join(', ');

/** Tells whether a verdict on the event of a binding can stop something. */
export const isGate = (binding: Binding | undefined): boolean => isGateEvent(binding?.event);

/** Returns the native event name that a payload states, which may be of any type. */
export const nativeEventOf = (dialect: Dialect, payload: Json): unknown =>
  dialect.nativeOf ? dialect.nativeOf(payload) : statedNameOf(dialect, payload);

/** Finds the binding of the event that a payload states. Throws `event` where it states none that the agent has. */
export function bindingOfPayload(adapter: Dialect, payload: Json): Binding {
  const native = nativeEventOf(adapter, payload);
  const binding = bindingOf(adapter, native);
  if (binding) return binding;
  const shown = native === undefined ? 'is missing' : `is ${JSON.stringify(native).slice(0, 80)}`;
  const known = adapter.bindings.nativeNames.join(', ');
  throw new AnyhookError('event', `${adapter.eventKey} ${shown}; ${adapter.title} has ${known}`);
}

/**
 * Tells whether the vendor fires a binding for an event: the binding is of that canonical event,
 * each field that its native name implies (`given`) has the implied value or is missing, and the
 * binding's own condition (`firesFor`) holds.
 */
export function isFiredFor(binding: Binding, event: Draft): boolean {
  if (binding.event !== event.event) return false;
  for (const path in binding.given) {
    const wanted = binding.given[path];
    const value = getAtPath(event, splitPath(path));
    if (value === undefined || wanted === value) continue;
    if (!Array.isArray(wanted) || !wanted.includes(value)) return false;
  }
  return binding.firesFor?.(event) !== false;
}

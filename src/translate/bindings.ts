import type { EventName } from '../canonical/event.ts';
import { isGateEvent } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding, Dialect, Draft } from '../mapping/adapter.ts';
import { getAtPath, splitPath } from '../mapping/paths.ts';
import type { Json } from '../util/json.ts';
import { hint } from '../util/nearest.ts';

/** Returns an agent's binding of a native event name, or `undefined` where it has no such event. */
export const bindingOf = (adapter: Dialect, native: unknown): Binding | undefined =>
  adapter.bindings.find(native);

/** Returns an agent's binding of a native event name. Throws `event` where it has no such event. */
export function requireBinding(adapter: Dialect, native: string): Binding {
  const binding = bindingOf(adapter, native);
  if (binding) return binding;
  throw new AnyhookError(
    'event',
    `${adapter.title} has no event ${native}${hint(native, adapter.bindings.nativeNames)}; it has ` +
      adapter.bindings.nativeNames.join(', '),
  );
}

/** Returns an agent's bindings of a canonical event, the preferred one first. */
export const bindingsFor = (adapter: Dialect, event: EventName): readonly Binding[] =>
  adapter.bindings.listFor(event);

/** Lists the native names of bindings in one text, for a message. */
export const joinNativeNames = (bindings: readonly Binding[]): string =>
  bindings.map((binding) => binding.native).join(', ');

/** Tells whether a verdict on the event of a binding can stop something. */
export const isGate = (binding: Binding | undefined): boolean => isGateEvent(binding?.event);

/** Returns the native event name that a payload states, which may be of any type. */
export const nativeEventOf = ({ eventKey, nativeOf }: Dialect, payload: Json): unknown =>
  nativeOf ? nativeOf(payload) : payload[eventKey];

/** Returns the payload table of a binding as text, to compare two of them. */
const payloadTableOf = ({ payload }: Binding): string => JSON.stringify(payload);

/**
 * Finds the binding of the event that a payload states.
 *
 * @param named Native event name that the shim line states (`--host-event`), for payloads that do
 *   not name their event. Throws `usage` where the payload names another event.
 * Throws `event` where neither states an event that the agent has.
 */
export function bindingOfPayload(
  adapter: Dialect & Pick<Adapter, 'ownHooks'>,
  payload: Json,
  named?: string,
): Binding {
  const native = nativeEventOf(adapter, payload);
  const binding = bindingOf(adapter, native);
  if (named !== undefined) {
    const stated = requireBinding(adapter, named);
    // An agent may give an event another name in settings that it loads: both names are one event.
    const ownNameOf = (name: string) => adapter.ownHooks?.ownEventNames?.[name] ?? name;
    for (const name of [payload[adapter.eventKey], native]) {
      if (typeof name !== 'string' || ownNameOf(name) === ownNameOf(named)) continue;
      const why = `the payload on stdin is of ${name.slice(0, 80)}: --host-event ${named} is wrong`;
      throw new AnyhookError('usage', why);
    }
    // Two bindings may spell one event. If their payload tables differ, the payload's fields have
    // shown which binding it is; otherwise only the line knows.
    return binding && payloadTableOf(binding) !== payloadTableOf(stated) ? binding : stated;
  }
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

/** Finds the binding of an event that a shim line, a settings file or a caller names. */

import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding, Dialect } from '../mapping/adapter.ts';
import { statedNameOf } from '../mapping/event-key.ts';
import type { Json } from '../util/json.ts';
import { hint } from '../util/nearest.ts';
import { bindingOf, bindingOfPayload, nativeEventOf } from './bindings.ts';

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

/** Returns the payload table of a binding as text, to compare two of them. */
const payloadTableOf = ({ payload }: Binding): string => JSON.stringify(payload);

/**
 * Finds the binding of the event that a payload states, as {@link bindingOfPayload} does.
 *
 * @param named Native event name that the shim line states (`--host-event`), for payloads that do
 *   not name their event. Throws `usage` where the payload names another event.
 */
export function bindingOfNamed(
  adapter: Dialect & Pick<Adapter, 'ownHooks'>,
  payload: Json,
  named: string | undefined,
): Binding {
  if (named === undefined) return bindingOfPayload(adapter, payload);
  const native = nativeEventOf(adapter, payload);
  const binding = bindingOf(adapter, native);
  const stated = requireBinding(adapter, named);
  // An agent may give an event another name in settings that it loads: both names are one event.
  const ownNameOf = (name: string) => adapter.ownHooks?.ownEventNames?.[name] ?? name;
  // What a payload states is not the name of its event where other fields tell that as well.
  const names = binding ? [native] : [statedNameOf(adapter, payload), native];
  for (const name of names) {
    if (typeof name !== 'string' || ownNameOf(name) === ownNameOf(named)) continue;
    const why = `the payload on stdin is of ${name.slice(0, 80)}: --host-event ${named} is wrong`;
    throw new AnyhookError('usage', why);
  }
  // Two bindings may spell one event. If their payload tables differ, the payload's fields have
  // shown which binding it is; otherwise only the line knows.
  return binding && payloadTableOf(binding) !== payloadTableOf(stated) ? binding : stated;
}

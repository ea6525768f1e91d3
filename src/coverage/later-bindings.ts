import { eventTraits, usualContextLater } from '../canonical/event-traits.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { EntryPoint } from './entry-points.ts';

/**
 * Returns the events of a host at which a hook's context is handed over later, because none of the hook's
 * entry points accepts context. Returns none if an entry point does, if the hook's own event has no context,
 * or if no later event of the host accepts any.
 */
export function findLaterBindings(
  host: Adapter,
  ownBinding: Binding,
  entryPoints: readonly EntryPoint[],
): readonly Binding[] {
  if (!ownBinding.outcome.context || entryPoints.some(({ binding }) => binding.outcome.context))
    return [];
  const laterEvents = eventTraits[ownBinding.event]?.contextLater ?? usualContextLater;
  const accepting = laterEvents.map((event) =>
    host.bindings.listFor(event).filter(({ outcome }) => outcome.context),
  );
  return accepting.find(({ length }) => length > 0) ?? [];
}

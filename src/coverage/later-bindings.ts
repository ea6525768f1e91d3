import { eventTraits, usualContextLater } from '../canonical/event.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { EntryPoint } from './entry-points.ts';

/**
 * Returns the events of a host at which a hook's context is handed over later, because none of the hook's
 * entry points accepts context. Empty: one of them does, the hook gives none, or no later event accepts it.
 */
export function findLaterBindings(
  host: Adapter,
  ownBinding: Binding,
  entryPoints: readonly EntryPoint[],
): readonly Binding[] {
  if (!ownBinding.outcome.context || entryPoints.some(({ binding }) => binding.outcome.context))
    return [];
  const kinds = eventTraits[ownBinding.event]?.contextLater ?? usualContextLater;
  const found = kinds.map((kind) =>
    host.bindings.listFor(kind).filter(({ outcome }) => outcome.context),
  );
  return found.find(({ length }) => length > 0) ?? [];
}

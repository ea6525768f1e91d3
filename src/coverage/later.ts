import { eventTraits, usualContextLater } from '../canonical/event.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { EntryPoint } from './entry-points.ts';

/** The events of a host at which context is said that has no form where its hook stands. */
export function findLaterBindings(
  host: Adapter,
  home: Binding,
  ways: readonly EntryPoint[],
): readonly Binding[] {
  if (!home.outcome.context || ways.some(({ binding }) => binding.outcome.context)) return [];
  const kinds = eventTraits[home.event]?.contextLater ?? usualContextLater;
  const found = kinds.map((kind) =>
    host.bindings.of(kind).filter(({ outcome }) => outcome.context),
  );
  return found.find(({ length }) => length > 0) ?? [];
}

import type { EventName } from '../canonical/event.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { EntryPoint } from './entry-points.ts';

/** What comes next where context cannot be said at an event; unless listed, the next prompt does. */
const after: Partial<Record<EventName, readonly EventName[]>> = {
  'session-start': ['prompt', 'after-tool'],
  prompt: ['after-tool'],
  'before-tool': ['after-tool', 'prompt'],
  'after-tool': ['prompt'],
};

/** The events of a host at which context is said that has no form where its hook stands. */
export function laterIn(
  host: Adapter,
  home: Binding,
  ways: readonly EntryPoint[],
): readonly Binding[] {
  if (!home.outcome.context || ways.some(({ binding }) => binding.outcome.context)) return [];
  const kinds = after[home.event] ?? ['prompt', 'after-tool'];
  const found = kinds.map((kind) =>
    host.bindings.of(kind).filter(({ outcome }) => outcome.context),
  );
  return found.find(({ length }) => length > 0) ?? [];
}

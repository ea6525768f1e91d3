import type { EventName } from '../canonical/types.ts';
import { once } from '../util/once.ts';
import type { Binding, Bindings, Dialect } from './adapter.ts';
import type { CheckedBinding, StatedBinding } from './binding-types.ts';

/** A native event whose binding is made when it is first asked for. A run needs one binding, and making all takes time. */
export interface LazyBinding {
  readonly event: EventName;
  make(): Omit<Binding, 'native'>;
}

/** Native events by name, the preferred ones first. */
export type Events = Readonly<Record<string, LazyBinding>>;

/**
 * Defines one native event: the tables for its payload and for the responses that have an effect. A path that the
 * canonical event, its tool or an outcome does not have is a compile error.
 *
 * @experimental
 * @example
 * defineBinding('before-tool', () => ({
 *   payload: { event: 'event', session: 'id', name: 'tool', input: 'args' },
 *   outcome: { decision: { at: 'verdict', words: { deny: 'block' } }, reason: 'why' },
 * }));
 */
export const defineBinding = <const E extends EventName, const B extends StatedBinding<E>>(
  event: E,
  make: () => B & NoInfer<CheckedBinding<B, E>>,
): LazyBinding => ({
  event,
  make: () => ({ outcome: {}, neutralResponse: {}, ...make(), event }) as unknown as Binding,
});

/** Returns the events of a fork of another agent: each event of that agent, with its binding changed by `change`. */
export function changeEvents(parent: Bindings, change: (binding: Binding) => Binding): Events {
  const changeEvent = (native: string): LazyBinding => ({
    event: parent.eventOf(native),
    make: () => change(parent.find(native) as Binding),
  });
  return Object.fromEntries(parent.nativeNames.map((native) => [native, changeEvent(native)]));
}

/** Returns the bindings of native events. Each is made when it is first asked for. */
export function makeBindings(events: Events): Bindings {
  const nativeNames = Object.keys(events);
  const made = new Map<string, Binding>();
  const find = (native: unknown): Binding | undefined => {
    if (typeof native !== 'string' || !Object.hasOwn(events, native)) return undefined;
    const known = made.get(native);
    if (known) return known;
    const binding = { ...events[native]?.make(), native } as Binding;
    made.set(native, binding);
    return binding;
  };
  const eventOf = (native: string) => (events[native] as LazyBinding).event;
  const listAll = (names = nativeNames) => names.map((native) => find(native) as Binding);
  const listFor = (event: EventName) =>
    listAll(nativeNames.filter((native) => eventOf(native) === event));
  return { nativeNames, find, eventOf, listFor, all: once(listAll) };
}

/** The members that a definition of a dialect may leave out. */
type OptionalOfDialect = 'tools' | 'result' | 'mcp' | 'rewrites' | 'project';

/** The definition of a dialect: its events, and all other parts of it. Some have defaults. */
export type DialectDefinition = Omit<Dialect, 'bindings' | OptionalOfDialect> &
  Partial<Pick<Dialect, OptionalOfDialect>> & { readonly events: Events };

const dialectDefaults: Pick<Dialect, OptionalOfDialect> = {
  tools: [],
  result: {},
  mcp: {
    read: () => undefined,
    write: ({ server, tool }) => `${server ?? ''}/${tool}`,
  },
  rewrites: 'replace',
  project: 'payload',
};

/**
 * Makes the dialect of one vendor: the part of its adapter that reads payloads and writes answers. The definition
 * of a fork spreads its parent's dialect, and states what differs.
 *
 * @experimental
 */
export const defineDialect = ({ events, ...others }: DialectDefinition): Dialect => ({
  ...dialectDefaults,
  ...others,
  bindings: makeBindings(events),
});

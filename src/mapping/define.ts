import type { EventName } from '../canonical/event.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import type { Adapter, Binding, Bindings } from './adapter.ts';
import type { CheckedBinding, StatedBinding } from './binding-types.ts';
import { expressions } from './matchers.ts';

/** A native event that is yet to be made: a run needs one of them, and would pay for all. */
export interface LazyBinding {
  readonly event: EventName;
  make(): Omit<Binding, 'native'>;
}

/** Native events by name, in the order they are preferred. */
export type Events = Readonly<Record<string, LazyBinding>>;

/**
 * One native event: what it tells, and what it honours in an answer. A path that the canonical
 * event, its tool or an outcome does not have is a compile error.
 *
 * @experimental
 * @example
 * defineBinding('before-tool', () => ({
 *   payload: { event: 'event', session: 'id', name: 'tool', input: 'args' },
 *   outcome: { decision: { at: 'verdict', words: { deny: 'block' } }, reason: 'why' },
 *   silence: {},
 * }));
 */
export const defineBinding = <const E extends EventName, const B extends StatedBinding<E>>(
  event: E,
  make: () => B & NoInfer<CheckedBinding<B, E>>,
): LazyBinding => ({ event, make: () => ({ ...make(), event }) as unknown as Binding });

/** The events of a fork: those of another agent, changed. */
export function changeEvents(parent: Bindings, change: (binding: Binding) => Binding): Events {
  const own = (native: string): LazyBinding => {
    const make = () => parent.named(native) as Binding;
    return { event: parent.eventOf(native), make: () => change(make()) };
  };
  return Object.fromEntries(parent.natives.map((native) => [native, own(native)]));
}

/** Native events, each made when first asked for. */
export function makeBindings(events: Events): Bindings {
  const natives = Object.keys(events);
  const made = new Map<string, Binding>();
  const named = (native: unknown): Binding | undefined => {
    if (typeof native !== 'string' || !Object.hasOwn(events, native)) return undefined;
    const known = made.get(native);
    if (known) return known;
    const binding = { ...events[native]?.make(), native } as Binding;
    made.set(native, binding);
    return binding;
  };
  const eventOf = (native: string) => (events[native] as LazyBinding).event;
  const all = (some = natives) => some.map((native) => named(native) as Binding);
  const of = (event: EventName) => all(natives.filter((native) => eventOf(native) === event));
  return { natives, named, eventOf, of, all: once(all) };
}

/** What an adapter states, and what it may leave out. */
export type Definition = Omit<Adapter, 'bindings' | Optional> &
  Partial<Pick<Adapter, Optional>> & { readonly events: Events };
type Optional =
  | 'hooksIn'
  | 'tools'
  | 'result'
  | 'mcp'
  | 'matchers'
  | 'rewrites'
  | 'runtime'
  | 'project';

const defaults: Pick<Adapter, Optional> = {
  hooksIn: '',
  tools: [],
  result: {},
  mcp: {
    read: () => undefined,
    write: ({ server, tool }) => `${server ?? ''}/${tool}`,
    names: ({ server, tool }) => [`${server ?? ''}/${tool}`, tool],
  },
  matchers: expressions,
  rewrites: 'replace',
  runtime: {
    shell: 'sh',
    env: () => ({}),
    expands: [],
    unsupplied: [],
    timeout: 60_000,
    loopLimit: null,
    blocksUnstarted: false,
  },
  project: 'payload',
};

/**
 * All we know about one vendor. A fork spreads its parent, and states what differs.
 *
 * @experimental
 */
export function defineAdapter(stated: Definition): Adapter {
  const adapter: Json = { ...defaults };
  for (const key of Object.keys(stated)) {
    if (key === 'events') continue;
    const property = Object.getOwnPropertyDescriptor(stated, key) as PropertyDescriptor;
    // What is made when it is asked for stays unmade.
    if (property.get) Object.defineProperty(adapter, key, property);
    else adapter[key] = property.value;
  }
  adapter.bindings = makeBindings(stated.events);
  return adapter as unknown as Adapter;
}

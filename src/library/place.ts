import { eventKinds } from '../canonical/kinds.ts';
import type { Event, EventName } from '../canonical/types.ts';
import { AnyhookError } from '../errors.ts';
import type { Binding, Dialect, Draft } from '../mapping/adapter.ts';
import { bindingOf, joinNativeNames } from '../translate/bindings.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { isNonEmpty, type NonEmpty } from '../util/non-empty.ts';
import { wrongValue } from './arguments.ts';
import { hintAt } from './hints.ts';
import { type AnyRead, read } from './read.ts';

/**
 * Where an answer is given: the canonical name of an event, the agent's own name for it, what `read` returned, or a
 * payload.
 */
export type At = EventName | (string & {}) | AnyRead | Json;

/** The event that an answer is for. */
export interface Place {
  /** The agent's bindings that it may be: several where only a canonical name was given. Empty: nobody knows the event. */
  bindings: readonly Binding[];
  /** What was read of the payload. Absent: only a name was given. */
  read?: AnyRead;
  /** The name that the caller or the payload has for the event. Absent: none is known. */
  name?: string;
}

/** Tells whether a value is what `read` returned, as it is or after it was stored as JSON. */
export const isRead = (value: Json): value is Json & AnyRead =>
  typeof value.ok === 'boolean' && Array.isArray(value.problems) && isObject(value.native);

/** Finds the event that an answer is for. Throws `usage` for a value that states no event. */
export function placeOf(adapter: Dialect, at: unknown): Place {
  if (typeof at === 'string') return placeOfName(adapter, at);
  if (isObject(at)) return placeOfRead(adapter, isRead(at) ? at : read(adapter, at));
  throw wrongValue('the event', at, 'the name of an event, or what read() returned');
}

/** Finds an event by its canonical name or the agent's own. A name that is both stands for the canonical event. */
function placeOfName(adapter: Dialect, name: string): Place {
  if (name in eventKinds) {
    const bindings = adapter.bindings.listFor(name as EventName);
    // What is printed for an event at which nothing is heard does not matter, so it need not be one with the others.
    const hearing = bindings.filter(({ outcome }) => Object.keys(outcome).length > 0);
    if (bindings.length) return { bindings: hearing.length ? hearing : bindings, name };
    throw new AnyhookError('event', `${adapter.title} has no event like ${name}`);
  }
  const binding = bindingOf(adapter, name);
  return { bindings: binding ? [binding] : [], name };
}

/** Finds the event of a payload that was read. */
function placeOfRead(adapter: Dialect, one: AnyRead): Place {
  const { native, vendor } = one;
  if (vendor !== adapter.id)
    throw new AnyhookError(
      'usage',
      `the payload was read as one of ${vendor}, not of ${adapter.id}`,
    );
  const { event: name } = native;
  const binding = bindingOf(adapter, name);
  return {
    bindings: binding ? [binding] : [],
    read: one,
    ...(typeof name === 'string' && { name }),
  };
}

/** Returns the bindings of a place. Throws `event` for an event that the agent does not have, and `payload` where none was read. */
export function knownBindings(
  adapter: Dialect,
  { bindings, read: one, name }: Place,
): NonEmpty<Binding> {
  if (one && !one.native.payload)
    throw new AnyhookError('payload', one.problems.at(-1)?.message ?? 'the payload cannot be read');
  if (isNonEmpty(bindings)) return bindings;
  const { nativeNames } = adapter.bindings;
  const known =
    hintAt(name ?? '', nativeNames) || `: its events are ${nativeNames.slice(0, 5).join(', ')} …`;
  throw new AnyhookError(
    'event',
    name === undefined
      ? `the payload names no event of ${adapter.title} (${adapter.eventKey})`
      : `${adapter.title} has no event ${name.slice(0, 80)}${known}`,
  );
}

/**
 * Returns the event of a binding without a call: what its name alone says. The tool may be any, so it is one that no row
 * is made for, and what is said is said of every tool.
 */
export function bareEventOf(binding: Binding): Draft {
  const event: Draft = { event: binding.event };
  if ('tool' in eventKinds[binding.event]) event.tool = 'other';
  for (const path in binding.given) {
    const value = binding.given[path];
    if (typeof value === 'string') event[path] = value;
  }
  return event;
}

/**
 * Throws `event` because the answers to the native events of one canonical event differ.
 *
 * @param name The name of the canonical event.
 */
export function throwAmbiguous(
  adapter: Dialect,
  bindings: readonly Binding[],
  name: string,
): never {
  throw new AnyhookError(
    'event',
    `${name} is several events of ${adapter.title}, which are answered in different ways: say ` +
      `what read() returned, or one of ${joinNativeNames(bindings)}`,
  );
}

/** The event of a place, by its type. */
export type EventAt<A> = A extends EventName
  ? Event<A>
  : A extends { ok: true; event: infer E extends Event }
    ? E
    : Event;

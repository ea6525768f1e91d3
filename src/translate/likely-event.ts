/**
 * Guesses the event of a payload that could not be read or placed, to decide whether a failure has to
 * refuse. It looks through the adapters of every agent, which a run otherwise avoids.
 */

import type { Flags } from '../canonical/flags.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import { parseJson, parseJsonObject } from '../util/json.ts';
import { endedEventNames } from '../util/supported.ts';
import { bindingOf, bindingsFor, nativeEventOf } from './bindings.ts';
import { findCandidates } from './candidates.ts';
import { findAdapter, findOtherAgent, type Host, listAdapters } from './host.ts';

/** What is likely known of an event. */
export interface LikelyEvent {
  /** The agent and its event, so that an answer can be in its words. Absent: not known. */
  host?: Host;
  /** The event is a gate, or may be. */
  canGate: boolean;
}

/** Returns an agent's bindings of a native event name in any letter case. */
function bindingsNamedLike({ bindings }: Adapter, name: string): Binding[] {
  const like = bindings.nativeNames.filter((one) => one.toLowerCase() === name.toLowerCase());
  return like.map((native) => bindings.find(native) as Binding);
}

/**
 * Tells whether an event of a native name may be a gate: some agent's event of that name is one, or no
 * agent has such an event and the name does not say that something is over.
 */
export function canBeGate(name: string): boolean {
  const known = listAdapters().flatMap((agent) => bindingsNamedLike(agent, name));
  if (known.length) return known.some(({ event }) => isGateEvent(event));
  return !endedEventNames.test(name);
}

/**
 * Lists the event names that a payload states, under the event key of any agent.
 *
 * @param payload The payload as parsed. `undefined`: it is no JSON object, so the names are searched in `text`.
 */
function listEventNames(text: string, payload: Json | undefined): string[] {
  const keys = [...new Set(listAdapters().map(({ eventKey }) => eventKey))];
  const shapes = listAdapters().map((agent) => payload && agent.nativeOf?.(payload));
  const found = keys.flatMap((key) => {
    if (payload) return [payload[key]];
    const pattern = new RegExp(`"${key}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,64}")`, 'g');
    return [...text.matchAll(pattern)].map(([, name]) => parseJson(name as string));
  });
  return [...found, ...shapes].filter((name) => typeof name === 'string');
}

/** Returns the first binding that is a gate with a form for a decision, or else the first binding. */
const preferGate = (found: readonly Binding[]): Binding | undefined =>
  found.find(({ event, outcome }) => outcome.decision && isGateEvent(event)) ?? found[0];

/**
 * Guesses what event a run is about.
 * 1. The agent is the one that the shim line names or that the payload certainly comes from.
 * 2. The names are the one that the payload states to that agent; else every name in the payload
 *    and the line's `--host-event`; else the line's `--event`.
 * 3. It may be a gate where one of the names may, or where there is no name.
 * 4. The host is returned where the agent has a binding for it.
 *
 * @param text What stood on stdin.
 */
export function guessEvent(flags: Flags, text: string): LikelyEvent {
  const payload = parseJsonObject(text.trim(), false);
  const agent = guessAgent(flags, payload);
  // The client states which event it fired: the line's statement counts where the payload has none.
  const own = agent && payload && bindingOf(agent, nativeEventOf(agent, payload));
  const names = own ? [own.native] : [listEventNames(text, payload), flags.hostEvent ?? []].flat();
  // The line's `--event` counts where no agent has an event of the names found.
  const known = names.filter((name) =>
    listAdapters().some((one) => bindingsNamedLike(one, name).length),
  );
  const likely = known.length || flags.event === undefined ? names : [flags.event];
  const canGate = likely.length ? likely.some(canBeGate) : true;
  const binding = agent && preferGate(guessBindings(agent, flags, known));
  if (!agent || !binding) return { canGate };
  // An event that no table has, or a gate where the agent's event is none, may read other fields
  // than this binding's: a refusal in this binding's words could go unread.
  const isNew = payload && known.length && known.length < names.length;
  if (canGate && (isNew || !isGateEvent(binding.event))) return { canGate };
  return {
    canGate,
    host: { agents: [agent], bindings: [binding], payload: {}, isCertain: true },
  };
}

/**
 * Returns the agent that the shim line names, unless the payload certainly comes from another; without
 * a named agent, the one that the payload certainly comes from. `undefined`: not known.
 */
function guessAgent({ host }: Flags, payload: Json = {}): Adapter | undefined {
  const named = findAdapter(host);
  if (named) return findOtherAgent(named, payload) ? undefined : named;
  const { agents, isCertain } = findCandidates(listAdapters(), payload);
  return isCertain ? agents[0] : undefined;
}

/** Returns the agent's bindings of the names; without names, those of the event that the line's hook is for. */
function guessBindings(agent: Adapter, { as, event }: Flags, names: readonly string[]): Binding[] {
  if (names.length) return names.flatMap((name) => agent.bindings.find(name) ?? []);
  if (event === undefined) return [];
  const dialects = [findAdapter(as) ?? listAdapters()].flat();
  const hookBindings = dialects.flatMap((dialect) => bindingsNamedLike(dialect, event));
  return hookBindings.flatMap((binding) => bindingsFor(agent, binding.event));
}

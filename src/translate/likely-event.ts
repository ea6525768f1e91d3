/**
 * Guesses what event a run is about when its payload cannot be parsed, or is of no event that we know. The
 * guess decides whether the failure has to refuse. It looks at the adapters of all agents, which a run
 * otherwise avoids.
 */

import type { Flags } from '../canonical/flags.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { statedNameOf } from '../mapping/event-key.ts';
import type { Json } from '../util/json.ts';
import { parseJson, parseJsonObject } from '../util/json.ts';
import { endedEventNames } from '../util/supported.ts';
import { bindingOf, bindingsFor, nativeEventOf } from './bindings.ts';
import { findCandidates } from './candidates.ts';
import { findAdapter, findOtherAgent, type Host, listAdapters } from './host.ts';

/** What can be guessed of the event that a run is about. */
export interface LikelyEvent {
  /** The agent, and its binding for the event, so that an answer can be in its words. Absent: not known. */
  host?: Host;
  /** The event may be a gate. */
  canGate: boolean;
}

/** Returns an agent's bindings of a native event name, whatever its letter case. */
function bindingsNamedLike({ bindings }: Adapter, name: string): Binding[] {
  const lowerName = name.toLowerCase();
  const natives = bindings.nativeNames.filter((native) => native.toLowerCase() === lowerName);
  return natives.map((native) => bindings.find(native) as Binding);
}

/**
 * Tells whether an event of a native name may be a gate. It may be if some agent has an event of that name
 * that is a gate, or if no agent has an event of that name and the name (`after…`, `…stop…`) does not say
 * that something is over.
 */
export function canBeGate(name: string): boolean {
  const bindings = listAdapters().flatMap((agent) => bindingsNamedLike(agent, name));
  if (bindings.length) return bindings.some(({ event }) => isGateEvent(event));
  return !endedEventNames.test(name);
}

/**
 * Lists the event names that a payload may state: the value under each key that some agent states its
 * event with, and the names that agents derive from other fields.
 *
 * @param payload The parsed payload. `undefined`: `text` is no JSON object, so the keys are searched in it.
 */
function listEventNames(text: string, payload: Json | undefined): string[] {
  const eventKeys = [...new Set(listAdapters().map(({ eventKey }) => eventKey))];
  const derivedNames = listAdapters().map((agent) => payload && agent.nativeOf?.(payload));
  const statedNames = eventKeys.flatMap((key) => {
    if (payload) return [statedNameOf({ eventKey: key }, payload)];
    // The key, or each key of the path, a colon, and a JSON string of at most 64 characters.
    const keys = key.split('.').map((part) => `"${part}"\\s*:\\s*`);
    const name = '("(?:[^"\\\\]|\\\\.){1,64}")';
    const pattern = new RegExp(keys.join('\\{[^{}]{0,256}?') + name, 'g');
    return [...text.matchAll(pattern)].map(([, name]) => parseJson(name as string));
  });
  return [...statedNames, ...derivedNames].filter((name) => typeof name === 'string');
}

/** Returns the first binding that is a gate at which a decision can be printed, or else the first binding. */
const preferGate = (bindings: readonly Binding[]): Binding | undefined =>
  bindings.find(({ event, outcome }) => outcome.decision && isGateEvent(event)) ?? bindings[0];

/**
 * Guesses what event a run is about.
 * 1. The agent is the one that the shim line names, or that the payload certainly comes from.
 * 2. If the payload states an event of that agent, the event is that one. Else it may be any that the
 *    payload or the line's `--host-event` names. If no agent has an event of these names, the line's
 *    `--event` is taken instead of them.
 * 3. It may be a gate if one of the names may be that of a gate, or if there is no name.
 * 4. The host is returned if the agent is known and has a binding for the event.
 *
 * @param text What was on stdin.
 */
export function guessEvent(flags: Flags, text: string): LikelyEvent {
  const payload = parseJsonObject(text.trim(), false);
  const agent = guessAgent(flags, payload);
  // The event in the payload counts before the one on the line: the agent knows what it fired.
  const own = agent && payload && bindingOf(agent, nativeEventOf(agent, payload));
  const names = own ? [own.native] : [listEventNames(text, payload), flags.hostEvent ?? []].flat();
  const knownNames = names.filter((name) =>
    listAdapters().some((adapter) => bindingsNamedLike(adapter, name).length),
  );
  const likelyNames = knownNames.length || flags.event === undefined ? names : [flags.event];
  const canGate = likelyNames.length ? likelyNames.some(canBeGate) : true;
  const binding = agent && preferGate(guessBindings(agent, flags, knownNames));
  if (!agent || !binding) return { canGate };
  // The agent may read the answer to an event by other fields than this binding's, so that a refusal is
  // not understood: if some name is new to us, or if the event may be a gate and this binding's is none.
  const hasNewName = payload && knownNames.length && knownNames.length < names.length;
  if (canGate && (hasNewName || !isGateEvent(binding.event))) return { canGate };
  return {
    canGate,
    host: { agents: [agent], bindings: [binding], payload: {}, isCertain: true },
  };
}

/**
 * Returns the agent that the shim line names. `undefined`: the payload certainly comes from another one.
 * If the line names none, returns the agent that the payload certainly comes from. `undefined`: it is not
 * certain.
 */
function guessAgent({ host }: Flags, payload: Json = {}): Adapter | undefined {
  const named = findAdapter(host);
  if (named) return findOtherAgent(named, payload) ? undefined : named;
  const { agents, isCertain } = findCandidates(listAdapters(), payload);
  return isCertain ? agents[0] : undefined;
}

/**
 * Returns the agent's bindings of some native names. If there are no names, returns its bindings for the
 * event that the hook was written for: the line's `--event`, of its `--as` agent or else of any.
 */
function guessBindings(agent: Adapter, { as, event }: Flags, names: readonly string[]): Binding[] {
  if (names.length) return names.flatMap((name) => agent.bindings.find(name) ?? []);
  if (event === undefined) return [];
  const dialects = [findAdapter(as) ?? listAdapters()].flat();
  const hookBindings = dialects.flatMap((dialect) => bindingsNamedLike(dialect, event));
  return hookBindings.flatMap((binding) => bindingsFor(agent, binding.event));
}

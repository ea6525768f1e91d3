/** What can be said of an event that could not be placed: rarely asked, and then of everybody. */

import type { Flags } from '../canonical/flags.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import { objectIn, valueIn } from '../util/json.ts';
import { over } from '../util/supported.ts';
import { bindingOf, bindingsFor, nativeEventOf } from './bindings.ts';
import { findCandidates } from './candidates.ts';
import { findAdapter, findOtherAgent, type Host, listAdapters } from './host.ts';

export interface LikelyEvent {
  /** Absent: somebody, somewhere. */
  host?: Host;
  /** It is a gate, or that cannot be ruled out. */
  canGate: boolean;
}

/** The events an agent has under a name, however it is spelled. */
function bindingsNamedLike({ bindings }: Adapter, name: string): Binding[] {
  const like = bindings.natives.filter((one) => one.toLowerCase() === name.toLowerCase());
  return like.map((native) => bindings.named(native) as Binding);
}

/** Whether an event of this name may stop something. */
export function canBeGate(name: string): boolean {
  const known = listAdapters().flatMap((agent) => bindingsNamedLike(agent, name));
  if (known.length) return known.some(({ event }) => isGateEvent(event));
  return !over.test(name);
}

/** Every event a payload names; where it cannot be read, every one its text might. */
function listEventNames(text: string, payload: Json | undefined): string[] {
  const keys = [...new Set(listAdapters().map(({ eventKey }) => eventKey))];
  const shapes = listAdapters().map((agent) => payload && agent.nativeOf?.(payload));
  const found = keys.flatMap((key) => {
    if (payload) return [payload[key]];
    const pattern = new RegExp(`"${key}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,64}")`, 'g');
    return [...text.matchAll(pattern)].map(([, name]) => valueIn(name as string));
  });
  return [...found, ...shapes].filter((name) => typeof name === 'string');
}

/** Of what is told, the likeliest that can be refused. */
const preferGate = (found: readonly Binding[]): Binding | undefined =>
  found.find(({ event, outcome }) => outcome.decision && isGateEvent(event)) ?? found[0];

export function guessEvent(flags: Flags, text: string): LikelyEvent {
  const payload = objectIn(text.trim(), false) as Json | undefined;
  const agent = guessAgent(flags, payload);
  // The client says what it fired: what the line says of it counts where the payload does not.
  const own = agent && payload && bindingOf(agent, nativeEventOf(agent, payload));
  const names = own ? [own.native] : [listEventNames(text, payload), flags.hostEvent ?? []].flat();
  // What the line says counts where the payload names nothing that anybody has.
  const known = names.filter((name) =>
    listAdapters().some((one) => bindingsNamedLike(one, name).length),
  );
  const told = known.length || flags.event === undefined ? names : [flags.event];
  const gate = told.length ? told.some(canBeGate) : true;
  const binding = agent && preferGate(guessBindings(agent, flags, known));
  if (!agent || !binding) return { canGate: gate };
  // One that is new or no gate would not hear the words of this one.
  const isNew = payload && known.length && known.length < names.length;
  if (gate && (isNew || !isGateEvent(binding.event))) return { canGate: gate };
  return {
    canGate: gate,
    host: { agents: [agent], bindings: [binding], payload: {}, isCertain: true },
  };
}

/** Whom the line names, unless the payload is surely another's; else whose the payload is. */
function guessAgent({ host }: Flags, payload: Json = {}): Adapter | undefined {
  const said = findAdapter(host);
  if (said) return findOtherAgent(said, payload) ? undefined : said;
  const { agents, isCertain } = findCandidates(listAdapters(), payload);
  return isCertain ? agents[0] : undefined;
}

/** The agent's events of these names; where there are none, those the line is for. */
function guessBindings(agent: Adapter, { as, event }: Flags, names: readonly string[]): Binding[] {
  if (names.length) return names.flatMap((name) => agent.bindings.named(name) ?? []);
  if (event === undefined) return [];
  const dialects = [findAdapter(as) ?? listAdapters()].flat();
  const meant = dialects.flatMap((one) => bindingsNamedLike(one, event));
  return meant.flatMap((one) => bindingsFor(agent, one.event));
}

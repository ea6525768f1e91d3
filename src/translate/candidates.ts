import type { Dialect } from '../mapping/adapter.ts';
import { withStatedName } from '../mapping/event-key.ts';
import type { Json } from '../util/json.ts';

/** The agents that a payload may come from. */
interface Candidates<A extends Dialect> {
  agents: A[];
  /** The payload comes from the only agent listed. Otherwise it may be of any of them, or of an agent without an adapter. */
  isCertain: boolean;
}

/** 0: the payload is not the agent's; 1: it may be; 2: it is. */
type Certainty = ReturnType<Dialect['recognises']>;
/** Tells how certain it is that a payload comes from an agent. */
export type Recogniser = (adapter: Dialect, payload: Json) => Certainty;

/** Judges a payload by all of its fields. */
export const recogniseAsIs: Recogniser = (adapter, payload) => adapter.recognises(payload);

/**
 * Judges a payload by the fields beside the event's name: returns the highest certainty that any of
 * the agent's event names would give.
 */
export const recogniseByEnvelope: Recogniser = (adapter, payload) => {
  const recogniseAs = (native: string) =>
    adapter.recognises(withStatedName(adapter, payload, native));
  return Math.max(
    adapter.recognises(payload),
    ...adapter.bindings.nativeNames.map(recogniseAs),
  ) as Certainty;
};

/**
 * Finds the agents that a payload may come from: those that recognise it with the highest certainty.
 * Returns no agent where all of them rule it out.
 */
export function findCandidates<A extends Dialect>(
  adapters: readonly A[],
  payload: Json,
  recognise: Recogniser = recogniseAsIs,
): Candidates<A> {
  const certainties = adapters.map((adapter) => recognise(adapter, payload));
  const best = Math.max(...certainties);
  const agents = best === 0 ? [] : adapters.filter((_, i) => certainties[i] === best);
  return { agents, isCertain: best === 2 && agents.length === 1 };
}

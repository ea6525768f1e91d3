import type { Adapter } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';

interface Candidates {
  agents: Adapter[];
  /** It is the one agent's; otherwise any of them, or none we know. */
  isCertain: boolean;
}

type Certainty = ReturnType<Adapter['recognises']>;
/** How sure an agent is that a payload is its own. */
export type Recogniser = (adapter: Adapter, payload: Json) => Certainty;

export const recogniseAsIs: Recogniser = (adapter, payload) => adapter.recognises(payload);

/** How sure an agent is by the other fields of a payload, whatever the payload calls its event. */
export const recogniseByEnvelope: Recogniser = (adapter, payload) => {
  const { bindings, eventKey } = adapter;
  const as = (native: string) => adapter.recognises({ ...payload, [eventKey]: native });
  return Math.max(adapter.recognises(payload), ...bindings.natives.map(as)) as Certainty;
};

/** The vendors a payload may be of: those that are sure, else all that cannot rule it out. */
export function findCandidates(
  adapters: readonly Adapter[],
  payload: Json,
  judge: Recogniser = recogniseAsIs,
): Candidates {
  const sure = adapters.map((adapter) => judge(adapter, payload));
  const best = Math.max(...sure);
  const agents = best === 0 ? [] : adapters.filter((_, i) => sure[i] === best);
  return { agents, isCertain: best === 2 && agents.length === 1 };
}

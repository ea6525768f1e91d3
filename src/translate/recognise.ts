import type { Adapter } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';

interface Candidates {
  agents: Adapter[];
  /** It is the one agent's; otherwise any of them, or none we know. */
  sure: boolean;
}

type HowSure = ReturnType<Adapter['recognises']>;
/** How sure an agent is that a payload is its own. */
export type Judge = (adapter: Adapter, payload: Json) => HowSure;

export const asItSays: Judge = (adapter, payload) => adapter.recognises(payload);

/** How sure an agent is by the other fields of a payload, whatever the payload calls its event. */
export const byEnvelope: Judge = (adapter, payload) => {
  const { bindings, eventKey } = adapter;
  const as = (native: string) => adapter.recognises({ ...payload, [eventKey]: native });
  return Math.max(adapter.recognises(payload), ...bindings.natives.map(as)) as HowSure;
};

/** The vendors a payload may be of: those that are sure, else all that cannot rule it out. */
export function candidates(
  adapters: readonly Adapter[],
  payload: Json,
  judge: Judge = asItSays,
): Candidates {
  const sure = adapters.map((adapter) => judge(adapter, payload));
  const best = Math.max(...sure);
  const agents = best === 0 ? [] : adapters.filter((_, i) => sure[i] === best);
  return { agents, sure: best === 2 && agents.length === 1 };
}

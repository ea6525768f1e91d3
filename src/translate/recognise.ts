import type { Adapter } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';

interface Candidates {
  agents: Adapter[];
  /** It is the one agent's; otherwise any of them, or none we know. */
  sure: boolean;
}

/** The vendors a payload may be of: those that are sure, else all that cannot rule it out. */
export function candidates(adapters: readonly Adapter[], payload: Json): Candidates {
  const sure = adapters.map((adapter) => adapter.recognises(payload));
  const best = Math.max(...sure);
  const agents = best === 0 ? [] : adapters.filter((_, i) => sure[i] === best);
  return { agents, sure: best === 2 && agents.length === 1 };
}

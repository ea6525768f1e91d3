import type { Adapter, Json } from '../adapter.ts';

/** The vendors a payload may be of: those that are sure, else all that cannot rule it out. */
export function candidates(adapters: readonly Adapter[], payload: Json): Adapter[] {
  const sure = adapters.map((adapter) => adapter.recognises(payload));
  const best = Math.max(...sure);
  return best === 0 ? [] : adapters.filter((_, i) => sure[i] === best);
}

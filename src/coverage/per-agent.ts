import type { Adapter } from '../mapping/adapter.ts';

/** Makes a cache of results by agent and key. An agent's results are dropped when there are more than 1000. */
export function cachePerAgent<T>(): (agent: Adapter, key: string, find: () => T) => T {
  const resultsByAgent = new WeakMap<Adapter, Map<string, T>>();
  return (agent, key, find) => {
    const known = resultsByAgent.get(agent) ?? new Map<string, T>();
    resultsByAgent.set(agent, known);
    const found = known.has(key) ? (known.get(key) as T) : find();
    if (known.size > 1000) known.clear();
    known.set(key, found);
    return found;
  };
}

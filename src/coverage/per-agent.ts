import type { Adapter } from '../mapping/adapter.ts';

/** Makes a cache of results by agent and key; `find` makes a missing one. An agent's results are dropped when there are more than 1000. */
export function cachePerAgent<T>(): (agent: Adapter, key: string, find: () => T) => T {
  const resultsByAgent = new WeakMap<Adapter, Map<string, T>>();
  return (agent, key, find) => {
    const results = resultsByAgent.get(agent) ?? new Map<string, T>();
    resultsByAgent.set(agent, results);
    const result = results.has(key) ? (results.get(key) as T) : find();
    if (results.size > 1000) results.clear();
    results.set(key, result);
    return result;
  };
}

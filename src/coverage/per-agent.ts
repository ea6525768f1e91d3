import type { Adapter } from '../mapping/adapter.ts';

/** Makes a cache of results by host and key. A host's results are dropped when there are more than 1000. */
export function cachePerAgent<T>(): (host: Adapter, key: string, find: () => T) => T {
  const hosts = new WeakMap<Adapter, Map<string, T>>();
  return (host, key, find) => {
    const known = hosts.get(host) ?? new Map<string, T>();
    hosts.set(host, known);
    const found = known.has(key) ? (known.get(key) as T) : find();
    if (known.size > 1000) known.clear();
    known.set(key, found);
    return found;
  };
}

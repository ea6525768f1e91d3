import type { Adapter } from '../mapping/adapter.ts';

/** What is found once for a host and a key, as long as there are not too many of them. */
export function cachePerHost<T>(): (host: Adapter, key: string, find: () => T) => T {
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

import { hash } from '../util/hash.ts';
import { maxValueBytes, type Store } from './store.ts';
import type { Turns } from './turns.ts';

/** Where no turn is known, what is older is stale; in milliseconds. */
const fresh = 3600 * 1000;

/**
 * Context for an event that can take it, a file each: `context-KIND-TIME-ID`. The kind is `start`
 * (good until taken), the turn it was said in, or `none`.
 */
export function openPendingContext(store: Store, hook: string, starts: boolean, turns: Turns) {
  const kind = () => {
    const turn = turns.id();
    return turn === undefined ? 'none' : hash(turn);
  };
  const all = () => store.names('context-');
  const isStale = (name: string): boolean => {
    const [, of, time] = name.split('-');
    if (of === 'start') return false;
    return of === 'none' ? Number(time) < Date.now() - fresh : of !== kind();
  };
  return {
    /** False: there is no room for it, or it could not be kept. */
    keep(text: string): boolean {
      store.remove(all().filter(isStale));
      const id = hash(starts ? hook : `${hook}${text}`);
      const same = all().filter((name) => name.endsWith(id));
      store.remove(same); // said again
      if (store.bytes(all()) + Buffer.byteLength(text) > maxValueBytes) return false;
      return store.write(`context-${starts ? 'start' : kind()}-${Date.now()}-${id}`, { text });
    },
    /** What was kept and is not stale, given to one process only. */
    take(): string {
      const names = all();
      const stale = names.filter(isStale);
      store.remove(stale);
      const when = (name: string) => name.split('-')[2] as string;
      const rest = names.filter((name) => !stale.includes(name));
      rest.sort((a, b) => (when(a) < when(b) ? -1 : 1));
      return rest
        .map((name) => String(store.take(name)?.text ?? '').trimEnd())
        .filter(Boolean)
        .join('\n');
    },
  };
}

import { hash } from '../util/hash.ts';
import { maxValueBytes, type Store } from './store.ts';
import type { Turns } from './turns.ts';

/** How long context of an unknown turn is kept, in milliseconds: an hour. */
const maxAge = 3600 * 1000;

/**
 * Opens the context that waits for an event at which the host takes context, since hooks gave it at
 * events where the host takes none. Each text is in a file `context-KIND-TIME-ID`. KIND says where the
 * hook gave the text, and how long the text is kept:
 *
 * - `start`: at the start of the session; until the text is taken.
 * - the hash of a turn's id: in this turn; as long as the turn is the current one.
 * - `none`: the turn was not known; for an hour.
 *
 * @param hook The key of the hook of this run.
 * @param isStart Whether this event is the start of the session.
 */
export function openPendingContext(store: Store, hook: string, isStart: boolean, turns: Turns) {
  const currentKind = () => {
    const turn = turns.id();
    return turn === undefined ? 'none' : hash(turn);
  };
  const listNames = () => store.listNames('context-');
  const timeOf = (name: string): number => Number(name.split('-')[2]);
  const isStale = (name: string): boolean => {
    const [, kind] = name.split('-');
    if (kind === 'start') return false;
    return kind === 'none' ? timeOf(name) < Date.now() - maxAge : kind !== currentKind();
  };
  return {
    /**
     * Keeps a text, only once if the hook gave the same text before. A text given at the start of a session
     * replaces the one that this hook gave at an earlier start.
     *
     * @returns false where all texts together would be over 1 MB, or the file cannot be written.
     */
    keep(text: string): boolean {
      store.remove(listNames().filter(isStale));
      const id = hash(isStart ? hook : `${hook}${text}`);
      store.remove(listNames().filter((name) => name.endsWith(id)));
      const names = listNames();
      if (store.sizeOf(names) + Buffer.byteLength(text) > maxValueBytes) return false;
      // The hooks of one line give their texts in the same millisecond.
      const after = (time: number, name: string) => Math.max(time, timeOf(name) + 1 || 0);
      const time = names.reduce(after, Date.now());
      return store.write(`context-${isStart ? 'start' : currentKind()}-${time}-${id}`, { text });
    },
    /** Removes all texts and returns those that may still be used, the oldest first. Only one process gets a text. */
    take(): string {
      const names = listNames();
      const stale = names.filter(isStale);
      store.remove(stale);
      const fresh = names.filter((name) => !stale.includes(name));
      fresh.sort((a, b) => timeOf(a) - timeOf(b));
      return fresh
        .map((name) => String(store.take(name)?.text ?? '').trimEnd())
        .filter(Boolean)
        .join('\n');
    },
  };
}

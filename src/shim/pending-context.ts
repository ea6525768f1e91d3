import { hash } from '../util/hash.ts';
import { maxValueBytes, type Store } from './store.ts';
import type { Turns } from './turns.ts';

/** How long context of an unknown turn is kept, in milliseconds. */
const maxAge = 3600 * 1000;

/**
 * Opens the context that hooks gave at events which cannot pass it to the agent, for a later event
 * that can. Each text is a file `context-KIND-TIME-ID`. KIND is `start` (given at the start of the
 * session, kept until it is taken), the hash of the turn it was given in (kept for that turn), or
 * `none` (no turn was known: kept for an hour).
 *
 * @param isStart Whether this event is the start of the session.
 */
export function openPendingContext(store: Store, hook: string, isStart: boolean, turns: Turns) {
  const currentKind = () => {
    const turn = turns.id();
    return turn === undefined ? 'none' : hash(turn);
  };
  const listNames = () => store.listNames('context-');
  const isStale = (name: string): boolean => {
    const [, kind, time] = name.split('-');
    if (kind === 'start') return false;
    return kind === 'none' ? Number(time) < Date.now() - maxAge : kind !== currentKind();
  };
  return {
    /**
     * Keeps a text. A text that the hook gave before is replaced; at the start of a session any text
     * of the hook is.
     *
     * @returns false where all texts together would be over 1 MB, or the file cannot be written.
     */
    keep(text: string): boolean {
      store.remove(listNames().filter(isStale));
      const id = hash(isStart ? hook : `${hook}${text}`);
      store.remove(listNames().filter((name) => name.endsWith(id)));
      if (store.sizeOf(listNames()) + Buffer.byteLength(text) > maxValueBytes) return false;
      return store.write(`context-${isStart ? 'start' : currentKind()}-${Date.now()}-${id}`, {
        text,
      });
    },
    /** Removes and returns all texts, the oldest first. Each text goes to one process only. */
    take(): string {
      const names = listNames();
      const stale = names.filter(isStale);
      store.remove(stale);
      const timeOf = (name: string) => name.split('-')[2] as string;
      const rest = names.filter((name) => !stale.includes(name));
      rest.sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
      return rest
        .map((name) => String(store.take(name)?.text ?? '').trimEnd())
        .filter(Boolean)
        .join('\n');
    },
  };
}

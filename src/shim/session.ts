import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Draft } from '../mapping/adapter.ts';
import { fingerprint } from '../mapping/fingerprint.ts';
import { hash } from '../util/hash.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { type CountedHost, openFollowUps, readFollowUps } from './follow-ups.ts';
import { openPendingContext } from './pending-context.ts';
import { maxValueBytes, openStore, type StateFolder, stateFolderOf } from './store.ts';
import { isLasting } from './sweep-sessions.ts';
import { openTurns } from './turns.ts';

export type Session = Pick<StateFolder, 'exists' | 'problem'> & ReturnType<typeof makeSession>;

/** Why something is forgotten. */
export const noStateReason = 'nothing can be kept in ~/.anyhook/state';

/** The most that is kept of variables, of a reason, and of calls that began; in bytes. */
const room = { env: 131_072, reason: 10_000, starts: 65_536 };

/**
 * What one session must remember between two hook processes. Opened only when asked for more than
 * where it is; what a guard relies on and cannot be had is an error (`state`).
 */
export function openSession(
  host: CountedHost,
  project: string | undefined,
  event: Draft,
  hook: string,
): Session {
  // Without an id, every session would be the same.
  const key = event.session ? JSON.stringify([host.id, project ?? '', event.session]) : '';
  const place = stateFolderOf(key);
  const session = once(() => makeSession(place, key, event, hook, host));
  const { exists, problem } = place;
  return new Proxy({ exists, problem } as Session, {
    get: (own, name) => own[name as 'exists'] ?? session()[name as never],
  });
}

function makeSession(
  place: StateFolder,
  key: string,
  event: Draft,
  hook: string,
  host: CountedHost,
) {
  const store = openStore(place);
  const turns = openTurns(store, event, key, (turnId) => readFollowUps(store, turnId));
  const loop = openFollowUps(store, event, hook, turns, host);
  const { begins, ends } = traitsOf(event.event);
  const contexts = openPendingContext(store, hook, begins === 'session', turns);
  const now = () => Date.parse(String(event.time)) || Date.now();
  // What happens after an end happens in another window: the session goes on there.
  if (begins !== 'session' && ends !== 'session' && store.has('ended')) store.remove(['ended']);
  const check = (what: string) => {
    const why = place.problem();
    if (why) throw new AnyhookError('state', `${what} is not known: ${why}`);
    store.use();
  };
  const loops = String(event.loopCount ?? 0);
  /** Whether a field is of this turn. */
  const isNow = (name: string, kept: Json): boolean => {
    if (name === 'prompt' && (loops !== '0' || event.retry === true)) return true;
    if (!kept.turn || kept.turn !== turns.id()) return false;
    // Where a follow-up is no turn of its own, what one stop was told is none of the next one's.
    if (kept.loops === undefined) store.write(`field-${name}`, { ...kept, loops });
    return kept.loops === undefined || kept.loops === loops;
  };

  return {
    /** A session starts: nothing is left of one that ended. */
    begin(): void {
      if (place.exists() && store.take('ended')) store.clear(() => false);
    },
    /** A field of an earlier event, unless it is stale. */
    recallField(name: string): unknown {
      const kept = place.exists() ? store.read(`field-${name}`) : undefined;
      return kept && isNow(name, kept) ? kept.value : undefined;
    },
    rememberField(name: string, value: unknown): boolean {
      const turn = turns.id() ?? '';
      // A retry's prompt is the one before it, as the Gemini family has it.
      if (name === 'prompt' && turns.noted() === turn && turns.person() !== turn) return true;
      const kept = { turn, value };
      if (JSON.stringify(kept).length <= maxValueBytes && store.write(`field-${name}`, kept))
        return true;
      store.remove([`field-${name}`]);
      return false;
    },
    /** Keeps the variables that this hook asked for. */
    keepVariables(env: Json): boolean {
      const name = `env-${hash(hook)}`;
      // Of hooks at once, the last one's counts.
      const kept = { at: performance.timeOrigin + performance.now(), env };
      const fits = Buffer.byteLength(JSON.stringify(env)) <= room.env;
      if (fits && store.write(name, kept)) return true;
      store.remove([name]);
      store.claim(name); // empty: whoever relies on it is told
      return false;
    },
    /** Every variable that hooks asked for. Throws `state`. */
    env(): Record<string, string> {
      const what = 'what a hook of this session’s start set';
      check(what);
      const all = store.names('env-').map((name) => store.read(name));
      if (!all.every((one) => one !== undefined)) {
        throw new AnyhookError(
          'state',
          `${what} is lost from ~/.anyhook/state: begin a new session`,
        );
      }
      all.sort((a, b) => Number(a.at) - Number(b.at));
      const out: Record<string, string> = {};
      for (const { env } of all) {
        for (const [key, text] of Object.entries((env ?? {}) as Json)) {
          if (/^[^=\0]+$/.test(key) && typeof text === 'string' && !text.includes('\0')) {
            out[key] = text;
          }
        }
      }
      return out;
    },
    /** Notes a prompt. */
    notePrompt: turns.prompted,
    /** The turn that goes on, as an id. */
    turn: turns.id,
    /** Whether this hook was told since the last prompt; from now on it was. */
    noteAsked(): boolean {
      const turn = turns.id();
      if (turn === undefined) return false; // nobody tells us when one begins
      const name = `told-${hash(hook)}`;
      if (store.read(name)?.turn === turn) return true;
      store.write(name, { turn });
      return false;
    },
    noteCallStart: () => store.append('starts', `${fingerprint(event)} ${now()}`, room.starts),
    /** Milliseconds since the call of this event was noted. */
    readCallDuration(): number | undefined {
      const call = `${fingerprint(event)} `;
      const line = store.lines('starts', room.starts).findLast((one) => one.startsWith(call));
      const at = Number(line?.slice(call.length));
      return line && at ? Math.max(0, now() - at) : undefined;
    },
    /** False: it could not be noted. */
    noteHalt(reason: string): boolean {
      const kept = { reason: reason.slice(0, room.reason), person: turns.person() ?? '' };
      return store.write('halt', kept) || store.claim('halt') !== undefined;
    },
    /** Why everything has to stop until a person says more. Throws `state`. */
    readHaltReason(): string | undefined {
      check('whether a hook stopped this session');
      if (!store.has('halt')) return undefined;
      const kept = store.read('halt');
      if (!kept) return 'Stopped by a hook.'; // there was no room for more
      return kept.person === (turns.person() ?? '') ? String(kept.reason) : undefined;
    },
    keepContext: contexts.keep,
    takeContext: contexts.take,
    countFollowUps: loop.count,
    claimFollowUp: loop.ask,
    /** Notes a follow-up that nobody here counts, or that there was none. */
    noteFollowUp: loop.noted,
    /** What lasts, lasts while another window has the session open. */
    forget(): void {
      if (!place.exists()) return;
      const names = store.names('');
      const stays = names.some((name) => name.startsWith('env-') || name === 'halt');
      store.clear((name) => stays && isLasting(name));
      if (stays) store.write('ended', { at: Date.now() });
    },
  };
}

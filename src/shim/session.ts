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

/** What one session of an agent remembers between hook processes. */
export type Session = Pick<StateFolder, 'exists' | 'problem'> & ReturnType<typeof makeSession>;

/** Why something is not remembered, in notices. */
export const noStateReason = 'nothing can be kept in ~/.anyhook/state';

/** The largest sizes in bytes: variables of one hook, reason of a halt, list of calls that began. */
const maxBytes = { env: 131_072, reason: 10_000, starts: 65_536 };

/**
 * Opens the memory of a session. Files are first read when a method other than `exists` and
 * `problem` is called: a plain run calls none. Methods that a guard relies on throw `state` where
 * the state cannot be read.
 *
 * @param project Absent: the session is told from others by its id alone.
 * @param hook The key of the hook that runs.
 */
export function openSession(
  host: CountedHost,
  project: string | undefined,
  event: Draft,
  hook: string,
): Session {
  // Without an id all sessions would share one memory: nothing is kept.
  const key = event.session ? JSON.stringify([host.id, project ?? '', event.session]) : '';
  const folder = stateFolderOf(key);
  const session = once(() => makeSession(folder, key, event, hook, host));
  const { exists, problem } = folder;
  return new Proxy({ exists, problem } as Session, {
    get: (own, name) => own[name as 'exists'] ?? session()[name as never],
  });
}

function makeSession(
  folder: StateFolder,
  key: string,
  event: Draft,
  hook: string,
  host: CountedHost,
) {
  const store = openStore(folder);
  const turns = openTurns(store, event, key, (turn) => readFollowUps(store, turn));
  const followUps = openFollowUps(store, event, hook, turns, host);
  const { begins, ends } = traitsOf(event.event);
  const contexts = openPendingContext(store, hook, begins === 'session', turns);
  const now = () => Date.parse(String(event.time)) || Date.now();
  // An event after the end of a session comes from another window, in which the session goes on.
  if (begins !== 'session' && ends !== 'session' && store.has('ended')) store.remove(['ended']);
  /** Throws `state` where the folder cannot be read; else marks the session as used. */
  const requireState = (what: string) => {
    const problem = folder.problem();
    if (problem) throw new AnyhookError('state', `${what} is not known: ${problem}`);
    store.use();
  };
  const loops = String(event.loopCount ?? 0);
  /** Tells whether a remembered field is of the current turn and, at stops, of this very stop. */
  const isCurrent = (name: string, kept: Json): boolean => {
    if (name === 'prompt' && (loops !== '0' || event.retry === true)) return true;
    if (!kept.turn || kept.turn !== turns.id()) return false;
    // Where a follow-up begins no turn, a field belongs to the first stop that reads it.
    if (kept.loops === undefined) store.write(`field-${name}`, { ...kept, loops });
    return kept.loops === undefined || kept.loops === loops;
  };

  return {
    /** Begins the session: forgets everything where an earlier session of this id has ended. */
    begin(): void {
      if (folder.exists() && store.take('ended')) store.clear(() => false);
    },
    /** Reads a field that an earlier event of this turn left; undefined where there is none. */
    recallField(name: string): unknown {
      const kept = folder.exists() ? store.read(`field-${name}`) : undefined;
      return kept && isCurrent(name, kept) ? kept.value : undefined;
    },
    /** Keeps a field for later events of this turn. Returns false where it cannot be kept. */
    rememberField(name: string, value: unknown): boolean {
      const turn = turns.id() ?? '';
      // In the Gemini family a retry's prompt is the prompt of the person, which is kept already.
      if (name === 'prompt' && turns.notedId() === turn && turns.personId() !== turn) return true;
      const kept = { turn, value };
      if (JSON.stringify(kept).length <= maxValueBytes && store.write(`field-${name}`, kept))
        return true;
      store.remove([`field-${name}`]);
      return false;
    },
    /**
     * Keeps the variables that this hook asked for. Of several hooks at once the last one wins.
     *
     * @returns false where they cannot be kept: an empty file then makes later reads fail.
     */
    keepVariables(env: Json): boolean {
      const name = `env-${hash(hook)}`;
      const kept = { at: performance.timeOrigin + performance.now(), env };
      const fits = Buffer.byteLength(JSON.stringify(env)) <= maxBytes.env;
      if (fits && store.write(name, kept)) return true;
      store.remove([name]);
      store.claim(name);
      return false;
    },
    /** Reads all variables that hooks of this session asked for. Throws `state`. */
    readVariables(): Record<string, string> {
      const what = 'what a hook of this session’s start set';
      requireState(what);
      const all = store.names('env-').map((name) => store.read(name));
      if (!all.every((one) => one !== undefined)) {
        throw new AnyhookError(
          'state',
          `${what} is lost from ~/.anyhook/state: begin a new session`,
        );
      }
      all.sort((a, b) => Number(a.at) - Number(b.at));
      const variables: Record<string, string> = {};
      for (const { env } of all) {
        for (const [key, text] of Object.entries((env ?? {}) as Json)) {
          if (/^[^=\0]+$/.test(key) && typeof text === 'string' && !text.includes('\0')) {
            variables[key] = text;
          }
        }
      }
      return variables;
    },
    notePrompt: turns.notePrompt,
    turnId: turns.id,
    /**
     * Notes that this hook was asked in this turn.
     *
     * @returns whether it was asked before in this turn; false where turns are not known.
     */
    noteAsked(): boolean {
      const turn = turns.id();
      if (turn === undefined) return false;
      const name = `told-${hash(hook)}`;
      if (store.read(name)?.turn === turn) return true;
      store.write(name, { turn });
      return false;
    },
    /** Notes when the tool call of this event began. */
    noteCallStart: () => store.append('starts', `${fingerprint(event)} ${now()}`, maxBytes.starts),
    /** Returns the milliseconds since the tool call of this event began; undefined: not known. */
    readCallDuration(): number | undefined {
      const call = `${fingerprint(event)} `;
      const line = store.lines('starts', maxBytes.starts).findLast((one) => one.startsWith(call));
      const at = Number(line?.slice(call.length));
      return line && at ? Math.max(0, now() - at) : undefined;
    },
    /** Notes that a hook halted the session. Returns false where that cannot be kept. */
    noteHalt(reason: string): boolean {
      const kept = { reason: reason.slice(0, maxBytes.reason), person: turns.personId() ?? '' };
      return store.write('halt', kept) || store.claim('halt') !== undefined;
    },
    /**
     * Returns the reason of a halt, which holds until the next prompt of a person; undefined where
     * the session is not halted. Throws `state`.
     */
    readHaltReason(): string | undefined {
      requireState('whether a hook stopped this session');
      if (!store.has('halt')) return undefined;
      const kept = store.read('halt');
      if (!kept) return 'Stopped by a hook.'; // there was no room for the reason
      return kept.person === (turns.personId() ?? '') ? String(kept.reason) : undefined;
    },
    keepContext: contexts.keep,
    takeContext: contexts.take,
    countFollowUps: followUps.count,
    claimFollowUp: followUps.claim,
    noteFollowUp: followUps.note,
    /**
     * Ends the session. Variables and a halt stay, with the current turn, because another window may
     * have the session open; all else is removed.
     */
    forget(): void {
      if (!folder.exists()) return;
      const names = store.names('');
      const stays = names.some((name) => name.startsWith('env-') || name === 'halt');
      store.clear((name) => stays && isLasting(name));
      if (stays) store.write('ended', { at: Date.now() });
    },
  };
}

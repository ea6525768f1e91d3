import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import { fingerprint } from '../mapping/fingerprint.ts';
import { hash } from '../util/hash.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { openFollowUps, readFollowUps } from './follow-ups.ts';
import { openPendingContext } from './pending-context.ts';
import { maxValueBytes, openStore, type StateFolder, stateFolderOf } from './store.ts';
import { isLasting } from './sweep-sessions.ts';
import { openTurns } from './turns.ts';

/** The memory of one session of an agent: values that later hook processes of the session can read. */
export type Session = Pick<StateFolder, 'exists' | 'findProblem'> & ReturnType<typeof makeSession>;

/** The fields of a host's adapter that its sessions depend on. */
type SessionHost = Pick<Adapter, 'id' | 'keepsRetry'>;

/** The reason that notices give where a value could not be kept. */
export const noStateReason = 'nothing can be kept in ~/.anyhook/state';

/**
 * The most that is kept: bytes of one hook's variables, characters of the reason of a halt, and bytes
 * of the list of calls that began.
 */
const maxKept = { env: 131_072, reason: 10_000, starts: 65_536 };

/**
 * Opens the memory of a session. No file is read until a method other than `exists` and `findProblem` is
 * called; a run that needs no memory calls none of them. Methods that a guard relies on throw `state`
 * where the files cannot be read.
 *
 * @param project The project folder of the session, which belongs to its key. Absent: sessions of all
 *   projects with this id share one memory.
 * @param event The event of this run, which states the id of the session.
 * @param hook The key of the hook that runs, for what is kept of each hook.
 */
export function openSession(
  host: SessionHost,
  project: string | undefined,
  event: Draft,
  hook: string,
): Session {
  // Without an id all sessions would share one memory: nothing is kept.
  const key = event.session ? JSON.stringify([host.id, project ?? '', event.session]) : '';
  const folder = stateFolderOf(key);
  const session = once(() => makeSession(folder, key, event, hook, host));
  const { exists, findProblem } = folder;
  return new Proxy({ exists, findProblem } as Session, {
    get: (own, name) => own[name as 'exists'] ?? session()[name as never],
  });
}

function makeSession(
  folder: StateFolder,
  key: string,
  event: Draft,
  hook: string,
  host: SessionHost,
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
    const problem = folder.findProblem();
    if (problem) throw new AnyhookError('state', `${what} is not known: ${problem}`);
    store.markUsed();
  };
  const followUpCount = String(event.loopCount ?? 0);
  /**
   * Tells whether a remembered value may be used at this event: it must be of the current turn, and no
   * event with another number of follow-ups may have claimed it. If nobody has, claims it for this
   * number. A prompt may be used at every follow-up and retry, of whatever turn it is.
   */
  const claimIfCurrent = (name: string, kept: Json): boolean => {
    if (name === 'prompt' && (followUpCount !== '0' || event.retry === true)) return true;
    if (!kept.turn || kept.turn !== turns.id()) return false;
    // Several stops may be of one turn, where a follow-up begins none: the first that reads the value gets it.
    if (kept.loops === undefined) store.write(`field-${name}`, { ...kept, loops: followUpCount });
    return kept.loops === undefined || kept.loops === followUpCount;
  };

  return {
    /** Begins the session. If an earlier session of this id has ended, forgets all that it kept. */
    begin(): void {
      if (folder.exists() && store.take('ended')) store.removeAllBut(() => false); // keeps nothing
    },
    /**
     * Reads a value that an earlier event of this turn left, by the name of the event field it is for.
     *
     * @returns undefined where there is none.
     */
    recallValue(name: string): unknown {
      const kept = folder.exists() ? store.read(`field-${name}`) : undefined;
      return kept && claimIfCurrent(name, kept) ? kept.value : undefined;
    },
    /**
     * Keeps a value for an event field of that name, for later events of this turn.
     *
     * @returns false where it cannot be kept; a value kept before is then removed.
     */
    rememberValue(name: string, value: unknown): boolean {
      const turn = turns.id() ?? '';
      // A follow-up, and no person, began this turn. In the Gemini family the prompt of a retry is the
      // prompt of the person: it is kept already, and stays.
      if (name === 'prompt' && turns.notedTurnId() === turn && turns.personTurnId() !== turn)
        return true;
      const kept = { turn, value };
      if (JSON.stringify(kept).length <= maxValueBytes && store.write(`field-${name}`, kept))
        return true;
      store.remove([`field-${name}`]);
      return false;
    },
    /**
     * Keeps the variables that this hook sets for later hooks of the session, in place of those that it
     * set before.
     *
     * @returns false where they cannot be kept: an empty file then makes later reads fail.
     */
    keepVariables(env: Json): boolean {
      const name = `env-${hash(hook)}`;
      const kept = { at: performance.timeOrigin + performance.now(), env };
      const fits = Buffer.byteLength(JSON.stringify(env)) <= maxKept.env;
      if (fits && store.write(name, kept)) return true;
      store.remove([name]);
      store.claim(name);
      return false;
    },
    /**
     * Reads the variables that hooks of this session have set. Where several have set one variable, the
     * value that was kept last counts. Throws `state`.
     */
    readVariables(): Record<string, string> {
      const what = 'what a hook of this session’s start set';
      requireState(what);
      const all = store.listNames('env-').map((name) => store.read(name));
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
     * Notes that this hook is run in this turn, for events that the host fires many times in a turn.
     *
     * @returns whether it was noted before in this turn; false where turns are not known.
     */
    noteRunInTurn(): boolean {
      const turn = turns.id();
      if (turn === undefined) return false;
      const name = `told-${hash(hook)}`;
      if (store.read(name)?.turn === turn) return true;
      store.write(name, { turn });
      return false;
    },
    /** Notes that the tool call of this event begins, and when. */
    noteCallStart: () =>
      store.appendLine('starts', `${fingerprint(event)} ${now()}`, maxKept.starts),
    /** Returns the milliseconds since the tool call of this event began; undefined: not known. */
    readCallDuration(): number | undefined {
      const call = `${fingerprint(event)} `;
      const line = store
        .readLines('starts', maxKept.starts)
        .findLast((one) => one.startsWith(call));
      const at = Number(line?.slice(call.length));
      return line && at ? Math.max(0, now() - at) : undefined;
    },
    /** Notes that a hook halted the session, and why. Returns false where the halt cannot be kept. */
    noteHalt(reason: string): boolean {
      const kept = { reason: reason.slice(0, maxKept.reason), person: turns.personTurnId() ?? '' };
      return store.write('halt', kept) || store.claim('halt') !== undefined;
    },
    /**
     * Returns the reason of a halt. A halt holds until the next prompt of a person, but one whose reason
     * could not be kept has no turn either, and holds until the files of the session are removed.
     * Throws `state`.
     *
     * @returns undefined where the session is not halted.
     */
    readHaltReason(): string | undefined {
      requireState('whether a hook stopped this session');
      if (!store.has('halt')) return undefined;
      const kept = store.read('halt');
      if (!kept) return 'Stopped by a hook.'; // there was no room for the reason
      return kept.person === (turns.personTurnId() ?? '') ? String(kept.reason) : undefined;
    },
    keepContext: contexts.keep,
    takeContext: contexts.take,
    countFollowUps: followUps.count,
    claimFollowUp: followUps.claim,
    noteFollowUp: followUps.note,
    /**
     * Ends the session and removes what it kept. If there are variables or a halt, these stay, and the
     * current turn with them: another window may have the session open, in which guards need them.
     */
    forget(): void {
      if (!folder.exists()) return;
      const names = store.listNames('');
      const hasLasting = names.some((name) => name.startsWith('env-') || name === 'halt');
      store.removeAllBut((name) => hasLasting && isLasting(name));
      if (hasLasting) store.write('ended', { at: Date.now() });
    },
  };
}

import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import { stoppedByHook } from '../mapping/default-reasons.ts';
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

/** The part of a host's adapter that session memory depends on. */
type SessionHost = Pick<Adapter, 'id' | 'keepsRetry'>;

/** The words in which notices say why a value could not be kept. */
export const noStateReason = 'nothing can be kept in ~/.anyhook/state';

/**
 * Limits of what is kept. `env`: bytes of one hook's variables; `reason`: characters of the reason of a
 * halt; `starts`: bytes of the list that says when calls began.
 */
const maxKept = { env: 131_072, reason: 10_000, starts: 65_536 };

/**
 * Opens the memory of a session. No file is read until a method other than `exists` and `findProblem` is
 * called; a run that needs no memory calls none of them. `readVariables` and `readHaltReason`, on which guards
 * rely, throw `state` if the files cannot be read.
 *
 * @param project The project folder of the session. Two sessions with one id in different projects do
 *   not share a memory. Absent: they do.
 * @param event The event of this run, which states the id of the session.
 * @param hook The key of the hook of this run: variables, context and follow-ups are kept for each hook.
 */
export function openSession(
  host: SessionHost,
  project: string | undefined,
  event: Draft,
  hook: string,
): Session {
  // Without an id all sessions would share one memory, so nothing is kept.
  const key = event.session ? JSON.stringify([host.id, project ?? '', event.session]) : '';
  const folder = stateFolderOf(key);
  const session = once(() => makeSession(folder, key, event, hook, host));
  const { exists, findProblem } = folder;
  // The first use of any other method makes the session.
  return new Proxy({ exists, findProblem } as Session, {
    get: (folderMethods, name) => folderMethods[name as 'exists'] ?? session()[name as never],
  });
}

/** Makes the methods of a session that read its files, which are in `folder`. If `key` is empty, there are no files. */
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
  const pendingContext = openPendingContext(store, hook, begins === 'session', turns);
  const now = () => Date.parse(String(event.time)) || Date.now();
  // An event after the end of a session comes from another window, in which the session goes on.
  if (begins !== 'session' && ends !== 'session' && store.has('ended')) store.remove(['ended']);
  /**
   * Throws `state` if the folder cannot be read. Else marks the session as used.
   *
   * @param what What is not known then, for the message.
   */
  const requireReadable = (what: string) => {
    const problem = folder.findProblem();
    if (problem) throw new AnyhookError('state', `${what} is not known: ${problem}`);
    store.markUsed();
  };
  const followUpCount = String(event.loopCount ?? 0);
  /**
   * Tells whether a remembered value may be used at this event, and claims it for the events that come
   * before the next follow-up.
   *
   * - A value may be used in the turn in which it was kept. If the host begins no turn at a follow-up, that
   *   turn has several parts, which follow-ups divide. Then the value is for one part: that of the first
   *   event that reads it. `loops` notes the part, as the number of follow-ups before it.
   * - A prompt may also be used at every follow-up and retry, even in a later turn.
   */
  const claimIfCurrent = (name: string, kept: Json): boolean => {
    if (name === 'prompt' && (followUpCount !== '0' || event.retry === true)) return true;
    if (!kept.turn || kept.turn !== turns.id()) return false;
    if (kept.loops === undefined) store.write(`field-${name}`, { ...kept, loops: followUpCount });
    return kept.loops === undefined || kept.loops === followUpCount;
  };

  return {
    /** Begins the session. If an earlier session of this id has ended, forgets all that it kept. */
    begin(): void {
      if (folder.exists() && store.take('ended')) store.removeAllBut(() => false);
    },
    /** Reads the value that an earlier event of this turn kept under a name. Returns undefined if none did. */
    recallValue(name: string): unknown {
      const kept = folder.exists() ? store.read(`field-${name}`) : undefined;
      return kept && claimIfCurrent(name, kept) ? kept.value : undefined;
    },
    /**
     * Keeps a value under a name, for later events of this turn.
     *
     * @returns false where the value cannot be kept. What was kept under the name is then removed.
     */
    rememberValue(name: string, value: unknown): boolean {
      const turn = turns.id() ?? '';
      // The prompt of a turn that a follow-up began is not kept: the prompt of the person stays in memory. At a
      // retry hooks are told that prompt, as some agents do.
      if (name === 'prompt' && turns.notedTurnId() === turn && turns.personTurnId() !== turn)
        return true;
      const kept = { turn, value };
      if (JSON.stringify(kept).length <= maxValueBytes && store.write(`field-${name}`, kept))
        return true;
      store.remove([`field-${name}`]);
      return false;
    },
    /**
     * Keeps the variables that this hook sets for later hooks of the session. They replace those that it
     * set before.
     *
     * @returns false where they cannot be kept. An empty file then makes `readVariables` throw.
     */
    keepVariables(env: Json): boolean {
      const name = `env-${hash(hook)}`;
      const kept = { at: performance.timeOrigin + performance.now(), env };
      const fits = Buffer.byteLength(JSON.stringify(env)) <= maxKept.env;
      if (fits && store.write(name, kept)) return true;
      store.remove([name]);
      store.claim(name); // makes the empty file
      return false;
    },
    /**
     * Reads the variables that hooks of this session have set, mostly at its start, of which the messages speak.
     * Where several have set one variable, the value that was kept last counts. Throws `state`.
     */
    readVariables(): Record<string, string> {
      const what = 'what hooks set for this session';
      requireReadable(what);
      const keptByHooks = store.listNames('env-').map((name) => store.read(name));
      if (!keptByHooks.every((kept) => kept !== undefined)) {
        throw new AnyhookError(
          'state',
          `${what} is lost from ~/.anyhook/state: begin a new session`,
        );
      }
      keptByHooks.sort((a, b) => Number(a.at) - Number(b.at));
      const variables: Record<string, string> = {};
      for (const { env } of keptByHooks) {
        for (const [name, text] of Object.entries((env ?? {}) as Json)) {
          // An environment has no name with `=`, and neither name nor value with a NUL byte.
          if (/^[^=\0]+$/.test(name) && typeof text === 'string' && !text.includes('\0')) {
            variables[name] = text;
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
     * @returns true if that was noted in this turn before. False also where the turn is not known.
     */
    noteRunInTurn(): boolean {
      const turn = turns.id();
      if (turn === undefined) return false;
      const name = `told-${hash(hook)}`;
      if (store.read(name)?.turn === turn) return true;
      store.write(name, { turn });
      return false;
    },
    /** Notes that the tool call of this event begins: adds a line `FINGERPRINT TIME` to the list `starts`. */
    noteCallStart: () =>
      store.appendLine('starts', `${fingerprint(event)} ${now()}`, maxKept.starts),
    /** Returns the milliseconds since the tool call of this event began. Undefined: it is not known when. */
    readCallDuration(): number | undefined {
      const prefix = `${fingerprint(event)} `;
      const line = store
        .readLines('starts', maxKept.starts)
        .findLast((one) => one.startsWith(prefix));
      const began = Number(line?.slice(prefix.length));
      return line && began ? Math.max(0, now() - began) : undefined;
    },
    /** Notes that a hook halted the session, and why. Returns false where not even the halt can be kept. */
    noteHalt(reason: string): boolean {
      const kept = { reason: reason.slice(0, maxKept.reason), person: turns.personTurnId() ?? '' };
      // Where there is no room for the reason, an empty file notes the halt alone: `claim` makes it.
      return store.write('halt', kept) || store.claim('halt') !== undefined;
    },
    /**
     * Returns why the session is halted. A halt holds until the next prompt of a person. Where there was
     * no room for its reason, its turn is not known either: then it holds until the files of the session
     * are removed. Throws `state`.
     *
     * @returns undefined where the session is not halted.
     */
    readHaltReason(): string | undefined {
      requireReadable('whether a hook stopped this session');
      if (!store.has('halt')) return undefined;
      const kept = store.read('halt');
      if (!kept) return stoppedByHook;
      return kept.person === (turns.personTurnId() ?? '') ? String(kept.reason) : undefined;
    },
    keepContext: pendingContext.keep,
    takeContext: pendingContext.take,
    countFollowUps: followUps.count,
    claimFollowUp: followUps.claim,
    noteFollowUp: followUps.note,
    /**
     * Ends the session and removes what it kept. But variables and a halt stay, and with them the current
     * turn: another window may have the session open, and its guards need them.
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

import type { Adapter, Draft } from '../mapping/adapter.ts';
import { hash } from '../util/hash.ts';
import type { Store } from './store.ts';
import { containsFollowUp, type Turns } from './turns.ts';

/** The last follow-up that a hook asked for, and the stop event at which it did. It is the file `loop-ID`. */
interface LastFollowUp {
  /** Id that the host stated for the turn of that stop. Absent: it stated none. */
  within?: string | undefined;
  /** Id of the turn whose prompt was noted last before that stop. Empty: none was noted. */
  turn: string;
  /** Id of the last turn before that stop that a prompt of a person began. Empty: none was noted. */
  person: string;
  /** Id of the series: follow-ups that are counted together. Empty: none is counted, or the series is over. */
  series: string;
  /** Hash of the prompt that the first stop of the series stated. */
  prompt: string;
  /** Hash of the agent's response at the stop of this follow-up. */
  response: string;
  /** Length of that response, in characters. */
  length: number;
  /** The beginning of the follow-up. */
  text: string;
  /** Number of follow-ups since the hash in `prompt` changed last, of all series together. */
  total: number;
}

/** The `total` from which on all follow-ups after one prompt are one series, so that every loop ends. */
const maxTotal = 50;
/** Number of claims that are kept where there is no limit. More hooks than that do not run side by side. */
const keptClaims = 100;
/** Number of characters of a follow-up that are kept, to recognise it in a prompt. */
const keptCharacters = 65_536;

const readLast = (store: Store, name: string) => store.read(name) as LastFollowUp | undefined;

/** Reads the texts of the follow-ups that hooks asked for in a turn, which is given by its id. */
export function readFollowUps(store: Store, turn: string): string[] {
  const lastOfHooks = store.listNames('loop-').map((name) => readLast(store, name));
  return lastOfHooks.filter((last) => last?.turn === turn).map((last) => String(last?.text));
}

/**
 * Opens the count of the follow-ups that one hook asks for at stop events. Those of the agent, and of each
 * subagent, are counted separately. A follow-up is counted by a claim: an empty file
 * `claim-ID-SERIES-NUMBER`. Of several hooks that run side by side, only one can make the file.
 *
 * @param hook The key of the hook.
 */
export function openFollowUps(
  store: Store,
  event: Draft,
  hook: string,
  turns: Turns,
  { keepsRetry }: Pick<Adapter, 'keepsRetry'>,
) {
  const subagent = event.subagent || event.agent;
  const id = hash(subagent ? `${hook} ${subagent}` : hook);
  const lastName = `loop-${id}`;
  const claimPrefix = `claim-${id}-`;
  const within = turns.nativeId();
  // Read now: the run later puts our own count into the event.
  const { loopCount } = event;
  // The retry flag: a hook has already asked for a follow-up. Undefined: the host does not state it.
  const retry = event.retry ?? (loopCount === undefined ? undefined : Number(loopCount) > 0);
  const prompt = String(event.prompt ?? '');
  const response = String(event.response ?? '');

  /**
   * Returns the last follow-up if this stop continues its series, and undefined if the stop begins a new
   * series. The first of these that is known decides:
   *
   * 1. the retry flag, if it is set, or if it is not set and the host keeps it until the turn ends;
   * 2. the last turn that a person began;
   * 3. the prompt, and the response.
   */
  function readContinued(): LastFollowUp | undefined {
    const last = readLast(store, lastName);
    if (!last?.series) return undefined;
    // Within one turn a lost retry flag does not begin a series, else a loop would never end.
    const isOtherTurn = within === undefined || last.within !== within;
    if (keepsRetry && retry === false && isOtherTurn) return undefined;
    if (retry === true) return last;
    const person = turns.personTurnId();
    if (person !== undefined) return last.person === person ? last : undefined;
    // Some hosts state the follow-up as the prompt of a retry, and no prompt once the retry called a tool.
    const isRetry = prompt === '' || containsFollowUp(prompt, last.text);
    if (!isRetry && last.prompt !== hash(prompt)) return undefined;
    // Other hosts state the prompt of the person at a retry too. There the response of a retry begins with
    // the response before it. The retry flag does not suffice: it is lost once the retry calls a tool.
    const isContinued = isRetry || hash(response.slice(0, last.length)) === last.response;
    return isContinued || last.total >= maxTotal ? last : undefined;
  }

  /** Returns the number at the end of a claim's name. */
  const numberOf = (claim: string): number => Number(claim.slice(claim.lastIndexOf('-') + 1));

  /** Returns the number of follow-ups in a series. Their claims are numbered from 0, and old ones may be removed. */
  const countSeries = (series: string): number => {
    const made = store.listNames(claimPrefix + series);
    return Math.max(0, ...made.map((claim) => numberOf(claim) + 1));
  };

  /**
   * Writes a follow-up as the last one. Returns false where it could not be kept.
   *
   * @param continued The last follow-up before, if the new one continues its series.
   */
  function writeLast(text: string, continued: LastFollowUp | undefined, series: string): boolean {
    const before = readLast(store, lastName);
    const firstPrompt = continued?.prompt ?? hash(prompt);
    const total = before?.prompt === firstPrompt ? before.total : 0;
    return store.write(lastName, {
      within,
      turn: turns.notedTurnId() ?? '',
      person: turns.personTurnId() ?? '',
      series,
      prompt: firstPrompt,
      response: hash(response),
      length: response.length,
      text: text.slice(0, keptCharacters),
      total: total + 1,
    } satisfies LastFollowUp);
  }

  return {
    /** Returns the number of follow-ups in the series that this stop continues; 0 for a new series. */
    count(): number {
      const continued = store.exists() ? readContinued() : undefined;
      return continued ? countSeries(continued.series) : 0;
    },
    /**
     * Counts one more follow-up.
     *
     * @param text The follow-up.
     * @param limit The greatest number of follow-ups in one series. Null: there is no limit.
     * @returns `counted`; or else why the follow-up was not counted: `limit` if the series has reached
     *   the limit, `unkept` if nothing can be written.
     */
    claim(text: string, limit: number | null): 'counted' | 'limit' | 'unkept' {
      const continued = readContinued();
      const series =
        continued?.series ??
        turns.personTurnId() ??
        hash(`${within ?? ''} ${event.time ?? ''} ${prompt}\0${response}`);
      let number = countSeries(series);
      if (limit !== null && number >= limit) return 'limit';
      if (!writeLast(text, continued, series)) return 'unkept';
      for (; limit === null || number < limit; number++) {
        const isMade = store.claim(`${claimPrefix}${series}-${number}`);
        if (isMade === undefined) return 'unkept';
        if (!isMade) continue; // another hook has claimed this number
        const isOld = (claim: string) =>
          !claim.startsWith(claimPrefix + series) || numberOf(claim) < number - keptClaims;
        store.remove(store.listNames(claimPrefix).filter(isOld));
        return 'counted';
      }
      return 'limit';
    },
    /**
     * Notes a follow-up without counting it, where the host limits follow-ups by itself.
     *
     * @param text The follow-up. Empty: the hook asked for none. If this stop does not continue the hook's
     *   last series either, that series is over.
     */
    note(text: string): void {
      const last = store.read(lastName);
      if (text) writeLast(text, undefined, '');
      else if (last?.text || last?.series) {
        // A series that is over must not go on when another hook asks for a retry.
        const series = readContinued() ? last.series : '';
        if (last.text || last.series !== series) store.write(lastName, { ...last, text, series });
      }
    },
  };
}

import type { Adapter, Draft } from '../mapping/adapter.ts';
import { hash } from '../util/hash.ts';
import type { Store } from './store.ts';
import { containsFollowUp, type Turns } from './turns.ts';

/** The last follow-up that a hook asked for, and the stop event at which it did: the file `loop-ID`. */
interface LastFollowUp {
  /** Id of the turn of that stop, as the host states it. */
  within?: string | undefined;
  /** Id of the turn that was the last noted one at that stop. */
  turn: string;
  /** Id of the last turn before that stop that a prompt of a person began. */
  person: string;
  /** Follow-ups of one series count together. Empty: the host counts by itself. */
  series: string;
  /** Hash of the prompt that began the series. */
  prompt: string;
  /** Hash of the agent's response at that stop. */
  response: string;
  /** Length of that response. */
  length: number;
  /** The beginning of the follow-up. */
  text: string;
  /** Number of follow-ups since that prompt was first seen, of all series together. */
  total: number;
}

/** From this total on, all follow-ups after one prompt are one series, so that every loop ends. */
const maxTotal = 50;
/** Number of claims that are kept where there is no limit: more than hooks run side by side. */
const keptClaims = 100;
/** Number of characters of a follow-up that are kept, to recognise it in a prompt. */
const keptCharacters = 65_536;

const readLast = (store: Store, name: string) => store.read(name) as LastFollowUp | undefined;

/** Reads the follow-ups that hooks asked for in a turn. */
export function readFollowUps(store: Store, turn: string): string[] {
  const all = store.listNames('loop-').map((name) => readLast(store, name));
  return all.filter((last) => last?.turn === turn).map((last) => String(last?.text));
}

/**
 * Opens the count of the follow-ups that one hook asks for at stop events. Those of each subagent are
 * counted separately. A follow-up is counted by a claim, an empty file with its number, because only one of
 * several hooks that run side by side can make it.
 */
export function openFollowUps(
  store: Store,
  event: Draft,
  hook: string,
  turns: Turns,
  { keepsRetry }: Pick<Adapter, 'keepsRetry'>,
) {
  const agent = event.subagent || event.agent;
  const id = hash(agent ? `${hook} ${agent}` : hook);
  const name = `loop-${id}`;
  const claims = `claim-${id}-`;
  const within = turns.nativeId();
  // Read now: the run later puts our own count into the event.
  const { loopCount } = event;
  const retry = event.retry ?? (loopCount === undefined ? undefined : Number(loopCount) > 0);
  const prompt = String(event.prompt ?? '');
  const response = String(event.response ?? '');

  /**
   * Returns the last follow-up if this stop continues its series; undefined if the stop begins a new
   * series. The first of these that is known decides: the retry flag of a host that keeps it until the
   * turn ends, a retry flag that is set, the last turn of a person, the prompt, and the response.
   */
  function readSeries(): LastFollowUp | undefined {
    const last = readLast(store, name);
    if (!last?.series) return undefined;
    // Within one turn a lost retry flag does not begin a series, else a loop would never end.
    const isOtherTurn = within === undefined || last.within !== within;
    if (keepsRetry && retry === false && isOtherTurn) return undefined;
    if (retry === true) return last;
    const person = turns.personTurnId();
    if (person !== undefined) return last.person === person ? last : undefined;
    // Some hosts give a retry the follow-up as its prompt, and no prompt when it goes on after a tool.
    const isRetry = prompt === '' || containsFollowUp(prompt, last.text);
    if (!isRetry && last.prompt !== hash(prompt)) return undefined;
    // The response of a retry begins with the response before it. The retry flag alone does not
    // suffice: it is lost as soon as the retry calls a tool.
    const continues = isRetry || hash(response.slice(0, last.length)) === last.response;
    return continues || last.total >= maxTotal ? last : undefined;
  }

  const numberOf = (claim: string): number => Number(claim.slice(claim.lastIndexOf('-') + 1));

  const countSeries = (series: string): number => {
    const made = store.listNames(claims).filter((one) => one.startsWith(claims + series));
    return Math.max(0, ...made.map((one) => numberOf(one) + 1));
  };

  /** Writes the last follow-up. Returns false where it could not be kept. */
  function writeLast(text: string, last: LastFollowUp | undefined, series: string): boolean {
    const before = readLast(store, name);
    const origin = last?.prompt ?? hash(prompt);
    const total = before?.prompt === origin ? before.total : 0;
    return store.write(name, {
      within,
      turn: turns.notedTurnId() ?? '',
      person: turns.personTurnId() ?? '',
      series,
      prompt: origin,
      response: hash(response),
      length: response.length,
      text: text.slice(0, keptCharacters),
      total: total + 1,
    } satisfies LastFollowUp);
  }

  return {
    /** Returns the number of follow-ups in the series that this stop continues; 0 for a new series. */
    count(): number {
      const last = store.exists() ? readSeries() : undefined;
      return last ? countSeries(last.series) : 0;
    },
    /**
     * Counts one more follow-up.
     *
     * @param limit The most of one series; null: no limit.
     * @returns `counted`; or else why the follow-up was not counted: `limit` if the series has reached
     *   the limit, `unkept` if nothing can be written.
     */
    claim(text: string, limit: number | null): 'counted' | 'limit' | 'unkept' {
      const last = readSeries();
      const series =
        last?.series ??
        turns.personTurnId() ??
        hash(`${within ?? ''} ${event.time ?? ''} ${prompt}\0${response}`);
      let number = countSeries(series);
      if (limit !== null && number >= limit) return 'limit';
      if (!writeLast(text, last, series)) return 'unkept';
      for (; limit === null || number < limit; number++) {
        const isMade = store.claim(`${claims}${series}-${number}`);
        if (isMade === undefined) return 'unkept';
        if (!isMade) continue;
        const isOld = (one: string) =>
          !one.startsWith(claims + series) || numberOf(one) < number - keptClaims;
        store.remove(store.listNames(claims).filter(isOld));
        return 'counted';
      }
      return 'limit';
    },
    /**
     * Notes a follow-up that is not counted here, as its host counts by itself. Empty: the hook asked
     * for none, which ends its series unless this stop continues it.
     */
    note(text: string): void {
      const last = store.read(name);
      if (text) writeLast(text, undefined, '');
      else if (last?.text || last?.series) {
        // A series that is over must not go on when another hook asks for a retry.
        const series = readSeries() ? last.series : '';
        if (last.text || last.series !== series) store.write(name, { ...last, text, series });
      }
    },
  };
}

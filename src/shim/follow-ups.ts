import type { Adapter, Draft } from '../mapping/adapter.ts';
import { hash } from '../util/hash.ts';
import type { Store } from './store.ts';
import { containsFollowUp, type Turns } from './turns.ts';

/** The last follow-up of a hook, and the stop it was asked for at. */
interface LastFollowUp {
  /** The turn it was asked for in, as the host calls it. */
  within?: string | undefined;
  /** The prompt that was noted last. */
  turn: string;
  person: string;
  /** Follow-ups with this id count together; empty: nobody here counts. */
  series: string;
  /** Of the prompt that began it. */
  prompt: string;
  /** Of the response so far, and its length. */
  response: string;
  length: number;
  text: string;
  /** Follow-ups since that prompt was first seen, whatever they looked like. */
  total: number;
}

/** However a loop looks from outside, it ends. */
const endOfLoops = 50;
/** Claims kept where there is no limit: as many as may be made side by side. */
const side = 100;
/** Of a follow-up, to know it again. */
const head = 65_536;

/** Follow-ups that hooks asked for in the turn that goes on. */
export function readFollowUps(store: Store, turn: string): string[] {
  const all = store.names('loop-').map((name) => store.read(name) as LastFollowUp | undefined);
  return all.filter((last) => last?.turn === turn).map((last) => String(last?.text));
}

/** What of a host its stops are counted by. */
export type CountedHost = Pick<Adapter, 'id' | 'keepsRetry'>;

/**
 * Counts the follow-ups of one hook, of each sub-agent apart. A claim is an empty file: of parallel
 * hooks one can make it.
 */
export function openFollowUps(
  store: Store,
  event: Draft,
  hook: string,
  turns: Turns,
  { keepsRetry }: CountedHost,
) {
  const agent = event.subagent || event.agent;
  const id = hash(agent ? `${hook} ${agent}` : hook);
  const name = `loop-${id}`;
  const claims = `claim-${id}-`;
  const within = turns.native();
  // What the host says: later it is also what we count.
  const { loopCount } = event;
  const retry = event.retry ?? (loopCount === undefined ? undefined : Number(loopCount) > 0);
  const prompt = String(event.prompt ?? '');
  const response = String(event.response ?? '');

  /** The series this stop belongs to; undefined: to none yet. */
  function current(): LastFollowUp | undefined {
    const last = store.read(name) as LastFollowUp | undefined;
    if (!last?.series) return undefined;
    // Within one turn a flag that is lost after all must not begin a loop without an end.
    const isOther = within === undefined || last.within !== within;
    if (keepsRetry && retry === false && isOther) return undefined;
    if (retry === true) return last;
    const person = turns.person();
    if (person !== undefined) return last.person === person ? last : undefined;
    // Some hosts give a retry the follow-up as its prompt, and what goes on after a tool none.
    const goesOn = prompt === '' || containsFollowUp(prompt, last.text);
    if (!goesOn && last.prompt !== hash(prompt)) return undefined;
    // A retry's response begins with the response before it; the retry flag alone is lost as soon
    // as the retry calls a tool.
    const again = goesOn || hash(response.slice(0, last.length)) === last.response;
    return again || last.total >= endOfLoops ? last : undefined;
  }

  const counted = (series: string): number => {
    const made = store.names(claims).filter((one) => one.startsWith(claims + series));
    return Math.max(0, ...made.map((one) => Number(one.slice(one.lastIndexOf('-') + 1)) + 1));
  };

  function note(text: string, last: LastFollowUp | undefined, series: string): boolean {
    const before = store.read(name) as LastFollowUp | undefined;
    const origin = last?.prompt ?? hash(prompt);
    const total = before?.prompt === origin ? before.total : 0;
    return store.write(name, {
      within,
      turn: turns.noted() ?? '',
      person: turns.person() ?? '',
      series,
      prompt: origin,
      response: hash(response),
      length: response.length,
      text: text.slice(0, head),
      total: total + 1,
    } satisfies LastFollowUp);
  }

  return {
    /** Follow-ups this hook asked for since the last prompt of a person. */
    count(): number {
      const last = store.exists() ? current() : undefined;
      return last ? counted(last.series) : 0;
    },
    /** Asks for one more, within a limit. */
    ask(text: string, limit: number | null): 'asked' | 'limit' | 'unkept' {
      const last = current();
      const series =
        last?.series ??
        turns.person() ??
        hash(`${within ?? ''} ${event.time ?? ''} ${prompt}\0${response}`);
      let at = counted(series);
      if (limit !== null && at >= limit) return 'limit';
      if (!note(text, last, series)) return 'unkept';
      for (; limit === null || at < limit; at++) {
        const made = store.claim(`${claims}${series}-${at}`);
        if (made === undefined) return 'unkept';
        if (!made) continue;
        const late = (one: string) =>
          !one.startsWith(claims + series) ||
          Number(one.slice(one.lastIndexOf('-') + 1)) < at - side;
        store.remove(store.names(claims).filter(late));
        return 'asked';
      }
      return 'limit';
    },
    /** Notes what a host was asked for, which counts by itself; or that nothing was. */
    noted(text: string): void {
      const last = store.read(name);
      if (text) note(text, undefined, '');
      else if (last?.text || last?.series) {
        // A series that is over does not go on when another hook asks for a retry.
        const series = current() ? last.series : '';
        if (last.text || last.series !== series) store.write(name, { ...last, text, series });
      }
    },
  };
}

import type { Flags } from '../canonical/flags.ts';
import type { Finished } from '../mapping/adapter.ts';

/** Whose failure it is: the hook's own, or that of us who run it. */
export type Whose = 'hook' | 'ours';

type Policy = Flags['onFailure'];

/** What a failure comes to at a gate; `native`: what the hook's vendor makes of it. */
const policies: Record<Whose, Record<Policy, Policy>> = {
  hook: { native: 'native', block: 'block', allow: 'allow' },
  ours: { native: 'block', block: 'block', allow: 'allow' },
};

export const policyFor = (whose: Whose, said: Policy): Policy => policies[whose][said];

/**
 * Whose failure a command's end is. `limited`: the time limit is one its dialect would not have
 * had. What keeps us from running a command at all is no end of it: it is thrown.
 */
export const whoseEnd = (finished: Finished, limited: boolean): Whose =>
  (finished.timedOut && limited) || finished.tooMuch || isOurs(finished) ? 'ours' : 'hook';

/** Whether no vendor says what an end comes to. */
export const isOurs = (finished: Finished): boolean =>
  finished.unanswered !== undefined && finished.ours === true;

import type { Flags } from '../canonical/flags.ts';
import type { Finished } from '../mapping/adapter.ts';

/** Whose failure it is: the hook's own, or that of us who run it. */
export type FailureSource = 'hook' | 'ours';

type Policy = Flags['onFailure'];

/** What a failure comes to at a gate; `native`: what the hook's vendor makes of it. */
const policies: Record<FailureSource, Record<Policy, Policy>> = {
  hook: { native: 'native', block: 'block', allow: 'allow' },
  ours: { native: 'block', block: 'block', allow: 'allow' },
};

export const policyFor = (whose: FailureSource, said: Policy): Policy => policies[whose][said];

/**
 * Whose failure a command's end is. `limited`: the time limit is one its dialect would not have
 * had. What keeps us from running a command at all is no end of it: it is thrown.
 */
export const failureSourceOf = (finished: Finished, limited: boolean): FailureSource =>
  (finished.timedOut && limited) || finished.tooMuch || isOurFailure(finished) ? 'ours' : 'hook';

/** Whether no vendor says what an end comes to. */
export const isOurFailure = (finished: Finished): boolean =>
  finished.unanswered !== undefined && finished.ours === true;

import type { Flags } from '../canonical/flags.ts';
import type { Finished } from '../mapping/adapter.ts';

/** Who failed: the hook itself, or the shim that runs it. */
export type FailureSource = 'hook' | 'shim';

type Policy = Flags['onFailure'];

/**
 * What a failure counts as at a gate, by who failed and by the `--on-failure` that was given.
 * `native`: what the hook's own vendor takes from it. The shim's own failures block by default.
 */
const policies: Record<FailureSource, Record<Policy, Policy>> = {
  hook: { native: 'native', block: 'block', allow: 'allow' },
  shim: { native: 'block', block: 'block', allow: 'allow' },
};

/**
 * Returns the policy for a failure.
 *
 * @param onFailure Value of `--on-failure`.
 */
export const policyFor = (source: FailureSource, onFailure: Policy): Policy =>
  policies[source][onFailure];

/**
 * Tells who failed where a finished command failed. Errors before the command starts are thrown
 * by the shim and do not come here.
 *
 * @param isOurLimit The time limit was ours, which is shorter than that of the hook's own agent.
 */
export const failureSourceOf = (finished: Finished, isOurLimit: boolean): FailureSource =>
  (finished.timedOut && isOurLimit) || finished.tooMuch || isOurFailure(finished) ? 'shim' : 'hook';

/** Tells whether an address gave no answer, and no vendor states what such a failure counts as. */
export const isOurFailure = (finished: Finished): boolean =>
  finished.unanswered !== undefined && finished.hasNoVendorRule === true;

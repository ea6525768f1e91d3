/** What a hook decided, in canonical terms: its reading after the failure policy, decoded. */
import type { Flags } from '../canonical/flags.ts';
import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Adapter, Context, Finished, Reading } from '../mapping/adapter.ts';
import { isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { failureSourceOf, policyFor } from './failure-policy.ts';
import type { HookInput } from './hook-input.ts';
import { argumentsOf, toolNameOf } from './native-call.ts';
import { decodeOutcome, type NativeCall } from './read-response.ts';

/** The facts by which the failure policy decides what a failure of a hook counts as. */
export interface FailureTerms {
  /** The host's event is a gate. */
  isAtGate: boolean;
  /** The time limit was ours, which is shorter than that of the hook's own agent. */
  isOurLimit: boolean;
  dialect: Adapter;
  flags: Pick<Flags, 'onFailure'>;
}

/**
 * Applies the failure policy to a reading: returns a refusal, an empty reading (no opinion), or the
 * given reading itself where the hook did not fail or its vendor's own handling applies.
 */
export function applyFailurePolicy(
  reading: Reading,
  finished: Finished,
  terms: FailureTerms,
): Reading {
  const { failure } = reading;
  const { isAtGate, isOurLimit, dialect, flags } = terms;
  if (failure === undefined) return reading;
  const policy = policyFor(failureSourceOf(finished, isOurLimit), flags.onFailure);
  if (policy === 'allow') return {};
  const unstarted = finished.notStarted !== undefined && dialect.runtime.blocksUnstarted;
  if (isAtGate && (policy === 'block' || unstarted)) {
    return { deny: `The hook ${failure}.` };
  }
  return reading;
}

/**
 * Decodes a reading into an outcome in canonical terms.
 *
 * @param losses Receives the arguments that a rewritten call keeps although the hook left them out.
 */
export function decodeReading(
  reading: Reading,
  dialect: Context<Adapter>,
  hookInput: HookInput,
  losses: Loss[] = [],
): Outcome {
  if (reading.deny !== undefined) return { decision: 'deny', reason: reading.deny };
  if (!reading.response) return {};
  const input = argumentsOf(hookInput.binding, hookInput.payload);
  const call: NativeCall | undefined = input && { name: toolNameOf(hookInput), input };
  const outcome: Json = decodeOutcome(hookInput.binding, reading.response, dialect, call);
  const given = hookInput.variant.event.input ?? {};
  for (const key of call?.keptArguments ?? []) {
    if (outcome.input && key in given) losses.push({ kind: 'kept', path: `input.${key}` });
  }
  // A hook may print what it was given: an equal request or response is no change.
  for (const key of outcomeKeysWith.mayBeEcho) {
    if (outcome[key] && isSameJson(outcome[key], hookInput.variant.event[key])) delete outcome[key];
  }
  return outcome;
}

/**
 * Returns the outcome of a hook after the failure policy. If the policy made a refusal, and the response
 * that the hook printed halts, the outcome is that response, since a refusal alone would be weaker.
 *
 * @param judged The reading after the policy. It is `reading` itself if the policy changed nothing.
 */
export function outcomeAfterPolicy(
  reading: Reading,
  judged: Reading,
  dialect: Context<Adapter>,
  hookInput: HookInput,
  losses: Loss[] = [],
): Outcome {
  if (judged !== reading && judged.deny !== undefined && reading.response) {
    const outcome = decodeReading({ response: reading.response }, dialect, hookInput);
    if (outcome.halt) return outcome;
  }
  return decodeReading(judged, dialect, hookInput, losses);
}

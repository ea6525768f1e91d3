import type { Flags } from '../canonical/flags.ts';
import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Adapter, Binding, Context, Finished, Reading } from '../mapping/adapter.ts';
import { equal } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { degradeOutcome } from './degraded-outcome.ts';
import { failureSourceOf, policyFor } from './failure-policy.ts';
import { argumentsOf, type HookInput, toolNameOf } from './hook-input.ts';
import type { HostEvent } from './host.ts';
import type { LostRewrite } from './outcome-texts.ts';
import { canExpress, decodeOutcome, encodeOutcome, type NativeCall } from './response.ts';
import { applyRewrite } from './rewrite.ts';
import { isShortEnough, shortenOutcome } from './shortened-outcome.ts';

/** An outcome as it is printed for the host. */
export interface Answer {
  /** Native response; `null`: nothing is printed. */
  response: Json | null;
  /** The outcome that the response expresses. */
  outcome: Outcome;
  /** What of the hook's outcome the response does not express. */
  losses: Loss[];
}

/** What decides what a failure of a hook counts as. */
export interface FailureTerms {
  /** The host's event is a gate. */
  gate: boolean;
  /** The time limit was shorter than the one that the hook's own agent sets. */
  limited: boolean;
  dialect: Adapter;
  flags: Pick<Flags, 'onFailure' | 'name'>;
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
  const { gate, limited, dialect, flags } = terms;
  if (failure === undefined) return reading;
  const policy = policyFor(failureSourceOf(finished, limited), flags.onFailure);
  if (policy === 'allow') return {};
  const unstarted = finished.notStarted !== undefined && dialect.runtime.blocksUnstarted;
  if (gate && (policy === 'block' || unstarted)) {
    return { deny: `The hook${flags.name ? ` ${flags.name}` : ''} ${failure}.` };
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
  dialect: Context,
  told: HookInput,
  losses: Loss[] = [],
): Outcome {
  if (reading.deny !== undefined) return { decision: 'deny', reason: reading.deny };
  if (!reading.response) return {};
  const input = argumentsOf(told.binding, told.payload);
  const call: NativeCall | undefined = input && { name: toolNameOf(told), input };
  const outcome: Json = decodeOutcome(told.binding, reading.response, dialect, call);
  const given = told.variant.event.input ?? {};
  for (const key of call?.keptArguments ?? []) {
    if (outcome.input && key in given) losses.push({ kind: 'kept', path: `input.${key}` });
  }
  // A hook may print what it was given: an equal request or response is no change.
  for (const key of outcomeKeysWith.isEcho) {
    if (outcome[key] && equal(outcome[key], told.variant.event[key])) delete outcome[key];
  }
  return outcome;
}

/**
 * Returns the outcome of a hook after the failure policy. Where the policy made a refusal and the
 * hook's response ends the turn, it still ends the turn: a refusal alone would be weaker.
 *
 * @param judged The reading after the policy; `reading` itself where the policy changed nothing.
 */
export function outcomeAfterPolicy(
  reading: Reading,
  judged: Reading,
  dialect: Context,
  told: HookInput,
  losses: Loss[] = [],
): Outcome {
  if (judged !== reading && judged.deny !== undefined && reading.response) {
    const outcome = decodeReading({ response: reading.response }, dialect, told);
    if (outcome.halt) return outcome;
  }
  return decodeReading(judged, dialect, told, losses);
}

/** A hook's outcome with its rewritten call under the host's names. */
export interface HostOutcome {
  outcome: Outcome;
  /** The rewritten call, where the host cannot apply it. */
  lostRewrite?: LostRewrite | undefined;
}

/**
 * Turns a deny that the host cannot express into a follow-up, where the event can have one: refusing
 * the end of a turn means that the agent is to go on, with the reason as its next prompt.
 */
function replaceLateDeny(wanted: Outcome, bindings: readonly Binding[]): Outcome {
  if (wanted.decision !== 'deny' || canExpress(bindings, 'decision', 'deny')) return wanted;
  const { decision: _, ...rest } = wanted;
  const why = wanted.reason ?? wanted.message ?? 'Blocked by a hook.';
  return canExpress(bindings, 'followUp') ? { ...rest, followUp: wanted.followUp ?? why } : wanted;
}

/**
 * Puts a hook's outcome into the host's terms: a late deny becomes a follow-up, an `allow` that may
 * not skip the host's approval is removed, and a rewritten call is applied to the call that the host
 * made.
 *
 * @param losses Receives what of a rewrite is dropped, as in {@link applyRewrite}.
 */
export function toHostOutcome(
  wanted: Outcome,
  { bindings, payload }: HostEvent,
  context: Context,
  { dialect, told }: { dialect: Adapter; told: HookInput },
  losses: Loss[],
): HostOutcome {
  wanted = replaceLateDeny(wanted, bindings);
  if (wanted.decision === 'allow' && dialect.unsureAllow && dialect !== context.adapter) {
    const { decision: _, ...rest } = wanted;
    wanted = rest;
  }
  if (!wanted.input) return { outcome: wanted };
  const host = { ...context, input: argumentsOf(bindings[0], payload) };
  const result = applyRewrite(host, dialect, told, wanted.input, losses);
  const { input: _, ...rest } = wanted;
  if (told.isHypothetical && !('unchanged' in result)) {
    losses.push({ kind: 'unmade', path: 'input' });
    return { outcome: rest };
  }
  if ('lost' in result) return { outcome: rest, lostRewrite: result.lost };
  if (!('native' in result)) return { outcome: rest };
  const outcome = { ...rest, input: result.native };
  return canExpress(bindings, 'input')
    ? { outcome }
    : { outcome, lostRewrite: { input: result.native } };
}

/**
 * Makes the answer to a host for an outcome: the same outcome where the host can express it, a stricter
 * one where it cannot.
 *
 * @param from The hook that gave the outcome, and its input. Absent: the shim itself gave it.
 */
export function answerHost(
  wanted: Outcome,
  host: HostEvent,
  context: Context,
  flags: Pick<Flags, 'ask'>,
  from?: { dialect: Adapter; told: HookInput },
): Answer {
  const losses: Loss[] = [];
  const hostOutcome = from
    ? toHostOutcome(wanted, host, context, from, losses)
    : { outcome: replaceLateDeny(wanted, host.bindings) };
  const answered = encodeAnswer(hostOutcome, host, context, flags);
  answered.losses.push(...losses);
  return answered;
}

/**
 * Makes the answer to a host for an outcome in the host's terms: degrades it, encodes it, and shortens
 * it where the response is longer than the host reads.
 */
export function encodeAnswer(
  { outcome: wanted, lostRewrite }: HostOutcome,
  { bindings }: HostEvent,
  context: Context,
  flags: Pick<Flags, 'ask'>,
): Answer {
  const terms = { event: context.event, bindings, passesAsk: flags.ask === 'host', lostRewrite };
  const { outcome, losses } = degradeOutcome(wanted, terms);
  const full = { response: encodeOutcome(bindings[0], outcome, context), outcome };
  const { longest } = context.adapter;
  if (isShortEnough(full.response, longest)) return { ...full, losses };
  const short = shortenOutcome(full.outcome, longest as number, terms);
  const response = encodeOutcome(bindings[0], short.outcome, context);
  return { response, outcome: short.outcome, losses: [...losses, ...short.losses] };
}

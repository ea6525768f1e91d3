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

/** What the host hears, and why. */
export interface Answer {
  response: Json | null;
  outcome: Outcome;
  losses: Loss[];
}

/** What a failure is judged by. */
export interface FailureTerms {
  gate: boolean;
  /** The time limit is not one the dialect would have had. */
  limited: boolean;
  dialect: Adapter;
  flags: Pick<Flags, 'onFailure' | 'name'>;
}

/** The failure policy: what a reading counts as. */
export function applyFailurePolicy(
  reading: Reading,
  finished: Finished,
  bench: FailureTerms,
): Reading {
  const { failure } = reading;
  const { gate, limited, dialect, flags } = bench;
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
 * A judged reading as an outcome, in canonical terms. `losses` gets the arguments that a rewritten
 * call keeps although the hook left them out.
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
  const given = (told.variant.event.input ?? {}) as Json;
  for (const key of call?.keptArguments ?? []) {
    if (outcome.input && key in given) losses.push({ kind: 'kept', path: `input.${key}` });
  }
  // What was told and comes back is no change; a hook may print what it reads.
  for (const key of outcomeKeysWith.isEcho) {
    if (outcome[key] && equal(outcome[key], told.variant.event[key])) delete outcome[key];
  }
  return outcome;
}

/**
 * The outcome of a hook after the failure policy. Where the policy refuses, an answer that ends the
 * turn still ends it: a refusal alone would be weaker.
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

/** An outcome whose rewritten call is in the host's words; `lost`: a call that has no form there. */
export interface HostOutcome {
  outcome: Outcome;
  lostRewrite?: LostRewrite | undefined;
}

/** A refusal of the end of a turn asks for another. */
function replaceLateDeny(asked: Outcome, bindings: readonly Binding[]): Outcome {
  if (asked.decision !== 'deny' || canExpress(bindings, 'decision', 'deny')) return asked;
  const { decision: _, ...rest } = asked;
  const why = asked.reason ?? asked.message ?? 'Blocked by a hook.';
  return canExpress(bindings, 'followUp') ? { ...rest, followUp: asked.followUp ?? why } : asked;
}

/** Lays what a hook wants of a call onto the call the host made. `losses`: as {@link applyRewrite}. */
export function toHostOutcome(
  asked: Outcome,
  { bindings, payload }: HostEvent,
  context: Context,
  { dialect, told }: { dialect: Adapter; told: HookInput },
  losses: Loss[],
): HostOutcome {
  asked = replaceLateDeny(asked, bindings);
  if (asked.decision === 'allow' && dialect.unsureAllow && dialect !== context.adapter) {
    const { decision: _, ...rest } = asked;
    asked = rest;
  }
  if (!asked.input) return { outcome: asked };
  const host = { ...context, input: argumentsOf(bindings[0], payload) };
  const landing = applyRewrite(host, dialect, told, asked.input, losses);
  const { input: _, ...rest } = asked;
  if (told.isHypothetical && !('unchanged' in landing)) {
    losses.push({ kind: 'unmade', path: 'input' });
    return { outcome: rest };
  }
  if ('lost' in landing) return { outcome: rest, lostRewrite: landing.lost };
  if (!('native' in landing)) return { outcome: rest };
  const outcome = { ...rest, input: landing.native };
  return canExpress(bindings, 'input')
    ? { outcome }
    : { outcome, lostRewrite: { input: landing.native } };
}

/** Says an outcome to a host: the same where it can, stricter where it cannot. */
export function answerHost(
  asked: Outcome,
  host: HostEvent,
  context: Context,
  flags: Pick<Flags, 'ask'>,
  from?: { dialect: Adapter; told: HookInput },
): Answer {
  const losses: Loss[] = [];
  const all = from
    ? toHostOutcome(asked, host, context, from, losses)
    : { outcome: replaceLateDeny(asked, host.bindings) };
  const answered = encodeAnswer(all, host, context, flags);
  answered.losses.push(...losses);
  return answered;
}

/** The same, of an outcome that has landed. */
export function encodeAnswer(
  { outcome: asked, lostRewrite }: HostOutcome,
  { bindings }: HostEvent,
  context: Context,
  flags: Pick<Flags, 'ask'>,
): Answer {
  const terms = { event: context.event, bindings, passesAsk: flags.ask === 'host', lostRewrite };
  const { outcome, losses } = degradeOutcome(asked, terms);
  const said = { response: encodeOutcome(bindings[0], outcome, context), outcome };
  const { longest } = context.adapter;
  if (isShortEnough(said.response, longest)) return { ...said, losses };
  const short = shortenOutcome(said.outcome, longest as number, terms);
  const response = encodeOutcome(bindings[0], short.outcome, context);
  return { response, outcome: short.outcome, losses: [...losses, ...short.losses] };
}

import type { Flags } from '../canonical/flags.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Binding, Context, Dialect } from '../mapping/adapter.ts';
import { refusedByHook } from '../mapping/default-reasons.ts';
import type { Json } from '../util/json.ts';
import { keysOf } from '../util/keys-of.ts';
import { degradeOutcome } from './degraded-outcome.ts';
import type { HookInput } from './hook-input.ts';
import type { HostEvent } from './host.ts';
import { argumentsOf } from './native-call.ts';
import type { LostRewrite } from './outcome-texts.ts';
import { canExpress, encodeOutcome, isShortEnough } from './response.ts';
import { applyRewrite } from './rewrite.ts';

/** An outcome as it is printed for the host. */
export interface Answer {
  /** Native response; `null`: nothing is printed. */
  response: Json | null;
  /** The outcome that the response expresses. */
  outcome: Outcome;
  /** What of the hook's outcome the response does not express. */
  losses: Loss[];
}

/** A hook's outcome with its rewritten call under the host's names. */
export interface HostOutcome {
  outcome: Outcome;
  /** The rewritten call, where the host cannot apply it. */
  lostRewrite?: LostRewrite | undefined;
  /** The refusal answers a failure: the hook's own agent would not take its output for one. */
  isOfFailure?: true;
}

/**
 * Returns what an outcome asks for. Keys that ask for nothing are left out: absent values, `false`, an empty follow-up, and
 * blank texts that would explain something. A follow-up of blanks, which is no prompt to some agents, becomes a general
 * sentence.
 *
 * A deny that the host cannot express becomes a follow-up, if the host can express that at the event: a hook that
 * refuses the end of a turn wants the agent to go on, with the reason as its next prompt.
 */
function whatIsAsked(wanted: Outcome, bindings: readonly Binding[]): Outcome {
  const outcome: Outcome = {};
  for (const key of keysOf(wanted)) {
    const value = wanted[key];
    const isBlank = /reason|message|followUp/i.test(key) && !/[^\s\x85]/.test(String(value));
    if (isBlank && key === 'followUp' && value) outcome[key] = refusedByHook;
    else if (!isBlank && (value ?? false) !== false) outcome[key] = value as never;
  }
  const cannotDeny = outcome.decision === 'deny' && !canExpress(bindings, 'decision', 'deny');
  if (cannotDeny && canExpress(bindings, 'followUp')) {
    delete outcome.decision;
    outcome.followUp ??= outcome.reason ?? outcome.message ?? refusedByHook;
  }
  return outcome;
}

/**
 * Puts a hook's outcome into the host's terms: it is what is asked for alone, an `allow` that may
 * not skip the host's approval is removed, and a rewritten call is applied to the call that the host
 * made.
 *
 * @param losses Receives a loss for each part of a rewrite that is dropped.
 */
export function toHostOutcome(
  wanted: Outcome,
  { bindings, payload }: HostEvent<Dialect>,
  context: Context,
  { dialect, hookInput }: { dialect: Dialect; hookInput: HookInput },
  losses: Loss[],
): HostOutcome {
  wanted = whatIsAsked(wanted, bindings);
  if (wanted.decision === 'allow' && dialect.unsureAllow && dialect !== context.adapter) {
    const { decision: _, ...rest } = wanted;
    wanted = rest;
  }
  if (!wanted.input) return { outcome: wanted };
  const host = { ...context, input: argumentsOf(bindings[0], payload) };
  const result = applyRewrite(host, dialect, hookInput, wanted.input, losses);
  const { input: _, ...rest } = wanted;
  if (hookInput.isHypothetical && !('unchanged' in result)) {
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
  host: HostEvent<Dialect>,
  context: Context,
  flags: Pick<Flags, 'ask'>,
  from?: { dialect: Dialect; hookInput: HookInput },
): Answer {
  const losses: Loss[] = [];
  const hostOutcome = from
    ? toHostOutcome(wanted, host, context, from, losses)
    : { outcome: whatIsAsked(wanted, host.bindings) };
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
  { bindings }: HostEvent<Dialect>,
  context: Context,
  flags: Pick<Flags, 'ask'>,
): Answer {
  const terms = { event: context.event, bindings, passesAsk: flags.ask === 'host', lostRewrite };
  const { outcome, losses } = degradeOutcome(wanted, terms);
  const full = { response: encodeOutcome(bindings[0], outcome, context), outcome };
  const { answerLimit } = context.adapter;
  if (!answerLimit || isShortEnough(full.response, answerLimit)) return { ...full, losses };
  const short = answerLimit.shorten(full.outcome);
  const rewrite = lostRewrite ?? short.lostRewrite;
  const degraded = degradeOutcome(short.outcome, { ...terms, lostRewrite: rewrite });
  return {
    response: encodeOutcome(bindings[0], degraded.outcome, context),
    outcome: degraded.outcome,
    losses: [...losses, ...short.losses, ...degraded.losses],
  };
}

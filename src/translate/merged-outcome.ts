import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import type { Merging } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import { keysOf } from '../util/keys-of.ts';
import type { HostOutcome } from './answer.ts';

const usuallyJoined: readonly OutcomeKey[] = [
  ...(['reason', 'haltReason', 'message', 'context', 'followUp', 'replaced'] as const),
];
const toolModes = ['AUTO', 'ANY', 'NONE'];

/** Returns the position of an event among those that an agent fires one after another for one call. -1: it is none of them. */
export const stageOf = (merging: Merging | undefined, native: string): number =>
  merging?.stages?.findIndex((natives) => natives.includes(native)) ?? -1;

/**
 * Merges the outcomes of several hooks of one event, as an agent does that runs them. A refusal of one hook is never
 * undone by another, whatever the agent does. A rewrite that the host cannot apply stays one. The reason that a hook
 * gives is not hidden by one that answers a failure of another.
 *
 * @param parts The outcomes, in the order of the hooks.
 */
export function mergeHooks(
  parts: readonly HostOutcome[],
  { reasons, joined = usuallyJoined, separator = '\n' }: Merging = {},
): HostOutcome {
  const ordered =
    reasons === 'first'
      ? parts.toSorted((a, b) => Number(a.isOfFailure ?? 0) - Number(b.isOfFailure ?? 0))
      : parts;
  const outcomes = ordered.map(({ outcome }) => outcome);
  const halts = outcomes.some(({ halt }) => halt);
  const words = halts ? (['deny'] as const) : (['deny', 'ask', 'allow'] as const);
  const decision = words.find((word) => outcomes.some((one) => one.decision === word));
  /** Tells whether the decision of a hook counts, and so its reason. */
  const counts = (one: Outcome) => one.halt ?? one.decision === decision;
  const merged: Json = {};
  for (const outcome of outcomes) {
    for (const given of keysOf(outcome)) {
      const value = outcome[given];
      const isReason = given === 'reason';
      if (isReason && !counts(outcome) && reasons !== 'every') continue;
      const isOfHalt = outcome.halt && outcome.decision !== 'deny' && !outcome.haltReason;
      const key = isReason && isOfHalt ? 'haltReason' : given;
      const before = merged[key];
      if (before === undefined) merged[key] = value;
      else if (isReason && reasons === 'first') continue;
      else if (joined.includes(key)) merged[key] = `${before}${separator}${value}`;
      else if (key === 'env') merged[key] = { ...(before as Json), ...(value as Json) };
      else if (key === 'toolNames')
        merged[key] = [...new Set([...(before as string[]), ...(value as string[])])];
      else if (key === 'toolMode')
        merged[key] = toolModes.findLast((mode) => mode === before || mode === value) ?? value;
      else merged[key] = value;
    }
  }
  delete merged.decision;
  if (decision !== undefined) merged.decision = decision;
  if (decision === 'deny' || merged.halt) delete merged.input;
  const lost = parts.find(({ lostRewrite }) => lostRewrite !== undefined)?.lostRewrite;
  const refusals = parts.filter(({ outcome }) => outcome.decision === 'deny' || outcome.halt);
  const isOfFailure = refusals.length > 0 && refusals.every((one) => one.isOfFailure);
  return {
    outcome: merged as Outcome,
    ...(lost !== undefined && { lostRewrite: lost }),
    ...(isOfFailure && { isOfFailure }),
  };
}

/** Tells whether an outcome refuses, or would if the host got it: it may hold a rewrite that the host cannot apply. */
export const isRefused = ({ outcome, lostRewrite }: HostOutcome): boolean =>
  outcome.decision === 'deny' || outcome.halt === true || lostRewrite !== undefined;

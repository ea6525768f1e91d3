import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import type { Merging } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import { keysOf } from '../util/keys-of.ts';
import type { HostOutcome } from './answer.ts';

const usuallyJoined: readonly OutcomeKey[] = [
  ...(['reason', 'haltReason', 'message', 'context', 'followUp'] as const),
];
const toolModes = ['AUTO', 'ANY', 'NONE'];

/**
 * Merges the outcomes of several hooks of one event, as an agent does that runs them. A refusal of one hook is never
 * undone by another, whatever the agent does. A rewrite that the host cannot apply stays one.
 *
 * @param parts The outcomes, in the order of the hooks.
 */
export function mergeHooks(
  parts: readonly HostOutcome[],
  { reasons, joined = usuallyJoined, separator = '\n' }: Merging = {},
): HostOutcome {
  const outcomes = parts.map(({ outcome }) => outcome);
  const words = ['deny', 'ask', 'allow'] as const;
  const decision = words.find((word) => outcomes.some((one) => one.decision === word));
  const merged: Json = {};
  for (const outcome of outcomes) {
    for (const key of keysOf(outcome)) {
      const value = outcome[key];
      const before = merged[key];
      const isReason = key === 'reason';
      // The reason of a hook whose decision does not count.
      if (isReason && outcome.decision !== decision && reasons !== 'every') continue;
      if (before === undefined) merged[key] = value;
      else if (isReason && reasons === 'first') continue;
      else if (joined.includes(key)) merged[key] = `${before}${separator}${value}`;
      else if (key === 'toolNames')
        merged[key] = [...new Set([...(before as string[]), ...(value as string[])])];
      else if (key === 'toolMode')
        merged[key] =
          toolModes[
            Math.max(toolModes.indexOf(String(before)), toolModes.indexOf(String(value)))
          ] ?? value;
      else merged[key] = value;
    }
  }
  if (decision !== undefined) merged.decision = decision;
  if (decision === 'deny' || merged.halt) delete merged.input;
  const lost = parts.find(({ lostRewrite }) => lostRewrite !== undefined)?.lostRewrite;
  return { outcome: merged as Outcome, ...(lost !== undefined && { lostRewrite: lost }) };
}

/** Tells whether an outcome refuses, or would if the host got it: it may hold a rewrite that the host cannot apply. */
export const isRefused = ({ outcome, lostRewrite }: HostOutcome): boolean =>
  outcome.decision === 'deny' || outcome.halt === true || lostRewrite !== undefined;

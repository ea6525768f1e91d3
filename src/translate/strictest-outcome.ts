import type { Outcome } from '../canonical/outcome.ts';
import { findVerdict, verdicts } from '../canonical/verdict.ts';
import { isSameJson } from '../util/equal.ts';
import type { HostOutcome } from './answer.ts';
import { joinTexts } from './outcome-texts.ts';

/**
 * Returns a number for the strictness of an outcome, by the order of verdicts. A rewrite that the host
 * cannot apply ranks just below `deny`: it will become a refusal, but a refusal of the hook itself counts more.
 */
function strictnessOf({ outcome, lostRewrite }: HostOutcome): number {
  const rank = verdicts.indexOf(findVerdict(outcome));
  return lostRewrite === undefined ? rank : Math.max(rank, verdicts.indexOf('deny') - 0.5);
}

/**
 * Merges the outcomes of a hook that was asked about several parts of one call: the strictest verdict
 * with every reason for it, and every context and message. Equal rewrites become one; rewrites that
 * differ become one that the host cannot apply.
 */
export function mergeStrictest(parts: readonly HostOutcome[]): HostOutcome {
  const strictest = parts.reduce((a, b) => (strictnessOf(b) > strictnessOf(a) ? b : a));
  const merged: Outcome = {};
  for (const { outcome } of parts) {
    const { decision: _, reason: __, haltReason: ___, halt: ____, ...more } = outcome;
    for (const [key, value] of Object.entries(more) as [keyof typeof more, never][]) {
      const known = merged[key];
      if (known === undefined) merged[key] = value;
      else if (typeof value === 'string') merged[key] = joinTexts(known as string, value) as never;
    }
  }
  for (const part of parts) {
    if (strictnessOf(part) < strictnessOf(strictest)) continue;
    const { reason, haltReason } = part.outcome;
    if (reason !== undefined) merged.reason = joinTexts(merged.reason, reason);
    if (haltReason !== undefined) merged.haltReason = joinTexts(merged.haltReason, haltReason);
  }
  const { decision, halt } = strictest.outcome;
  if (decision !== undefined) merged.decision = decision;
  if (halt) merged.halt = halt;
  const inputs = parts.flatMap(({ outcome: { input } }) => (input ? [input] : []));
  const differ = inputs.some((input) => !isSameJson(input, inputs[0]));
  const lost =
    parts.find((part) => part.lostRewrite !== undefined)?.lostRewrite ??
    (differ ? { input: inputs } : undefined);
  return lost === undefined ? { outcome: merged } : { outcome: merged, lostRewrite: lost };
}

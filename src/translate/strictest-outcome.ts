import type { Outcome } from '../canonical/outcome.ts';
import { verdictOf, verdicts } from '../canonical/verdict.ts';
import { equal } from '../util/equal.ts';
import type { HostOutcome } from './answer.ts';
import { joinTexts } from './outcome-texts.ts';

/** How strict it is; a rewrite without a form refuses, and gives way to a refusal of the hook's. */
function strictnessOf({ outcome, lostRewrite }: HostOutcome): number {
  const said = verdicts.indexOf(verdictOf(outcome));
  return lostRewrite === undefined ? said : Math.max(said, verdicts.indexOf('deny') - 0.5);
}

/**
 * What a hook said of each part of one call, as of the whole: the strictest verdict and why, every
 * context and message. A rewrite holds alone; two that differ have no form.
 */
export function mergeStrictest(parts: readonly HostOutcome[]): HostOutcome {
  const most = parts.reduce((a, b) => (strictnessOf(b) > strictnessOf(a) ? b : a));
  const all: Outcome = {};
  for (const { outcome } of parts) {
    const { decision: _, reason: __, haltReason: ___, halt: ____, ...more } = outcome;
    for (const [key, value] of Object.entries(more) as [keyof typeof more, never][]) {
      const known = all[key];
      if (known === undefined) all[key] = value;
      else if (typeof value === 'string') all[key] = joinTexts(known as string, value) as never;
    }
  }
  for (const part of parts) {
    if (strictnessOf(part) < strictnessOf(most)) continue;
    const { reason, haltReason } = part.outcome;
    if (reason !== undefined) all.reason = joinTexts(all.reason, reason) as string;
    if (haltReason !== undefined) all.haltReason = joinTexts(all.haltReason, haltReason) as string;
  }
  const { decision, halt } = most.outcome;
  if (decision !== undefined) all.decision = decision;
  if (halt) all.halt = halt;
  const inputs = parts.flatMap(({ outcome: { input } }) => (input ? [input] : []));
  const differ = inputs.some((input) => !equal(input, inputs[0]));
  const lost =
    parts.find((part) => part.lostRewrite !== undefined)?.lostRewrite ??
    (differ ? { input: inputs } : undefined);
  return lost === undefined ? { outcome: all } : { outcome: all, lostRewrite: lost };
}

import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Json } from '../util/json.ts';
import { keysOf } from '../util/keys-of.ts';
import { degradeOutcome, type HostTerms } from './degraded-outcome.ts';
import { printResponse } from './response.ts';

/**
 * Tells whether an agent reads a printed response to its end.
 *
 * @param maxLength Characters that the agent reads. `undefined`: no limit is known.
 */
export const isShortEnough = (response: Json | null, maxLength: number | undefined): boolean =>
  maxLength === undefined || printResponse(response).length <= maxLength;

/**
 * The share of the agent's limit that one value of an outcome may take is a hundredth: a text stands in
 * up to three places of a response, and a character in up to six (`\u0000`).
 */
const lengthRatio = 100;

/**
 * Shortens an outcome whose response the agent would cut off, and so not understand at all. Long texts
 * are cut. Long values that cannot be cut are removed: an output is replaced by a text, and any other
 * value is treated as a rewrite that the host cannot apply.
 *
 * @param maxLength Characters of a response that the agent reads.
 */
export function shortenOutcome(
  wanted: Outcome,
  maxLength: number,
  terms: HostTerms,
): { outcome: Outcome; losses: Loss[] } {
  const maxValueLength = Math.floor(maxLength / lengthRatio);
  const outcome: Outcome = { ...wanted };
  const losses: Loss[] = [];
  let { lostRewrite } = terms;
  for (const key of keysOf(wanted)) {
    const value = wanted[key];
    if (JSON.stringify(value).length <= maxValueLength) continue;
    losses.push({ kind: 'cut', path: key });
    if (hasOutcomeTrait(key, 'isText')) {
      const text = value as string;
      outcome[key] = `${text.slice(0, maxValueLength)} … (${text.length} characters)` as never;
      continue;
    }
    delete outcome[key];
    if (key === 'output')
      outcome.replaced ??= 'A hook gave another result, too long for this agent.';
    else lostRewrite ??= { input: { [key]: value } };
  }
  const degraded = degradeOutcome(outcome, { ...terms, lostRewrite });
  return { outcome: degraded.outcome, losses: [...losses, ...degraded.losses] };
}

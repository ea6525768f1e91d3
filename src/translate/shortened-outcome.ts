import type { Loss } from '../canonical/loss.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Json } from '../util/json.ts';
import { degradeOutcome, type HostTerms } from './degraded-outcome.ts';
import { printResponse } from './response.ts';

/** Whether an agent that reads so many characters hears a response to its end. */
export const isShortEnough = (response: Json | null, longest: number | undefined): boolean =>
  longest === undefined || printResponse(response).length <= longest;

/** A text is said in up to three places, and a sign in six characters. */
const lengthRatio = 100;

/**
 * An outcome that is too long for its agent, which would cut it off and take it for none: texts are
 * cut, and a rewrite that cannot be is as one without a form.
 */
export function shortenOutcome(
  asked: Outcome,
  longest: number,
  terms: HostTerms,
): { outcome: Outcome; losses: Loss[] } {
  const most = Math.floor(longest / lengthRatio);
  const outcome: Outcome = { ...asked };
  const losses: Loss[] = [];
  let { lostRewrite } = terms;
  for (const key of Object.keys(asked) as OutcomeKey[]) {
    const value = asked[key];
    if (JSON.stringify(value).length <= most) continue;
    losses.push({ kind: 'cut', path: key });
    if (hasOutcomeTrait(key, 'isText')) {
      const text = value as string;
      outcome[key] = `${text.slice(0, most)} … (${text.length} characters)` as never;
      continue;
    }
    delete outcome[key];
    if (key === 'output')
      outcome.replaced ??= 'A hook gave another result, too long for this agent.';
    else lostRewrite ??= { input: { [key]: value } };
  }
  const said = degradeOutcome(outcome, { ...terms, lostRewrite });
  return { outcome: said.outcome, losses: [...losses, ...said.losses] };
}

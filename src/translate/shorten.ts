import type { Loss } from '../canonical/loss.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import type { Json } from '../util/json.ts';
import { degrade, type Terms } from './degrade.ts';
import { printed } from './output.ts';

/** Whether an agent that reads so many characters hears a response to its end. */
export const isHeard = (response: Json | null, longest: number | undefined): boolean =>
  longest === undefined || printed(response).length <= longest;

/** Texts that say as much when they end early. */
const told: readonly OutcomeKey[] = [
  ...(['reason', 'message', 'context', 'replaced', 'followUp', 'haltReason'] as const),
  ...(['title', 'display'] as const),
];

/** A text is said in up to three places, and a sign in six characters. */
const share = 100;

/**
 * An outcome that is too long for its agent, which would cut it off and take it for none: texts are
 * cut, and a rewrite that cannot be is as one without a form.
 */
export function shortened(
  asked: Outcome,
  longest: number,
  terms: Terms,
): { outcome: Outcome; losses: Loss[] } {
  const most = Math.floor(longest / share);
  const outcome: Outcome = { ...asked };
  const losses: Loss[] = [];
  let { lost } = terms;
  for (const key of Object.keys(asked) as OutcomeKey[]) {
    const value = asked[key];
    if (JSON.stringify(value).length <= most) continue;
    losses.push({ kind: 'cut', path: key });
    if (told.includes(key)) {
      const text = value as string;
      outcome[key] = `${text.slice(0, most)} … (${text.length} characters)` as never;
      continue;
    }
    delete outcome[key];
    if (key === 'output')
      outcome.replaced ??= 'A hook gave another result, too long for this agent.';
    else lost ??= { input: { [key]: value } };
  }
  const said = degrade(outcome, { ...terms, lost });
  return { outcome: said.outcome, losses: [...losses, ...said.losses] };
}

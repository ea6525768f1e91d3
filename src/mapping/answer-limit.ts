import type { Loss } from '../canonical/loss.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Outcome } from '../canonical/types.ts';
import type { Json } from '../util/json.ts';
import { keysOf } from '../util/keys-of.ts';
import type { AnswerLimit } from './adapter.ts';

/** An outcome that was shortened, and what it lost. */
export interface ShortenedOutcome {
  outcome: Outcome;
  losses: Loss[];
  /** A value that is too long and cannot be cut, as a part of a rewrite that the agent cannot apply. */
  lostRewrite?: { input: Json };
}

/**
 * The share of the agent's limit that one value of an outcome may take is a hundredth: a text stands in
 * up to three places of a response, and a character in up to six (`\u0000`).
 */
const lengthRatio = 100;

/**
 * Shortens an outcome whose response the agent would cut off, and so not understand at all. Long texts
 * are cut. Long values that cannot be cut are removed: an output is replaced by a text, and any other
 * value counts as a rewrite that the agent cannot apply.
 *
 * @param maxLength Characters of a response that the agent reads.
 */
function shortenOutcome(wanted: Outcome, maxLength: number): ShortenedOutcome {
  const maxValueLength = Math.floor(maxLength / lengthRatio);
  const outcome: Outcome = { ...wanted };
  const shortened: ShortenedOutcome = { outcome, losses: [] };
  for (const key of keysOf(wanted)) {
    const value = wanted[key];
    if (JSON.stringify(value).length <= maxValueLength) continue;
    shortened.losses.push({ kind: 'cut', path: key });
    if (hasOutcomeTrait(key, 'isText')) {
      const text = value as string;
      outcome[key] = `${text.slice(0, maxValueLength)} … (${text.length} characters)` as never;
      continue;
    }
    delete outcome[key];
    if (key === 'output')
      outcome.replaced ??= 'A hook gave another result, too long for this agent.';
    else shortened.lostRewrite ??= { input: { [key]: value } };
  }
  return shortened;
}

/** Returns the limit of an agent that reads so many characters of an answer, and cuts off the rest. */
export const limitAnswers = (maxLength: number): AnswerLimit => ({
  maxLength,
  shorten: (outcome) => shortenOutcome(outcome, maxLength),
});

/** Tells which keys of an outcome the text of a hook's script may set, by the words in it. */

import type { OutcomeKey } from '../../canonical/outcome.ts';
import { hasOutcomeTrait } from '../../canonical/traits.ts';
import type { Adapter, Binding, Row } from '../../mapping/adapter.ts';
import { rowOf } from '../../mapping/fields.ts';
import { keysOf } from '../../util/keys-of.ts';

/** Matches the beginnings of words that the canonical dialect takes for a refusal, under any key. */
const refusalWords =
  /\b(?:den(?:y|ied)|block|reject|refuse|forbid|disallow|prevent|abort|veto|ok)/i;

/** Tells whether a text has a word. The word \`continue\`, which many languages have, counts only in quotes or before a colon. */
const hasWord = (text: string, word: string): boolean =>
  word === 'continue'
    ? /["'`]continue\\*["'`]|\bcontinue\\*["']?\s*:/.test(text)
    : new RegExp(`(?<![\\w$])${word}(?!\\w)`).test(text);

const hasLastKeyOf = (text: string, path: string): boolean =>
  hasWord(text, path.slice(path.lastIndexOf('.') + 1));

/** Tells whether a text has the words of a response that sets what a row is about. */
function namesRow(text: string, row: Row): boolean {
  const { at, older = [], with: beside, whenEmpty, words, aliases, or } = row;
  const besideKeys = Object.entries(beside ?? {});
  const hasBeside = besideKeys.every(
    ([path, values]) =>
      hasLastKeyOf(text, path) &&
      values.some((value) => typeof value !== 'string' || hasWord(text, value)),
  );
  const hasKey = [at, older].flat().some((path) => hasLastKeyOf(text, path));
  // A word that says nothing but `allow` refuses nothing.
  const refusing = [
    ...Object.entries(words ?? {}).flatMap(([canonical, native]) =>
      canonical === 'allow' ? [] : native,
    ),
    ...Object.entries(aliases ?? {}).flatMap(([native, canonical]) =>
      canonical === 'allow' ? [] : native,
    ),
  ];
  const hasValue =
    !words || refusing.some((word) => typeof word !== 'string' || hasWord(text, word));
  const isNamed = hasBeside && (hasKey || (besideKeys.length > 0 && whenEmpty !== undefined));
  return (isNamed && hasValue) || (or !== undefined && namesRow(text, or));
}

/**
 * Returns the outcome keys that the text of a script may set at a binding of its own agent, since the text has the
 * words that the agent's responses need for them. An agent that also takes other words than those of its tables may
 * take any word for a verdict that some agent takes for one.
 */
export function keysNamedIn(text: string, adapter: Adapter, binding: Binding): OutcomeKey[] {
  const isOpen = adapter.takesAnyWords === true || adapter.normaliseResponse !== undefined;
  const mayRefuse = isOpen && refusalWords.test(text);
  return keysOf(binding.outcome).filter((key) => {
    const native = binding.outcome[key];
    const isVerdict = hasOutcomeTrait(key, 'isVerdict');
    return (mayRefuse && isVerdict) || (native !== undefined && namesRow(text, rowOf(native)));
  });
}

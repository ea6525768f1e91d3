import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Meaning } from '../mapping/matchers.ts';
import { attempt } from '../util/attempt.ts';

/** One of the names or expressions that a matcher consists of. */
export interface Alternative {
  /** The text of the alternative in the matcher. */
  text: string;
  /** A short word that the alternative matches. Undefined: no such word can be found simply. */
  sample: string | undefined;
}

/** Splits a matcher into its alternatives: the names of a list, or the parts of an expression between `|`. */
export function alternativesOf(meaning: Meaning): Alternative[] {
  if (typeof meaning === 'string') return [];
  if ('names' in meaning) return meaning.names.map((text) => ({ text, sample: text }));
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const parsed = attempt(() => parser.parsePattern(meaning.pattern));
  return parsed ? listAlternatives(parsed) : [{ text: meaning.pattern, sample: undefined }];
}

/** Returns the alternatives of an expression, or of the single group that it consists of, without anchors. */
function listAlternatives(node: AST.Pattern | AST.Group | AST.CapturingGroup): Alternative[] {
  const { alternatives } = node;
  const elements = alternatives[0]?.elements.filter(({ type }) => type !== 'Assertion') ?? [];
  const [only, ...others] = elements;
  const isGroup = only?.type === 'Group' || only?.type === 'CapturingGroup';
  if (alternatives.length === 1 && isGroup && !others.length) return listAlternatives(only);
  return alternatives.map((one) => {
    return { text: one.raw.replace(/^\^|(?<!\\)\$$/g, ''), sample: sampleWordOf(one) };
  });
}

/** A made-up word in place of `.*` and the like in a sample. No tool's name contains it. */
export const wildcardText = 'zqzqz';

/** Returns a text that an alternative matches. Undefined: none can be found simply. */
function sampleWordOf({ elements }: AST.Alternative): string | undefined {
  const parts = elements.map(sampleTextOf);
  return parts.includes(undefined) ? undefined : parts.join('');
}

/** Returns a text that a part of an expression matches. Undefined: none can be found simply. */
function sampleTextOf(element: AST.Element): string | undefined {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'Assertion':
      return element.kind === 'lookahead' || element.kind === 'lookbehind' ? undefined : '';
    case 'CharacterSet':
      return element.kind === 'space' && !element.negate ? ' ' : 'z';
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives[0] && sampleWordOf(element.alternatives[0]);
    case 'Quantifier': {
      const { min, max } = element;
      const isWildcard = element.element.type === 'CharacterSet' && max > 1;
      if (isWildcard) return min > wildcardText.length ? undefined : wildcardText;
      return min > 9 || !max ? undefined : sampleTextOf(element.element)?.repeat(Math.max(min, 1));
    }
    default:
      return undefined;
  }
}

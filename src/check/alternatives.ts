import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Meaning } from '../mapping/matchers.ts';
import { attempt } from '../util/attempt.ts';

/** One of the names or expressions that a matcher consists of. */
export interface Alternative {
  /** The text of the alternative, without anchors at its ends: a name, or an expression. */
  text: string;
  /** A matcher that matches what the alternative matches, with its anchors. */
  matcher: string;
  /**
   * Every word that the alternative matches. `wildcardText` in a word stands for any characters. Undefined: the
   * words are too many, or cannot be listed.
   */
  words: readonly string[] | undefined;
}

/** Tells whether an alternative is a plain text, and not an expression: it matches only itself. */
export const isPlainText = ({ text, words }: Alternative): boolean =>
  words?.length === 1 && words[0] === text;

/**
 * Splits a matcher into its alternatives: the names of a list, or the parts of an expression between `|`.
 *
 * @param meaning What the agent reads the matcher as.
 * @param read Reads another matcher of the same event as the agent does.
 */
export function alternativesOf(meaning: Meaning, read: (text: string) => Meaning): Alternative[] {
  if (typeof meaning === 'string') return [];
  if ('names' in meaning) return meaning.names.map((name) => alternativeOfName(name, read));
  const { pattern } = meaning;
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const parsed = attempt(() => parser.parsePattern(pattern));
  if (!parsed) return [{ text: pattern, matcher: pattern, words: undefined }];
  return listAlternatives(parsed).map((one) => {
    const alone = read(one.matcher);
    // Alone, a part of an expression may be a plain name, which an agent compares as a whole.
    const isExpression = typeof alone === 'object' && 'pattern' in alone;
    return isExpression ? one : { ...one, matcher: `(?:${one.matcher})` };
  });
}

/** Returns the alternative for a whole name. An agent that searches for names needs anchors around it. */
function alternativeOfName(name: string, read: (text: string) => Meaning): Alternative {
  const meaning = read(name);
  const isName = typeof meaning === 'string' || 'names' in meaning;
  return { text: name, matcher: isName ? name : `^${name}$`, words: [name] };
}

/**
 * Returns the alternatives of an expression, or of the single group that it consists of.
 *
 * @param before The anchors that stand before the expression.
 * @param after The anchors that stand behind it.
 */
function listAlternatives(
  node: AST.Pattern | AST.Group | AST.CapturingGroup,
  before = '',
  after = '',
): Alternative[] {
  const { alternatives } = node;
  const elements = alternatives[0]?.elements ?? [];
  const [only, ...others] = elements.filter(({ type }) => type !== 'Assertion');
  const isGroup = only?.type === 'Group' || only?.type === 'CapturingGroup';
  if (alternatives.length === 1 && isGroup && !others.length) {
    const anchors = (some: readonly AST.Element[]) => some.map(({ raw }) => raw).join('');
    const index = elements.indexOf(only);
    return listAlternatives(
      only,
      before + anchors(elements.slice(0, index)),
      anchors(elements.slice(index + 1)) + after,
    );
  }
  return alternatives.map((one) => {
    const text = one.raw.replace(/^\^|(?<!\\)\$$/g, '');
    const isAnchored = text !== one.raw || before + after !== '';
    const matcher = isAnchored ? `(?:${before}(?:${one.raw})${after})` : text;
    return { text, matcher, words: listWords(one.elements) };
  });
}

/** A made-up word in place of `.*` and the like. No tool's name contains it. */
export const wildcardText = 'zqzqz';

/** Returns a word without the made-up words at its beginning and its end. */
export function trimWildcards(word: string): string {
  let [from, to] = [0, word.length];
  while (word.startsWith(wildcardText, from)) from += wildcardText.length;
  while (to - from >= wildcardText.length && word.endsWith(wildcardText, to))
    to -= wildcardText.length;
  return word.slice(from, to);
}

/** The greatest number of words that are listed for an alternative. */
const mostWords = 64;

/** Returns every word that a sequence of parts matches. Undefined: they are too many, or cannot be listed. */
function listWords(elements: readonly AST.Element[]): string[] | undefined {
  let words = [''];
  for (const element of elements) {
    const endings = listWordsOf(element);
    if (!endings || words.length * endings.length > mostWords) return undefined;
    words = words.flatMap((word) => endings.map((ending) => word + ending));
  }
  return [...new Set(words)];
}

/** Returns every word that a part of an expression matches. Undefined: they are too many, or cannot be listed. */
function listWordsOf(element: AST.Element): string[] | undefined {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'Assertion':
      return element.kind === 'lookahead' || element.kind === 'lookbehind' ? undefined : [''];
    case 'CharacterSet':
      return [element.kind === 'space' && !element.negate ? ' ' : wildcardText];
    case 'CharacterClass':
      return listCharacters(element);
    case 'Group':
    case 'CapturingGroup': {
      if ('modifiers' in element && element.modifiers) return undefined;
      const words = element.alternatives.map((one) => listWords(one.elements));
      return words.includes(undefined) ? undefined : words.flatMap((some) => some ?? []);
    }
    case 'Quantifier':
      return listRepetitions(element);
    default:
      return undefined;
  }
}

/** Returns the characters of a short class such as `[Bb]`. Any other class stands for any text. */
function listCharacters({ negate, elements }: AST.CharacterClass): string[] {
  const characters = elements.map((one) =>
    one.type === 'Character' ? String.fromCodePoint(one.value) : undefined,
  );
  const isShort = !negate && characters.length > 0 && characters.length <= 4;
  return isShort && !characters.includes(undefined)
    ? characters.flatMap((one) => one ?? [])
    : [wildcardText];
}

/** Returns the words that a repeated part matches with its least number of repetitions, and with one more. */
function listRepetitions({ min, max, element }: AST.Quantifier): string[] | undefined {
  const words = listWordsOf(element as AST.Element);
  if (!words || min > 9) return undefined;
  if (words.some((word) => word.includes(wildcardText)))
    return max > 1 && min <= wildcardText.length ? [wildcardText] : max > 0 ? words : [''];
  const counts = max > min ? [min, min + 1] : [min];
  return counts.flatMap((count) => words.map((word) => word.repeat(count)));
}

/** Reads words that hook authors use for a verdict, such as `blocked` or `ok`. */

/** The verdict that a word stands for. */
export type WordVerdict = 'deny' | 'ask' | 'pass';

const verdictPatterns: readonly (readonly [WordVerdict, RegExp])[] = [
  [
    'deny',
    /^(?:deny|denied|block(?:ed)?|reject(?:ed)?|refused?|forbid(?:den)?|disallow(?:ed)?|prevent(?:ed)?|abort(?:ed)?|veto(?:ed)?)$/i,
  ],
  ['ask', /^(?:ask|confirm)$/i],
  [
    'pass',
    /^(?:allow(?:ed)?|approved?|accept(?:ed)?|permit(?:ted)?|grant(?:ed)?|pass|ok(?:ay)?)$/i,
  ],
];

/** Folds a key or a path for comparison: lower case, without `-`, `_` and spaces. */
export const foldKey = (path: string): string => path.replace(/[-_ ]/g, '').toLowerCase();

/**
 * Returns the verdict that a word stands for, or `undefined` for any other value. Words of consent,
 * such as `approved`, stand for `pass`: taking them for `allow` could skip the host's own approval.
 */
export const verdictOfWord = (word: unknown): WordVerdict | undefined =>
  typeof word === 'string'
    ? verdictPatterns.find(([, pattern]) => pattern.test(word.trim()))?.[0]
    : undefined;

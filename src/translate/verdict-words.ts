/** Words that people use for a verdict, and how their keys are compared. */

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

/** A key or a path as it is compared: in any case, with or without separators. */
export const foldKey = (path: string): string => path.replace(/[-_ ]/g, '').toLowerCase();

/**
 * The verdict that a word stands for; undefined: it is none that we know. A word of consent is no
 * more than no opinion.
 */
export const verdictOfWord = (word: unknown): WordVerdict | undefined =>
  typeof word === 'string'
    ? verdictPatterns.find(([, like]) => like.test(word.trim()))?.[0]
    : undefined;

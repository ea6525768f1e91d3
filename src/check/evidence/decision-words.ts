/** Tells which words a row of a table reads. */
import type { Decision } from '../../canonical/outcome.ts';
import type { Row } from '../../mapping/adapter.ts';

/** The canonical words of a decision. A row of the decision without words of its own has these. */
const canonicalWords = ['allow', 'ask', 'deny'] as const satisfies readonly Decision[];

/** Returns the words of a decision that a row reads, with the canonical word for each. */
export const decisionWordsOf = ({
  words = Object.fromEntries(canonicalWords.map((word) => [word, word])),
  aliases = {},
}: Pick<Row, 'words' | 'aliases'>): [native: unknown, canonical: string][] => [
  ...Object.entries(words).map(([canonical, native]): [unknown, string] => [native, canonical]),
  ...Object.entries(aliases),
];

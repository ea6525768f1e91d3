/** Tells which words a row of a table reads. */
import { outcomeTable } from '../../canonical/outcome.ts';
import type { Row } from '../../mapping/adapter.ts';

/** The canonical words of a decision. A row of the decision without words of its own has these. */
const canonicalWords = outcomeTable.decision.schema.unwrap().options;

/** Returns the words of a decision that a row reads, with the canonical word for each. */
export const decisionWordsOf = ({
  words = Object.fromEntries(canonicalWords.map((word) => [word, word])),
  aliases = {},
}: Pick<Row, 'words' | 'aliases'>): [native: unknown, canonical: string][] => [
  ...Object.entries(words).map(([canonical, native]): [unknown, string] => [native, canonical]),
  ...Object.entries(aliases),
];

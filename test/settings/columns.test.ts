/** Shortcuts of texts and words: they give what the packages give without them. */
import distance from 'damerau-levenshtein';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect } from 'vitest';
import wrapAnsi from 'wrap-ansi';
import { widthOf, wrapToLines } from '../../src/cli/columns.ts';
import { findNearestWord } from '../../src/util/words.ts';
import { property } from '../property.ts';

const plain = fc.string({ unit: fc.constantFrom(...'aZ0-   .\n·–…’→✓✗'), maxLength: 60 });
const text = fc.oneof(plain, fc.string({ unit: 'grapheme', maxLength: 20 }));

property('A text is broken into lines where the package breaks it, and is as wide', {
  corpus: 'columns',
  inputs: fc.tuple(text, fc.integer({ min: 1, max: 30 })),
  holds: ([text, width]) => {
    expect(wrapToLines(text, width)).toEqual(wrapAnsi(text, width).split('\n'));
    expect(widthOf(text)).toBe(stringWidth(text));
  },
  runs: 500,
});

const word = fc.string({ unit: fc.constantFrom(...'abcD😀e'), maxLength: 9 });

property('The nearest word is the one that a look at all words finds', {
  corpus: 'nearest-words',
  inputs: fc.tuple(word, fc.array(word, { maxLength: 8 })),
  holds: ([typed, known]) => {
    const steps = (one: string) => distance(typed.toLowerCase(), one.toLowerCase()).steps;
    const near = known.filter((one) => steps(one) <= Math.max(1, typed.length / 3));
    expect(findNearestWord(typed, known)).toBe(near.sort((a, b) => steps(a) - steps(b))[0]);
  },
  runs: 500,
});

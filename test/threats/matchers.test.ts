import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expressions } from '../../src/mapping/matchers.ts';
import { isMeaningMet } from '../../src/translate/matching.ts';
import { property } from '../property.ts';

/** The time limit of each matcher that was run with one; tests begin the list anew. */
const limits: number[] = [];
/** Runs code with a limit in milliseconds, and notes the limit that the shim would have set. */
const boundedTo =
  (limit: number) =>
  (code: string, globals: object, timeout: number): unknown => {
    limits.push(timeout);
    return runInNewContext(code, globals, { timeout: limit });
  };
/** By default the limit is shorter than the shim's, as work that never ends meets either of them. */
function hold(matcher: string, subject: string, limit = 20): boolean {
  const is = isMeaningMet(expressions.read(matcher, {} as never), [subject], boundedTo(limit));
  // `holds` takes what the bounded work throws for a match, so the limits are checked out here.
  expect(limits.filter((limit) => limit !== 250)).toEqual([]);
  return is;
}

/** Throws where the work does not end; a test that computes cannot be ended by its own timeout. */
const ends = (work: () => unknown): unknown =>
  runInNewContext('work()', { work }, { timeout: 60_000 });

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    '.',
    '\\w',
    '\\s',
    '\\b',
    '[ab]',
    '[^b]',
    '[*(?]',
    '[|]',
    '\\(',
    '\\1',
    '\\k<n>',
    'é',
  ],
);
const counts = fc.constantFrom(
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '{2,}',
  '{1,30}',
  '{40}',
  '{3,9}?',
);
const group = fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?<n>', '(?i:', '');
const expression: fc.Arbitrary<string> = fc.letrec<{ whole: string; one: string }>((tie) => ({
  one: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(atom, counts).map(([a, count]) => a + count) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(group, tie('whole'), counts)
        .map(([open, inner, count]) => (open ? `${open}${inner})${count}` : inner)),
    },
  ),
  whole: fc.oneof(
    { maxDepth: 4 },
    fc.array(tie('one'), { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
    fc.tuple(tie('one'), tie('one')).map((all) => all.join('|')),
  ),
})).whole;
const subject = fc
  .tuple(
    fc.constantFrom('a', 'ab', 'a ', ' ', 'b', 'aé'),
    fc.constantFrom(1, 30, 400, 999, 3000, 60_000, 1_000_000),
    fc.constantFrom('', '!', '\n', 'b'),
  )
  .map(([piece, times, end]) => piece.repeat(times) + end);

property('Matching any expression against any text comes to an end', {
  corpus: 'matchers',
  inputs: fc.tuple(
    fc.tuple(fc.constantFrom('', '^'), expression, fc.constantFrom('', '$', '!')),
    subject,
  ),
  holds: ([parts, text]) => {
    ends(() => hold(parts.join(''), text));
  },
  runs: 150,
  longRuns: 600,
});

test.each([
  '(a+)+b',
  '(.*)\\1b',
  '(?<n>a*)\\k<n>b',
  '(?<=a*)b',
  '(?=a*b)',
  '(?!a*b)c',
  '[^b]{1,5000}[^b]{1,5000}c',
  '(?:(?:a{1,9}){1,9}){1,9}b',
  '(a|b|ab)*c',
])('A matcher that looks back, looks around or chooses often is run with a time limit: %.30s', (matcher) => {
  for (const length of [900, 200_000]) {
    limits.length = 0;
    ends(() => hold(matcher, 'a'.repeat(length)));
    expect(limits).toHaveLength(1);
  }
});

test('A matcher in syntax that only newer versions of Node have is decided on every version', () => {
  ends(() => hold('(?i:a*)b', 'a'.repeat(200_000)));
});

test.each([
  `${'a?'.repeat(60)}${'a'.repeat(60)}b`,
  '(?:a*|)'.repeat(26),
  `${'(?:a|b){0,2}'.repeat(26)}c`,
  `${'a{0,3}'.repeat(40)}${'a'.repeat(40)}`,
])('A matcher that would take too long to compile is not compiled, and matches everything: %.30s', (matcher) => {
  limits.length = 0;
  expect(hold(matcher, 'c')).toBe(true);
  expect(limits).toHaveLength(0);
});

test('A matcher whose text is long is run with a time limit', () => {
  limits.length = 0;
  // This work ends, and may take long on a busy machine.
  expect(hold(`${'z'.repeat(4000)}|${'a'.repeat(4000)}b`, 'a'.repeat(200_000), 30_000)).toBe(false);
  expect(limits).toHaveLength(1);
});

test('Matchers as people write them are run without a time limit', () => {
  limits.length = 0;
  const command = 'git commit --amend -m "a message of some length" && npm test';
  for (const matcher of [
    'Write',
    'write_file|replace',
    '^(Write|Edit)$',
    'mcp__.*',
    'rm -rf',
    '\\brm\\b',
    'git.*push',
  ])
    hold(matcher, command);
  expect(limits).toHaveLength(0);
});

import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expressions } from '../../src/mapping/matchers.ts';
import { holds } from '../../src/translate/match.ts';
import { often } from '../sampled.ts';

/** Of the processor, in milliseconds: far more than the limit, and nothing to what has none. */
const most = 5000;
const limit = 250;

let limited = 0;
const bounded = (code: string, globals: object, timeout: number): unknown => {
  limited++;
  expect(timeout).toBe(limit);
  return runInNewContext(code, globals, { timeout });
};
function took(matcher: string, subjects: string[]): number {
  const before = process.cpuUsage();
  holds(expressions.read(matcher, {} as never), subjects, bounded);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

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

test('no matcher takes long, whatever it is and whatever it is held against', () => {
  const numRuns = often(2000, 150);
  fc.assert(
    fc.property(
      expression,
      fc.constantFrom('', '^'),
      fc.constantFrom('', '$', '!'),
      subject,
      (of, begin, end, text) => {
        expect(took(begin + of + end, [text])).toBeLessThan(most);
      },
    ),
    { numRuns },
  );
  expect(limited).toBeGreaterThan(0);
}, 600_000);

test.each([
  '(.*)\\1b',
  '(?<n>a*)\\k<n>b',
  '(?<=a*)b',
  '(?=a*b)',
  '(?!a*b)c',
  '(?i:a*)b',
  '[^b]{1,5000}[^b]{1,5000}c',
  '(?:(?:a{1,9}){1,9}){1,9}b',
  `${'a?'.repeat(60)}${'a'.repeat(60)}b`,
  '(a|b|ab)*c',
  '(?:a*|)'.repeat(26),
  `${'(?:a|b){0,2}'.repeat(26)}c`,
  `${'a{0,3}'.repeat(40)}${'a'.repeat(40)}`,
  `${'z'.repeat(4000)}|${'a'.repeat(4000)}b`,
])('one that looks back, around, or chooses often is bounded: %.30s', (matcher) => {
  for (const length of [900, 200_000])
    expect(took(matcher, ['a'.repeat(length)])).toBeLessThan(most);
});

test('the matchers that people write are run without a limit', () => {
  limited = 0;
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
    holds(expressions.read(matcher, {} as never), [command], bounded);
  expect(limited).toBe(0);
});

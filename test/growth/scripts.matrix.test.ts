// The reading of a guard's script, which a project supplies.
import { expect, test } from 'vitest';
import { Comparisons } from '../../src/check/path-wordings/comparisons.ts';
import { readProgram } from '../../src/check/path-wordings/program.ts';
import { readShellScript } from '../../src/check/path-wordings/shell.ts';
import { attempt } from '../../src/util/attempt.ts';
import { grows } from './growth.ts';

const pieces = [
  ...['[ ', 'case x in ', '^a', "'a.b'", 'file', 'a.', '"', ' .', 'path="', 'for x in ', '$('],
  ...['`', '((', '<<E\n', 'a=$b\n', '(', '[', '{', 'a == ', 'a in ', '=> ', 'x.y(', '/', '${'],
  ...['p = ', 'def f(', 'import ', '(a|', '^(', '"a":', '$', '\\', '[ "$p" = "$p" ]\n'],
  ...[
    'switch (p) { case ',
    'lambda x: ',
    'a as b\n',
    'grep "$a" | ',
    'a=(',
    '.a | test("^a"',
    ';;',
  ],
];
const readers = {
  'a shell': (text: string, found: Comparisons) => readShellScript(text, found),
  JavaScript: (text: string, found: Comparisons) => readProgram(text, 'js', found),
  Python: (text: string, found: Comparisons) => readProgram(text, 'python', found),
  jq: (text: string, found: Comparisons) => readProgram(text, 'jq', found),
};

test.each(
  Object.entries(readers).flatMap(([name, read]) =>
    pieces.map((piece) => [name, JSON.stringify(piece), piece, read] as const),
  ),
)('A script of %s is read in time that is linear in it: %s', (_, __, piece, read) => {
  const work = (text: string) => attempt(() => read(text, new Comparisons()));
  expect(grows((count) => piece.repeat(count), work, Math.ceil(10_000 / piece.length))).toBe(
    undefined,
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPatch } from '../src/util/patch.ts';
import { grows } from './growth/growth.ts';

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

test('a patch with marks', () => {
  const lines = [
    ...[
      '*** Add File: a/b.txt',
      '+one',
      '+',
      '*** Update File: c.txt',
      '@@ class X',
      ' k',
      '-l',
      '+m',
    ],
    ...[
      '@@',
      '+n',
      '*** End of File',
      '*** Delete File: d',
      '*** Update File: e',
      '*** Move to: f',
    ],
  ];
  expect(readPatch(`\n${patch(...lines)}\n`)).toEqual([
    { does: 'add', path: 'a/b.txt', content: 'one\n\n' },
    {
      does: 'edit',
      path: 'c.txt',
      edits: [
        { old: 'k\nl', new: 'k\nm' },
        { old: '', new: 'n' },
      ],
    },
    { does: 'delete', path: 'd' },
    { does: 'edit', path: 'e', edits: [], to: 'f' },
  ]);
});

test('a unified diff, whose lines may look like its heads', () => {
  const diff = [
    ...['diff --git a/x b/x', 'index 1..2 100644', '--- a/x\t2026-01-01', '+++ b/x\t2026-01-02'],
    ...['@@ -1,2 +1,2 @@ f', ' a', '--- b', '\\ No newline at end of file', '+++ c'],
    ...[
      '--- /dev/null',
      '+++ b/new',
      '@@ -0,0 +1 @@',
      '+n',
      '--- a/old',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
    ],
    ...['-o', '--- p', '+++ q', '@@ -1 +1 @@', '-1', '+2'],
  ];
  expect(readPatch(diff.join('\r\n'))).toEqual([
    { does: 'edit', path: 'x', edits: [{ old: 'a\n-- b', new: 'a\n++ c' }] },
    { does: 'add', path: 'new', content: 'n\n' },
    { does: 'delete', path: 'old' },
    { does: 'edit', path: 'p', edits: [{ old: '1', new: '2' }], to: 'q' },
  ]);
});

describe('what cannot be read is an error that says why', () => {
  test.each([
    ['nothing', ''],
    ['prose', 'Please change a to b.'],
    ['no file', patch()],
    ['no end', '*** Begin Patch\n*** Delete File: a'],
    [
      'a second patch behind its end',
      `${patch('*** Delete File: a')}\n${patch('*** Delete File: b')}`,
    ],
    ['a file without a name', patch('*** Update File: ', '-a')],
    ['an unknown mark', patch('*** Rename File: a')],
    ['a text where a mark should be', patch('*** Add File: a', 'no plus')],
    ['one side of a file', '--- a\n@@ -1 +1 @@\n-x\n+y'],
    ['a hunk without a size', '--- a\n+++ a\n@@ @@\n-x\n+y'],
    [
      'a hunk that is shorter than it says',
      '--- a\n+++ a\n@@ -1,3 +1 @@\n-x\n+y\n--- b\n+++ b\n@@ -1 +1 @@\n-x\n+y',
    ],
    ['a hunk that is longer on one side', '--- a\n+++ a\n@@ -1 +1,2 @@\n-x\n-y\n+z\n+z'],
    ['a quoted name', '--- "a/\\303\\251"\n+++ "b/\\303\\251"\n@@ -1 +1 @@\n-x\n+y'],
    ['a binary one', 'diff --git a/x b/x\nGIT binary patch\nliteral 3'],
    ['a name that is gone', 'rename to b'],
  ])('%s', (_, text) => {
    expect(() => readPatch(text)).toThrow(/^the patch cannot be read: .+ \(line \d+\)$/);
  });
});

const line = fc.oneof(
  fc.constantFrom('*** Begin Patch', '*** End Patch', '*** Add File: a', '*** Update File: b'),
  fc.constantFrom('*** Move to: c', '@@', '@@ -1 +1 @@', '--- a/x', '+++ b/x', '\\ No newline', ''),
  fc.string({ maxLength: 8 }).map((text) => `+${text}`),
  fc.string({ maxLength: 8 }),
);

test('any text is changes or an error of ours', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      try {
        expect(readPatch(lines.join('\n')).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({ code: 'tool' });
      }
    }),
    { numRuns: 2000 },
  );
});

function reads(text: string): void {
  try {
    readPatch(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'tool' });
  }
}

test.each([
  ['empty lines', '', '\n'],
  ['hunks', '*** Begin Patch\n*** Update File: a\n', '@@\n-a\n+b\n'],
  ['hunks with a size', '--- a\n+++ a\n', '@@ -1 +1 @@\n-a\n+b\n'],
  ['files', '', '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n'],
  ['equals signs', '', '='],
  ['spaces', '--- a', ' '],
])('is linear in its text: %s', (_, head, part) => {
  expect(grows((count) => head + part.repeat(count), reads, 40_000)).toBeUndefined();
});

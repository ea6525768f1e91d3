import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPatch } from '../src/util/patch.ts';
import { property } from './property.ts';

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

test('a patch with *** marks is read into the changes of its files', () => {
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

test('a unified diff is read into its changes although its lines look like headers', () => {
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

describe('a text that cannot be read as a patch', () => {
  test.each([
    ['it is empty', ''],
    ['it is prose', 'Please change a to b.'],
    ['it names no file', patch()],
    ['it has no end', '*** Begin Patch\n*** Delete File: a'],
    [
      'a second patch follows its end',
      `${patch('*** Delete File: a')}\n${patch('*** Delete File: b')}`,
    ],
    ['a file has no name', patch('*** Update File: ', '-a')],
    ['a mark is unknown', patch('*** Rename File: a')],
    ['a text stands where a mark should be', patch('*** Add File: a', 'no plus')],
    ['a file has one side only', '--- a\n@@ -1 +1 @@\n-x\n+y'],
    ['a hunk has no size', '--- a\n+++ a\n@@ @@\n-x\n+y'],
    [
      'a hunk is shorter than it says',
      '--- a\n+++ a\n@@ -1,3 +1 @@\n-x\n+y\n--- b\n+++ b\n@@ -1 +1 @@\n-x\n+y',
    ],
    ['a hunk is longer on one side than it says', '--- a\n+++ a\n@@ -1 +1,2 @@\n-x\n-y\n+z\n+z'],
    ['a name is quoted', '--- "a/\\303\\251"\n+++ "b/\\303\\251"\n@@ -1 +1 @@\n-x\n+y'],
    ['it is binary', 'diff --git a/x b/x\nGIT binary patch\nliteral 3'],
    ['it is a rename alone', 'rename to b'],
  ])('is refused with an error that says why and on which line, if %s', (_, text) => {
    expect(() => readPatch(text)).toThrow(/^the patch cannot be read: .+ \(line \d+\)$/);
  });
});

const line = fc.oneof(
  fc.constantFrom('*** Begin Patch', '*** End Patch', '*** Add File: a', '*** Update File: b'),
  fc.constantFrom('*** Move to: c', '@@', '@@ -1 +1 @@', '--- a/x', '+++ b/x', '\\ No newline', ''),
  fc.string({ maxLength: 8 }).map((text) => `+${text}`),
  fc.string({ maxLength: 8 }),
);

property('Any text is read as at least one change, or is refused with an error of code tool', {
  corpus: 'patch',
  inputs: fc.array(line, { maxLength: 12 }),
  holds: (lines) => {
    try {
      expect(readPatch(lines.join('\n')).length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toMatchObject({ code: 'tool' });
    }
  },
  runs: 1000,
  longRuns: 2000,
});

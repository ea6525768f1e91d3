import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPatch as readCopilot } from '../src/adapters/copilot/read-patch.ts';
import { readPatch } from '../src/adapters/cursor/read-patch.ts';
import type { Hunk } from '../src/util/patch.ts';
import { property } from './property.ts';

const hunk = (lines: string[], more: Partial<Hunk> = {}): Hunk => ({
  lines,
  old: lines.filter((line) => line[0] !== '+').map((line) => line.slice(1)),
  new: lines.filter((line) => line[0] !== '-').map((line) => line.slice(1)),
  ...more,
});
const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

test('The message of a patch that lacks an end says which one', () => {
  const message = (text: string) => {
    try {
      readPatch(text);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(message('*** Begin Patch\n*** Delete File: a')).toBe(
    'the patch cannot be read: it does not end with *** End Patch (line 2)',
  );
  expect(message('*** Delete File: a\n*** End Patch')).toBe(
    'the patch cannot be read: it does not begin with *** Begin Patch (line 1)',
  );
});

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
      '@@',
      '-x',
    ],
  ];
  expect(readPatch(`\n${patch(...lines)}\n`)).toEqual([
    { does: 'add', path: 'a/b.txt', content: 'one\n\n' },
    {
      does: 'update',
      path: 'c.txt',
      hunks: [hunk([' k', '-l', '+m'], { anchor: 'class X' }), hunk(['+n'], { isAtEnd: true })],
    },
    { does: 'delete', path: 'd' },
    { does: 'update', path: 'e', hunks: [hunk(['-x'])], to: 'f' },
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
    { does: 'update', path: 'x', hunks: [hunk([' a', '--- b', '+++ c'], { startLine: 1 })] },
    { does: 'add', path: 'new', content: 'n\n' },
    { does: 'delete', path: 'old' },
    { does: 'update', path: 'p', hunks: [hunk(['-1', '+2'], { startLine: 1 })], to: 'q' },
  ]);
});

test('a patch of Copilot CLI ends a line at a lone carriage return as well', () => {
  const text = patch('*** Add File: a', '+x\r*** Update File: .env', '@@', '-k', '+l');
  for (const read of [readCopilot, readPatch])
    expect(read(text)).toEqual([
      { does: 'add', path: 'a', content: 'x\n' },
      { does: 'update', path: '.env', hunks: [hunk(['-k', '+l'])] },
    ]);
});

describe('a text that cannot be read as a patch', () => {
  test.each([
    ['it is empty', ''],
    ['it is prose', 'Please change a to b.'],
    ['it has no end', '*** Begin Patch\n*** Delete File: a'],
    [
      'a second patch follows its end',
      `${patch('*** Delete File: a')}\n${patch('*** Delete File: b')}`,
    ],
    ['a file has no name', patch('*** Update File: ', '-a')],
    ['a file is moved and not changed', patch('*** Update File: a', '*** Move to: b')],
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
    ['it names no file', patch()],
    ['it is binary', 'diff --git a/x b/x\nGIT binary patch\nliteral 3'],
    ['it is a rename alone', 'rename to b'],
    [
      'two names have prefixes of git, and are not the same',
      '--- a/x\n+++ b/y\n@@ -1 +1 @@\n-x\n+y',
    ],
  ])('is refused with an error that says why, if %s', (_, text) => {
    expect(() => readPatch(text)).toThrow(/^the patch cannot be read: ./);
  });
});

describe('a section of a diff that changes a file without a line of it', () => {
  const edit = ['--- a/one', '+++ b/one', '@@ -1 +1 @@', '-x', '+y'];
  const git = 'diff --git a/one b/.env';
  const own = 'diff --git a/.env b/.env';

  test.each([
    ['copies it', [git, 'similarity index 100%', 'copy from one', 'copy to .env']],
    ['renames it from nothing', [git, 'rename to .env']],
    ['renames it to nothing', [own, 'rename from .env']],
    [
      'renames it, and then another',
      ['rename from .env', 'rename to a', 'rename from b', 'rename to c'],
    ],
    ['makes it', [own, 'new file mode 100644', 'index 0000000..e69de29']],
    ['makes it, in the words of another agent', [own, 'create file mode 100644']],
    ['removes it', [own, 'deleted file mode 100644', 'index e69de29..0000000']],
    ['makes it executable', [own, 'old mode 100644', 'new mode 100755']],
    ['names it', [own]],
    ['names it as an index', ['Index: .env', '=====']],
    ['holds bytes for it', [own, 'GIT binary patch', 'literal 3']],
    ['says that its bytes differ', [own, 'Binary files a/.env and b/.env differ']],
  ])('is refused wherever it stands, if it %s', (_, section) => {
    const head = 'diff --git a/one b/one';
    const all = [section, [...section, ...edit], [head, ...edit, ...section]];
    for (const lines of [...all, [...section, head, ...edit], [...edit, '', ...section, '']])
      expect(() => readPatch(lines.join('\n'))).toThrow(/^the patch cannot be read: ./);
  });

  test.each([
    ['of another file', ['diff --git a/.env b/.env']],
    ['of another file beside its own', ['diff --git a/.env a/one b/one']],
    ['of another file and not from git', ['diff -u .env .env']],
    ['of a file to be deleted', ['deleted file mode 100644']],
    ['of another renamed file', ['rename from .env', 'rename to one']],
    ['with the index of another file', ['Index: .env', '====']],
  ])('is refused where its first lines are %s', (_, head) => {
    expect(() => readPatch([...head, ...edit].join('\n'))).toThrow(/^the patch cannot be read: ./);
  });

  test.each([
    '\r',
    '\r\r\n',
    'x\r',
  ])('is refused behind the end of a line that may be none: %j', (end) => {
    const hidden = `+y${end}--- a/.env${end}+++ b/.env${end}@@ -1 +1 @@${end}-k${end}+l`;
    expect(() => readPatch([...edit.slice(0, -1), hidden].join('\n'))).toThrow(
      /^the patch cannot be read: ./,
    );
  });

  test('is one change where it is a rename, with lines of the file or without', () => {
    const names = ['similarity index 90%', 'rename from x', 'rename to sub/y'];
    const first = 'diff --git a/x b/sub/y';
    const lines = ['--- a/x', '+++ b/sub/y', '@@ -1 +1 @@', '-x', '+y'];
    const renamed = { does: 'update', path: 'x', to: 'sub/y' };
    const edited = { does: 'update', path: 'one', hunks: [hunk(['-x', '+y'], { startLine: 1 })] };
    expect(readPatch([first, ...names, 'diff --git a/one b/one', ...edit].join('\n'))).toEqual([
      { ...renamed, hunks: [] },
      edited,
    ]);
    expect(readPatch([...edit, first, ...names, 'index 1..2', ...lines].join('\n'))).toEqual([
      edited,
      { ...renamed, hunks: [hunk(['-x', '+y'], { startLine: 1 })] },
    ]);
  });

  test.each([
    ['git', ['diff --git a/n b/n', 'new file mode 100644', '--- /dev/null', '+++ b/n'], 'n'],
    [
      'git without prefixes',
      ['diff --git n n', 'new file mode 100644', '--- /dev/null', '+++ n'],
      'n',
    ],
    ['diff', ['diff -ru old/n new/n', '--- old/n', '+++ new/n'], 'old/n'],
    ['Subversion', ['Index: n', '=======', '--- n\t(revision 1)', '+++ n\t(working copy)'], 'n'],
  ])('is read where its first lines are as %s writes them', (_, lines, path) => {
    const size = lines.includes('--- /dev/null') ? ['@@ -0,0 +1 @@', '+y'] : edit.slice(2);
    expect(readPatch([...lines, ...size].join('\n'))).toMatchObject([{ path }]);
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

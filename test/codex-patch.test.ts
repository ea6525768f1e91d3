// Patches as Codex CLI 0.169.0 was seen to read and apply them, run offline.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applied } from '../src/adapters/codex/apply.ts';
import { hunksOf, patchOf } from '../src/adapters/codex/changes.ts';
import { type Change, type Hunk, readPatch } from '../src/adapters/codex/patch.ts';
import { adapters } from '../src/adapters/index.ts';
import type { Composite, World } from '../src/mapping/adapter.ts';
import { replaced } from '../src/util/replaced.ts';

const seen = new URL('../fixtures/codex/patch-paths.json', import.meta.url);
const { opened } = JSON.parse(readFileSync(seen, 'utf8')) as { opened: Record<string, string> };

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const gone = [{ does: 'delete', path: 'del.txt' }];

test.each([
  ['blanks before a header', patch('  *** Delete File: del.txt'), gone],
  ['blanks behind a path', patch('*** Delete File: del.txt \t'), gone],
  ['a here-document', `<<'EOF'\n${patch('*** Delete File: del.txt')}EOF\n`, gone],
  ['a second blank', patch('*** Delete File:  del.txt'), [{ does: 'delete', path: ' del.txt' }]],
  ['other line ends', patch('*** Delete File: del.txt').replaceAll('\n', '\r\n'), gone],
  ['an empty file', patch('*** Add File: a'), [{ does: 'add', path: 'a', content: '' }]],
  [
    'a move with blanks behind it',
    patch('*** Update File: a', '*** Move to: b.txt \u0085', '@@', '-x', '+y'),
    [
      {
        does: 'update',
        path: 'a',
        to: 'b.txt',
        hunks: [{ lines: ['-x', '+y'], old: ['x'], new: ['y'] }],
      },
    ],
  ],
  ...Object.entries(opened).map(([text, path]): [string, string, Change[]] => [
    `the path ${JSON.stringify(text)}`,
    patch(`*** Delete File: ${text}`),
    [{ does: 'delete', path }],
  ]),
  [
    'a home that is a name',
    patch('*** Add File: ~/a', '+x'),
    [{ does: 'add', path: '~/a', content: 'x\n' }],
  ],
])('%s is read', (_, text, changes) => {
  expect(readPatch(text)).toEqual(changes);
});

test.each([
  ['a header without its blank', patch('*** Delete File:del.txt')],
  ['a move alone', patch('*** Update File: a', '*** Move to: b')],
  ['text in front', `hello\n${patch('*** Delete File: del.txt')}`],
  ['text behind', `${patch('*** Delete File: del.txt')}more`],
  ['two patches', patch('*** Delete File: a') + patch('*** Delete File: b')],
  ['an environment', patch('*** Environment ID: local', '*** Delete File: a')],
  ['nothing', ''],
])('%s is refused', (_, text) => {
  try {
    // Two patches are read as far as no file is touched unseen.
    expect(readPatch(text).map(({ path }: Change) => path)).toEqual(['a', 'b']);
  } catch (error) {
    expect(error).toMatchObject({ code: 'tool' });
  }
});

test('what looks like a header in a change is a line of it', () => {
  const [change] = readPatch(patch('*** Update File: n', '@@', ' alpha', ' *** Delete File: d'));
  expect(change).toMatchObject({ hunks: [{ old: ['alpha', '*** Delete File: d'] }] });
});

const hunksIn = (...lines: string[]): Hunk[] => {
  const [change] = readPatch(patch('*** Update File: n', ...lines));
  return change?.does === 'update' ? change.hunks : [];
};

describe('a change', () => {
  test.each([
    ['of a line', 'alpha\nbeta\n', ['@@', ' alpha', '-beta', '+g'], 'alpha\ng\n'],
    ['without a head', 'alpha\nbeta\n', [' alpha', '-beta', '+g'], 'alpha\ng\n'],
    ['that adds alone', 'alpha\n', ['@@', '+tail'], 'alpha\ntail\n'],
    ['of other line ends', 'a\r\nb\r\nz\r\n', ['@@', ' a', '-b', '+c'], 'a\r\nc\r\nz\r\n'],
    ['of a file without a last newline', 'a\nb', ['@@', ' a', '-b', '+c'], 'a\nc\n'],
    ['behind a line', 'x\ndef a\nx\n', ['@@ def a', '-x', '+y'], 'x\ndef a\ny\n'],
    ['at the end', 'x\nb\nx\n', ['@@', '-x', '+y', '*** End of File'], 'x\nb\ny\n'],
    ['with other blanks', 'a  \n b\n', ['@@', '-a', '-b', '+c'], 'c\n'],
    ['with other signs', 'a – b\n', ['@@', '-a - b', '+c'], 'c\n'],
  ])('%s is made', (_, before, lines, after) => {
    expect(applied(before, hunksIn(...lines))).toBe(after);
  });

  test('that does not fit is none', () => {
    expect(applied('a\n', hunksIn('@@', '-b', '+c'))).toBeUndefined();
  });
});

describe('an edit', () => {
  test.each([
    ['of a part of a line', 'KEY=a\nz\n', { old: 'a', new: 'b' }],
    ['of two lines', 'a\nb\nc\n', { old: 'a\nb', new: 'x' }],
    ['that takes a line away', 'a\nb\nc\n', { old: 'b\n', new: '' }],
    ['that joins lines', 'ab\ncd\n', { old: 'b\n', new: 'x' }],
    ['of every occurrence', 'a-a\nb\na\n', { old: 'a', new: 'y', all: true }],
    ['with other line ends', 'a\r\nb\r\n', { old: 'a\r\nb', new: 'c' }],
  ])('%s, told in whole lines, does the same', (_, before, edit) => {
    const text = patchOf('n', 'update', hunksOf([edit], before));
    const [change] = readPatch(text);
    const { old, new: now, all } = edit as { old: string; new: string; all?: true };
    const after = all ? before.replaceAll(old, now) : before.replace(old, now);
    const hunks = change?.does === 'update' ? change.hunks : [];
    const made = applied(before, hunks);
    expect(made?.replaceAll('\r\n', '\n')).toBe(after.replaceAll('\r\n', '\n'));
  });
});

describe('what the client made of files, we tell', () => {
  const file = new URL('../fixtures/codex/patches-applied.json', import.meta.url);
  const { runs } = JSON.parse(readFileSync(file, 'utf8')) as {
    runs: { files: Record<string, string>; patch: string; after: Record<string, string> }[];
  };

  test.each(runs.map((run) => [run.patch, run] as const))('%j', (command, { files, after }) => {
    const at = (path: string) => path.replace(/^\/w\//, '');
    const world: World = {
      now: () => new Date(0),
      recall: () => undefined,
      file: (path) => {
        const text = files[at(path)];
        return text === undefined ? { missing: true } : { text };
      },
    };
    const event = { event: 'before-tool', cwd: '/w', input: { command } } as const;
    const patches = adapters.codex.composites?.apply_patch as Composite;
    const now: Record<string, string | undefined> = { ...files };
    for (const { tool, input } of patches.calls(event, world)) {
      const { path, content, old, new: text, edits } = input as Record<string, string>;
      const name = at(path as string);
      if (tool === 'delete') delete now[name];
      else if (tool === 'write') now[name] = content;
      else {
        const all = (edits ?? [{ old, new: text }]) as { old: string; new: string }[];
        now[name] = replaced(now[name] as string, all);
      }
    }
    expect(now).toEqual(after);
  });
});

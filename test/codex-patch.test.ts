// Patches as Codex CLI 0.169.0 was seen to read and apply them, run offline.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyHunks } from '../src/adapters/codex/apply-hunks.ts';
import { readPatch } from '../src/adapters/codex/read-patch.ts';
import { findShellPatches } from '../src/adapters/codex/shell-patch.ts';
import { buildHunks, buildPatch } from '../src/adapters/codex/write-patch.ts';
import { adapters } from '../src/adapters/index.ts';
import type { Composite, World } from '../src/mapping/adapter.ts';
import { attempt } from '../src/util/attempt.ts';
import type { Change, Hunk } from '../src/util/patch.ts';
import { replaceTexts } from '../src/util/replace-texts.ts';

const seen = new URL('../fixtures/codex/patch-paths.json', import.meta.url);
const { opened } = JSON.parse(readFileSync(seen, 'utf8')) as { opened: Record<string, string> };

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const gone = [{ does: 'delete', path: 'del.txt' }];

test.each([
  ['blanks before a header', patch('  *** Delete File: del.txt'), gone],
  ['blanks behind a path', patch('*** Delete File: del.txt \t'), gone],
  ['a here-document around it', `<<'EOF'\n${patch('*** Delete File: del.txt')}EOF\n`, gone],
  [
    'a second blank before a path',
    patch('*** Delete File:  del.txt'),
    [{ does: 'delete', path: ' del.txt' }],
  ],
  ['an environment header', patch('*** Environment ID: local', '*** Delete File: del.txt'), gone],
  ['its last line twice', patch('*** Delete File: del.txt', '*** End Patch', ''), gone],
  [
    'an end of file before its first change',
    patch('*** Update File: a', '*** End of File', '@@', '-x', '*** End of File ', ' '),
    [
      {
        does: 'update',
        path: 'a',
        hunks: [{ lines: ['-x'], old: ['x'], new: [], isAtEnd: true }],
      },
    ],
  ],
  ['CRLF line ends', patch('*** Delete File: del.txt').replaceAll('\n', '\r\n'), gone],
  ['an empty file to add', patch('*** Add File: a'), [{ does: 'add', path: 'a', content: '' }]],
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
    'a path that begins with ~',
    patch('*** Add File: ~/a', '+x'),
    [{ does: 'add', path: '~/a', content: 'x\n' }],
  ],
])('a patch with %s is read into its changes', (_, text, changes) => {
  expect(readPatch(text)).toEqual(changes);
});

test.each([
  ['a header without a blank', patch('*** Delete File:del.txt')],
  ['a move and no change', patch('*** Update File: a', '*** Move to: b')],
  ['text before it', `hello\n${patch('*** Delete File: del.txt')}`],
  ['text after it', `${patch('*** Delete File: del.txt')}more`],
  ['a second patch after it', patch('*** Delete File: a') + patch('*** Delete File: b')],
  ['two environment headers', patch('*** Environment ID: a', '*** Environment ID: b')],
  ['no text at all', ''],
])('a patch with %s throws an error of a tool, as no file may be touched unseen', (_, text) => {
  expect(() => readPatch(text)).toThrow(expect.objectContaining({ code: 'tool' }));
});

test('a context line that looks like a header is read as a line of its change', () => {
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
    ['without an @@ header', 'alpha\nbeta\n', [' alpha', '-beta', '+g'], 'alpha\ng\n'],
    ['that only adds lines', 'alpha\n', ['@@', '+tail'], 'alpha\ntail\n'],
    [
      'of a file with CRLF line ends',
      'a\r\nb\r\nz\r\n',
      ['@@', ' a', '-b', '+c'],
      'a\r\nc\r\nz\r\n',
    ],
    ['of a file without a last newline', 'a\nb', ['@@', ' a', '-b', '+c'], 'a\nc\n'],
    [
      'after the line that its @@ header names',
      'x\ndef a\nx\n',
      ['@@ def a', '-x', '+y'],
      'x\ndef a\ny\n',
    ],
    ['at the end of the file', 'x\nb\nx\n', ['@@', '-x', '+y', '*** End of File'], 'x\nb\ny\n'],
    ['whose blanks differ from those of the file', 'a  \n b\n', ['@@', '-a', '-b', '+c'], 'c\n'],
    ['whose dashes differ from those of the file', 'a – b\n', ['@@', '-a - b', '+c'], 'c\n'],
  ])('%s is applied to the file as Codex CLI applies it', (_, before, lines, after) => {
    expect(applyHunks(before, hunksIn(...lines))).toBe(after);
  });

  test('that does not fit the file is not applied', () => {
    expect(applyHunks('a\n', hunksIn('@@', '-b', '+c'))).toBeUndefined();
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
  ])('%s becomes a patch of whole lines that leaves the same text', (_, before, edit) => {
    const text = buildPatch('n', 'update', buildHunks([edit], before));
    const [change] = readPatch(text);
    const { old, new: now, all } = edit as { old: string; new: string; all?: true };
    const after = all ? before.replaceAll(old, now) : before.replace(old, now);
    const hunks = change?.does === 'update' ? change.hunks : [];
    const made = applyHunks(before, hunks);
    expect(made?.replaceAll('\r\n', '\n')).toBe(after.replaceAll('\r\n', '\n'));
  });
});

describe('a patch that Codex CLI was seen to apply', () => {
  const file = new URL('../fixtures/codex/patches-applied.json', import.meta.url);
  const { runs } = JSON.parse(readFileSync(file, 'utf8')) as {
    runs: { files: Record<string, string>; patch: string; after: Record<string, string> }[];
  };

  test.each(
    runs.map((run) => [run.patch, run] as const),
  )('is split into calls that leave the same files: %j', (command, { files, after }) => {
    const at = (path: string) => path.replace(/^\/w\//, '');
    const world: World = {
      now: () => new Date(0),
      recall: () => undefined,
      readFile: (path) => {
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
        now[name] = replaceTexts(now[name] as string, all);
      }
    }
    expect(now).toEqual(after);
  });
});

describe('a command of the shell', () => {
  const file = new URL('../fixtures/codex/shell-patches.json', import.meta.url);
  const { runs } = JSON.parse(readFileSync(file, 'utf8')) as {
    runs: { command: string; folder: string | null }[];
  };
  const text = patch('*** Add File: a', '+x');
  const applied = runs.filter(({ folder }) => folder !== null);
  const unknown = expect.objectContaining({
    code: 'tool',
    message: expect.stringContaining('the folder of the patch cannot be known'),
  });

  test.each(
    applied.map(({ command, folder }) => [command, folder] as const),
  )('in which Codex CLI was seen to apply a patch is read as one of that folder, or refused: %j', (command, folder) => {
    const found = attempt(() => findShellPatches(command.replace('{patch}', text)));
    if (!found)
      return expect(() => findShellPatches(command.replace('{patch}', text))).toThrow(unknown);
    const folders = found.map((one) => posix.normalize(`./${one.folder}`).replace(/(?<=.)\/$/, ''));
    expect(folders).toEqual([posix.normalize(folder as string)]);
    expect(readPatch(found[0]?.patch as string)).toEqual(readPatch(text));
  });

  const blank = '\u00a0';
  test.each([
    ...[
      'cd a\\\n && ',
      'cd a\\\r\n&& ',
      'cd a\\\n&&\\\n',
      'cd a\\\t && ',
      'cd a\\ && ',
      'cd a\\) && ',
    ],
    ...['cd "a\nb" && ', 'cd "a\rb" && ', "cd 'a\nb' && ", "cd 'a\rb' && ", 'cd "a\tb" && '],
    ...[`cd a${blank}&& `, `cd "a${blank}" && `, 'cd a\u2003&& ', 'cd a\x85&& ', 'cd a\ufeff && '],
    ...[
      'cd "a$x" && ',
      'cd "a`x`" && ',
      'cd $"a" && ',
      "cd $'a' && ",
      "cd 'a'b && ",
      'cd a\\b && ',
    ],
    ...[
      'cd "" && ',
      "cd '' && ",
      'cd a* && ',
      'cd a? && ',
      'cd {a,b} && ',
      'cd a#b && ',
      "cd 'a\\b' && ",
    ],
    ...[
      'cd -- a && ',
      'cd -P a && ',
      'cd a b && ',
      'cd a ) && ',
      'cd a 2>&1 && ',
      'cd a; ',
      'cd a || ',
    ],
    ...[
      'X=1 cd a && ',
      'cd a && X=1 ',
      '>f cd a && ',
      'cd a && cd b && ',
      '(cd a && ',
      `cd${blank}a && `,
    ],
    ...['X=1 cd\\\n a && ', 'X="\n" cd a && ', '\\cd a && ', '"cd" a && '],
  ])('is refused where what stands before the patch may lead to another folder: %j', (head) => {
    for (const end of ['', '\n'])
      expect(() => findShellPatches(`${head}apply_patch <<'EOF'\n${text}EOF${end}`)).toThrow(
        unknown,
      );
  });

  test.each([
    [`apply_patch <<'EOF'\n${text}EOF`, ['.']],
    [`cd sub && apply_patch <<'EOF'\n${text}EOF\n`, ['sub']],
    [`cd "a b" && applypatch <<EOF\n${text}EOF\n`, ['a b']],
    [`cd ' a' &&\napply_patch <<'EOF'\n${text}EOF\n`, [' a']],
    [`cd "it's" && apply_patch <<'EOF'\n${text}EOF\n`, ["it's"]],
    [`cd a@b,c:d%e+f=g&&apply_patch<<'EOF'\n${text}EOF`, ['a@b,c:d%e+f=g']],
    [`cd ../bé/中 && apply_patch <<'EOF'\n${text}EOF`, ['../bé/中']],
    [`X=1 apply_patch - <<'EOF'\n${text}EOF`, ['.']],
    [`cat > AGENTS.md <<'EOF'\napply_patch <<'X'\n${text}X\nEOF`, []],
    [`grep -n 'apply_patch <<' a.md\necho '${text}'`, []],
    ['apply_patch --help', []],
  ])('is read as a patch in these folders alone: %j', (command, folders) => {
    expect(findShellPatches(command).map(({ folder }) => folder)).toEqual(folders);
  });

  test('that hides its patch behind another one is refused, or both are read', () => {
    const hidden = patch('*** Delete File: .env').replace(/^/gm, '  ');
    const decoy = '*** Begin Patch\n*** Update File: ok\n@@\n ';
    const command = `X='apply_patch <<\n${decoy}' apply_patch <<'EOF'\n${hidden}EOF`;
    const paths = findShellPatches(command).flatMap((one) =>
      readPatch(one.patch).map((c) => c.path),
    );
    expect(paths).toContain('.env');
  });

  test('whose patch cannot be read is refused', () => {
    const command = `apply_patch <<'EOF'\n${patch('*** Rename File: a')}EOF`;
    expect(() => findShellPatches(command)).toThrow(expect.objectContaining({ code: 'tool' }));
  });
});

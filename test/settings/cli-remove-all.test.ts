import { describe, expect, test } from 'vitest';
import { cursorHooks, type Files, geminiHooks, guard, type Project, project } from './project.ts';

const own = {
  'g.sh': guard,
  '.cursor/hooks.json': cursorHooks({ preToolUse: [{ command: './g.sh' }] }),
};

/** Plays commands in a project, and then `remove --all`. Returns the files before and after, and what was printed. */
async function removedAfter(files: Files, ...commands: string[][]) {
  const p = project(files);
  const before = p.texts();
  for (const words of commands) {
    const { code, stdout, stderr } = await p.anyhook(...words);
    expect([code, stderr], stdout).toEqual([0, '']);
  }
  expect(p.texts()).not.toEqual(before);
  const { code, stdout } = await p.anyhook('remove', '--all', '--scope', 'all');
  expect(code).toBe(0);
  const { 'anyhook.yaml': yaml, ...after } = p.texts();
  return { p, before, after, yaml, stdout };
}

test('remove --all leaves nothing of convert … anyhook but the file itself, which is then nobody’s but yours', async () => {
  const { p, before, after, yaml, stdout } = await removedAfter(own, [
    ...['convert', 'cursor', 'anyhook', '--write', '--accept-loss'],
  ]);
  expect(after).toEqual(before);
  expect(yaml).toContain('g.sh');
  expect(stdout).toContain('anyhook.yaml stays');
  expect(p.has('.anyhook')).toBe(false);
});

test.each([
  ['not there', {}],
  ['of other lines', { '.gitattributes': '*.png binary\n' }],
  ['of lines of Windows', { '.gitattributes': '*.png binary\r\n' }],
])('remove --all after init --from gives each file its bytes back, with .gitattributes %s', async (_, more) => {
  const { before, after, p, stdout } = await removedAfter({ ...own, ...more }, [
    'init',
    '--from',
    'cursor',
    '--agents',
    'claude,gemini',
    '--yes',
  ]);
  expect(after).toEqual(before);
  expect(p.has('.anyhook')).toBe(false);
  expect(stdout).toContain('.gitattributes');
});

test('remove --all leaves a line about .anyhook in .gitattributes that is another than ours', async () => {
  const files = { ...own, '.gitattributes': '.anyhook/** text eol=lf linguist-generated\n' };
  const { before, after } = await removedAfter(files, [
    ...['convert', 'cursor', 'gemini', '--write', '--accept-loss'],
  ]);
  expect(after).toEqual(before);
});

test('remove --all --dry-run says what it would remove, and writes nothing', async () => {
  const p = project(own);
  await p.anyhook('init', '--from', 'cursor', '--agents', 'gemini', '--yes');
  const before = p.state();
  const { stdout } = await p.anyhook('remove', '--all', '--dry-run');
  expect(stdout).toContain('.gitattributes would be removed');
  expect(p.state()).toEqual(before);
});

test('remove --all keeps what an entry still needs that somebody changed by hand', async () => {
  const p = project({ ...own, '.gemini/settings.json': geminiHooks({}) });
  await p.anyhook('init', '--from', 'cursor', '--agents', 'gemini', '--yes');
  p.put('.gemini/settings.json', p.get('.gemini/settings.json').replace(/\.\/g\.sh/, './h.sh'));
  const { stdout } = await p.anyhook('remove', '--all');
  expect(stdout).toContain('changed by hand');
  expect(p.has('.anyhook/run.cjs')).toBe(true);
  expect(p.get('.gitattributes')).toContain('.anyhook');
});

describe('what becomes of the folder .anyhook is said', () => {
  const both = { ...own, '.gemini/settings.json': '{}', '.qwen/settings.json': '{}' };
  const plain = (text: string) => text.replace(/\s+/g, ' ');

  test.each([
    [
      'run.v20.20.2-x64-01426404m.cache',
      'because it holds compiled code and the memory of sessions',
    ],
    ['state/0a1b/loop', 'because it holds compiled code and the memory of sessions'],
    ['notes.md', 'because notes.md in it is not of anyhook'],
  ])('remove --scope user says truly why ~/.anyhook stays with %s in it', async (name, why) => {
    const p = project({ '~/.cursor/hooks.json': own['.cursor/hooks.json'] });
    const scope = ['--scope', 'user'];
    await p.anyhook('convert', 'cursor', 'gemini', '--write', '--accept-loss', ...scope);
    p.put(`~/.anyhook/${name}`, '');
    const { stdout } = await p.anyhook('remove', 'gemini', ...scope);
    expect(plain(stdout)).toContain(`~/.anyhook stays, ${why}`);
    expect(p.has(`~/.anyhook/${name}`)).toBe(true);
    expect(p.has('~/.anyhook/run.cjs')).toBe(false);
  });
  const deleted = (verb: string) =>
    `.anyhook ${verb} deleted: no settings file here needs it any more.`;
  const cases: [
    string,
    { prepare?: (p: Project) => void; words: string[]; said: string; isThere: boolean },
  ][] = [
    ['it goes with the last entry', { words: ['--all'], said: deleted('was'), isThere: false }],
    ['it would go', { words: ['--all', '--dry-run'], said: deleted('would be'), isThere: true }],
    [
      'other settings need it',
      {
        words: ['gemini'],
        said: '.anyhook stays, because hooks in .qwen/settings.json are started through it.',
        isThere: true,
      },
    ],
    [
      'other settings would need it',
      {
        words: ['gemini', '--dry-run'],
        said: '.anyhook stays, because hooks in .qwen/settings.json are started through it.',
        isThere: true,
      },
    ],
    [
      'an entry was changed by hand',
      {
        prepare: ({ get, put }) =>
          put(
            '.gemini/settings.json',
            get('.gemini/settings.json').replaceAll('"type"', '"timeout": 9, "type"'),
          ),
        words: ['--all'],
        said: '.anyhook stays, because hooks in .gemini/settings.json are started through it.',
        isThere: true,
      },
    ],
    [
      'it holds a file of somebody else',
      {
        prepare: ({ put }) => put('.anyhook/notes.md', 'mine'),
        words: ['--all'],
        said: '.anyhook stays, because notes.md in it is not of anyhook; delete the folder if you do not need it.',
        isThere: true,
      },
    ],
  ];

  test.each(cases)('%s', async (_, { prepare, words, said, isThere }) => {
    const p = project(both);
    await p.anyhook('sync', '--from', 'cursor', '--accept-loss', '--to', 'gemini,qwen');
    expect(p.has('.anyhook/run.cjs')).toBe(true);
    prepare?.(p);
    const { stdout } = await p.anyhook('remove', ...words);
    expect(plain(stdout)).toContain(said);
    expect(plain(stdout).split('.anyhook ')).toHaveLength(2);
    expect(p.has('.anyhook')).toBe(isThere);
  });
});

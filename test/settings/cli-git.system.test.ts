/** Projects in a git repository: which files of them git ignores, and where the repository begins. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { cursorHooks, type Project, project, wide } from './project.ts';

const git = (p: Project, ...words: string[]) =>
  execFileSync('git', words, { cwd: p.dir, encoding: 'utf8', stdio: 'pipe' });

/** Returns a text without its line breaks. */
const flat = (text: string): string => text.replace(/\s+/g, ' ');

const yaml = 'version: 1\nhooks:\n  - { on: before-tool, run: node guard.mjs }\n';

/** Projects, and the command lines that write their hooks, look at them, or show what is written. */
const commands: Record<string, { files?: object; write: string[]; look: string[][] }> = {
  init: {
    write: ['init', '--agents', 'claude,gemini', '--hooks', 'shell', '--yes'],
    look: [['init', '--yes'], ['sync'], ['sync', '--check'], ['doctor']],
  },
  sync: {
    files: { 'anyhook.yaml': yaml, 'guard.mjs': '' },
    write: ['sync', '--to', 'claude,gemini'],
    look: [['sync'], ['sync', '--quiet'], ['sync', '--check'], ['doctor']],
  },
  convert: {
    files: {
      '.cursor/hooks.json': cursorHooks({ beforeShellExecution: [{ command: 'node guard.mjs' }] }),
      'guard.mjs': '',
    },
    write: ['convert', 'cursor', 'gemini', '--write', '--accept-loss'],
    look: [['convert', 'cursor', 'gemini', '--write', '--accept-loss'], ['doctor']],
  },
};

/** What `.gitignore` says, and what is printed about it. */
const rules: [gitignore: string, text: RegExp | undefined][] = [
  ['.gemini\n', /git ignores \.gemini\/settings\.json \(\.gitignore:1\): .* a teammate has no/],
  ['# all\n*.json\n', /\.gemini\/settings\.json \(\.gitignore:2\): .* a teammate has no guard/],
  ['.*\n!.gitignore\n', /\.gemini\/settings\.json, .*\.anyhook\/\w+.* a teammate has no guard/],
  ['.anyhook\n', /git ignores \.anyhook\/run\.cjs, \.anyhook\/sh \(.*\): on another machine/],
  [
    '.anyhook/sh\n',
    /git ignores \.anyhook\/sh \(\.gitignore:1\): .* without it\. Change that line/,
  ],
  ['.anyhook/written.json\nnode_modules\n', undefined],
  ['*.json\n!.gemini/*.json\n!.claude/*.json\n', undefined],
];

describe.each(Object.entries(commands))('%s', (_, { files = {}, write, look }) => {
  test.each(
    rules,
  )('with a .gitignore of %j says what a teammate does not get', async (gitignore, text) => {
    const p = project({ ...(files as Record<string, string>), '.gitignore': gitignore });
    git(p, 'init', '-q');
    for (const words of [write, ...look]) {
      const { stdout, stderr } = await p.anyhook(...words);
      const said = [words, stderr, flat(stdout)];
      const expected = text
        ? expect.stringMatching(text)
        : expect.not.stringContaining('git ignores');
      expect(said).toEqual([words, '', expected]);
      if (text) expect(said[2]).not.toContain('nothing wrong');
      expect(wide(stdout)).toEqual([]);
    }
  });

  test('says nothing of a file that git has although a rule ignores it, once the typed command is obeyed', async () => {
    const p = project({
      ...(files as Record<string, string>),
      '.gitignore': '.gemini\n.anyhook\n',
    });
    git(p, 'init', '-q');
    const { stdout } = await p.anyhook(...write);
    const [, words = ''] = /^ {2}git (add --force .*)$/m.exec(stdout) ?? [];
    git(p, ...words.split(' '));
    for (const line of [write, ...look])
      expect((await p.anyhook(...line)).stdout).not.toContain('git ignores');
  });
});

test('outside a repository, and in a repository of the home folder, nothing is said of git', async () => {
  const p = project({ '.gitignore': '*\n' });
  const words = ['init', '--agents', 'claude', '--hooks', 'shell', '--yes'];
  expect((await p.anyhook(...words)).stdout).not.toContain('git ignores');
  execFileSync('git', ['init', '-q'], { cwd: p.home });
  expect((await p.anyhook('sync')).stdout).not.toContain('git ignores');
});

test.each([
  ['init', ['init', '--agents', 'claude', '--hooks', 'shell', '--yes']],
  ['convert', ['convert', 'cursor', 'gemini', '--write', '--accept-loss']],
])('%s in a folder of a repository says where the repository begins', async (_, words) => {
  const p = project();
  const put = (folder: string) => {
    for (const [name, file] of Object.entries(commands.convert?.files ?? {}))
      p.put(`${folder}${name}`, file);
  };
  git(p, 'init', '-q');
  const begins = 'of a git repository that begins at ..:';
  put('sub/');
  expect(flat((await p.anyhookIn(p.at('sub'), ...words)).stdout)).toContain(begins);
  put('');
  expect(flat((await p.anyhook(...words)).stdout)).not.toContain(begins);
});

test('a module that git ignores is named, with the command that shares it', async () => {
  const p = project({
    'anyhook.yaml': 'version: 1\nhooks:\n  - on: before-tool\n    module: hooks/guard.mjs\n',
    'hooks/guard.mjs': 'export default { beforeTool() {} };\n',
    '.claude/settings.json': {},
    '.gitignore': 'modules\n',
  });
  git(p, 'init', '-q');
  for (const words of [['sync'], ['sync', '--check'], ['doctor']]) {
    const { stdout } = await p.anyhook(...words);
    expect(flat(stdout)).toMatch(
      /git ignores \.anyhook\/modules\/guard\.mjs\.cjs \(\.gitignore:1\): on another machine/,
    );
    expect(stdout).toContain('\n  git add --force .anyhook\n');
  }
});

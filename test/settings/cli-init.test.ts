/** `anyhook init` in folders of every kind: what it writes, and what it leaves as it is. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../src/cli/init.ts';
import { findHooks } from '../../src/cli/init-answers.ts';
import { makeAsker, readYesOrNo } from '../../src/cli/questions.ts';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { resolveWorkspace } from '../../src/settings/workspace.ts';
import { surveyProject } from '../../src/survey/index.ts';
import { cursorHooks, geminiHooks, guard, type Project, project, wide } from './project.ts';

const init = (p: Project, ...args: string[]) => p.anyhook('init', ...args);
const newFiles = [
  '.anyhook/.gitattributes',
  '.anyhook/kept.json',
  '.anyhook/run.cjs',
  '.anyhook/sh',
  '.anyhook/written.json',
  '.claude/settings.json',
  '.gemini/settings.json',
  '.gitattributes',
  'anyhook.yaml',
  'hooks/format.mjs',
  'hooks/guard-shell.mjs',
  'hooks/keep-secrets.mjs',
];
const withCursor = {
  '.cursor/hooks.json': cursorHooks({ beforeShellExecution: [{ command: 'hooks/guard.sh' }] }),
  'hooks/guard.sh': guard,
};

describe('in an empty folder', () => {
  test('init --yes writes three hooks, their scripts, and the settings of each agent', async () => {
    const p = project();
    const said = await init(p, '--agents', 'claude-code,gemini', '--yes');
    expect([said.code, said.stderr]).toEqual([0, '']);
    expect(p.files()).toEqual(newFiles);
    expect(p.get('.gitattributes')).toBe('.anyhook/** text eol=lf\n');
    expect(said.stdout).toContain("anyhook test 'rm -rf /'");
    expect(said.stdout).toMatch(
      /Commit anyhook.yaml, [\s\S]*\n {2}Claude Code: \S[\s\S]*\n {2}Gemini CLI: /,
    );
    expect(wide(said.stdout)).toEqual([]);
    expect((await p.anyhook('sync', '--check')).code).toBe(0);
  });

  test('a second init changes nothing', async () => {
    const p = project();
    const args = ['--agents', 'claude,gemini', '--hooks', 'shell,secrets', '--yes'];
    expect((await init(p, ...args)).code).toBe(0);
    const before = p.state();
    for (const again of [args, ['--yes'], ['--agents', 'gemini,claude', '--yes']]) {
      const said = await init(p, ...again);
      expect([said.code, said.stderr]).toEqual([0, '']);
      expect(said.stdout).toContain('nothing was written');
      expect(p.state()).toEqual(before);
    }
  });

  test('init --dry-run shows every file and writes none', async () => {
    const p = project();
    const { stdout, code } = await init(p, '--agents', 'gemini', '--dry-run');
    expect(code).toBe(0);
    for (const file of newFiles.filter((name) => !/^\.(anyhook|claude)\//.test(name)))
      expect(stdout).toMatch(new RegExp(`^${file.replaceAll('.', '\\.')}\\n@@`, 'm'));
    expect(stdout).toMatch(/\nNothing was written\.\n$/);
    expect(p.files()).toEqual([]);
  });

  test.each([
    ['', '--agents claude,gemini --hooks shell,secrets,format'],
    ['--agents cursor', '--agents cursor --hooks shell,secrets,format'],
    ['--agents cursor --hooks shell', '--agents cursor --hooks shell'],
    ['--hooks none', '--agents claude,gemini --hooks none'],
    ['--agents qwen --from cursor -v', '--agents qwen --from cursor -v'],
  ])('without a terminal, init %s writes nothing and is answered with init %s --yes', async (args, line) => {
    const p = project();
    const said = await init(p, ...args.split(' ').filter(Boolean));
    expect([said.code, said.stdout]).toEqual([2, '']);
    expect(said.stderr).toContain(`Type: anyhook init ${line} --yes\n`);
    expect(p.files()).toEqual([]);
  });

  test.each([
    [['--yes'], 'no agent was found here; say --agents claude,gemini'],
    [['--agents', 'cluade', '--yes'], 'did you mean claude?'],
    [['--agents', 'anyhook', '--yes'], 'anyhook is no agent'],
    [['--agents', '', '--yes'], '--agents: no agent is named; say which'],
    [['--agents=', '--yes'], '--agents: no agent is named; say which'],
    [['--agents', 'windsurf', '--yes'], 'qwen, tabnine, terminai\n'],
    [['--agents', 'claude', '--hooks', 'shel', '--yes'], 'did you mean "shell"?'],
    [
      ['--agents', 'claude', '--hooks', 'none,shell', '--yes'],
      'none stands alone; say none, or shell',
    ],
    [['--agents', 'claude', '--hooks', 'shell', '--from', 'claude', '--yes'], 'exclude each other'],
    [['--agents', 'claude', '--from', 'gemini', '--yes'], 'no such file'],
  ])('init %j ends with 2, says why, and writes nothing', async (args, text) => {
    const p = project();
    const said = await init(p, ...args);
    expect(said.code).toBe(2);
    expect(said.stderr).toContain(text);
    expect(said.stderr).not.toMatch(/Type:.*''/);
    expect(p.files()).toEqual([]);
  });

  test('every agent and every hook are named by all, and hooks in any case', async () => {
    const p = project();
    const all = JSON.parse((await init(p, '--agents', 'all', '--hooks', 'ALL', '--json')).stdout);
    expect([all.agents.length, all.hooks]).toEqual([
      agentVendors().length,
      ['shell', 'secrets', 'format'],
    ]);
    const one = await init(p, '--agents', 'Claude', '--hooks', 'Shell', '--json');
    expect(JSON.parse(one.stdout).hooks).toEqual(['shell']);
  });

  test('init names no agents that it did not look for, and none as found beside those of --agents', async () => {
    const p = project({ '.gemini/settings.json': {} });
    const said = await init(p, '--agents', 'claude', '--hooks', 'shell', '--yes');
    expect(said.stdout).toMatch(/^Written: /);
    expect((await init(project(), '--yes')).stdout).toBe('');
  });

  test('init --hooks none writes a file without hooks, and no settings', async () => {
    const p = project();
    expect((await init(p, '--agents', 'claude', '--hooks', 'none', '--yes')).code).toBe(0);
    expect(p.files()).toEqual(['.gitattributes', 'anyhook.yaml']);
  });

  test('after init without hooks, the next step is to write one, and the command for it finds the agents', async () => {
    const p = project();
    const { stdout } = await init(p, '--agents', 'cursor', '--hooks', 'none', '--yes');
    expect(stdout).not.toMatch(/anyhook test|Cursor: /);
    const [, words = ''] = /anyhook (sync --to cursor)$/m.exec(stdout) ?? [];
    expect((await p.anyhook(...words.split(' '))).code).toBe(0);
  });

  test('hooks that are named later are added to anyhook.yaml, with their scripts and tests', async () => {
    const yaml =
      '# ours\nversion: 1\nhooks:\n  # first\n  - { on: prompt, run: echo } # one\n\ntests:\n  - call: ls # two\n    expect: pass\n';
    for (const before of ['version: 1\nhooks: []\n', yaml]) {
      const p = project({ 'anyhook.yaml': before });
      for (const hooks of ['shell', 'secrets']) {
        const args = ['--agents', 'claude,gemini', '--hooks', hooks, '--yes'];
        const said = await init(p, ...args);
        expect([said.code, said.stderr]).toEqual([0, '']);
        expect(said.stdout).toMatch(/^Written: anyhook.yaml, hooks\//m);
        const state = p.state();
        expect((await init(p, ...args)).stdout).toContain('nothing was written');
        expect(p.state()).toEqual(state);
      }
      for (const line of before.split('\n').filter((one) => !one.includes('[]')))
        expect(p.get('anyhook.yaml').split('\n')).toContain(line);
      expect(p.get('.claude/settings.json')).toMatch(/guard-shell.mjs[\s\S]*keep-secrets.mjs/);
      expect((await p.anyhook('sync', '--check')).code).toBe(0);
      p.drop('hooks/guard-shell.mjs');
      const again = await init(p, '--agents', 'claude', '--hooks', 'shell', '--yes');
      expect(again.stdout).toMatch(/^Written: hooks\/guard-shell.mjs/m);
      p.put('hooks/guard-shell.mjs', '// ours');
      expect((await init(p, '--agents', 'claude', '--hooks', 'shell', '--yes')).code).toBe(0);
      expect(p.get('hooks/guard-shell.mjs')).toBe('// ours');
    }
  });

  test('init --json prints the files and how it ended', async () => {
    const p = project();
    const args = ['--agents', 'gemini', '--hooks', 'shell', '--json'];
    const shown = JSON.parse((await init(p, ...args)).stdout);
    expect([shown.end, p.files()]).toEqual(['shown', []]);
    const written = JSON.parse((await init(p, ...args, '--yes')).stdout);
    expect(written).toMatchObject({
      end: 'written',
      agents: ['gemini'],
      hooks: ['shell'],
      from: null,
    });
    expect(written.files.map(({ file }: { file: string }) => file)).toEqual([
      'anyhook.yaml',
      'hooks/guard-shell.mjs',
      '.gitattributes',
      '.gemini/settings.json',
    ]);
    expect(JSON.parse((await init(p, ...args, '--yes')).stdout).end).toBe('nothing');
  });
});

describe('in a project with hooks', () => {
  test('of one agent, init --yes takes them for all agents, and leaves its file as it is', async () => {
    const p = project(withCursor);
    const before = p.get('.cursor/hooks.json');
    const said = await init(p, '--agents', 'cursor,gemini', '--yes');
    expect([said.code, said.stderr]).toEqual([0, '']);
    expect(said.stdout).toContain('Cursor has a hook in .cursor/hooks.json.');
    expect(p.get('.cursor/hooks.json')).toBe(before);
    expect(p.get('anyhook.yaml')).toContain('event: beforeShellExecution');
    expect(p.has('.gemini/settings.json')).toBe(true);
    expect((await p.anyhook('sync', '--check')).code).toBe(0);
    const state = p.state();
    expect((await init(p, '--yes')).code).toBe(0);
    expect(p.state()).toEqual(state);
  });

  test('of several agents, init --yes asks for --from', async () => {
    const p = project({
      ...withCursor,
      '.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: 'echo' }] }),
    });
    const before = p.state();
    const said = await init(p, '--yes');
    expect(said.code).toBe(2);
    expect(said.stderr).toContain('--from cursor');
    expect(p.state()).toEqual(before);
    expect((await init(p, '--from', 'cursor', '--agents', 'cursor,qwen', '--yes')).code).toBe(0);
    expect(p.get('anyhook.yaml')).not.toContain('AfterAgent');
  });

  test('that cannot be carried over whole, init ends with 1 and writes nothing', async () => {
    const p = project({
      '.gemini/settings.json': geminiHooks({ BeforeEverything: [{ command: 'hooks/guard.sh' }] }),
      'hooks/guard.sh': guard,
    });
    const before = p.state();
    const said = await init(p, '--agents', 'cursor', '--yes');
    expect(said.code).toBe(1);
    expect(said.stdout).toMatch(
      /✗ #1 [\s\S]*Nothing was written, because a guard would be lost or weaker\.\nTo accept it for good, write "accept-loss: true" beside the hook\.\n$/,
    );
    expect(p.state()).toEqual(before);
  });

  test('.gitattributes gets one more line in its own line ends, and only once', async () => {
    const p = project({ '.gitattributes': '* text=auto\r\n*.png binary' });
    expect((await init(p, '--agents', 'claude', '--yes')).code).toBe(0);
    const text = '* text=auto\r\n*.png binary\r\n.anyhook/** text eol=lf\r\n';
    expect(p.get('.gitattributes')).toBe(text);
    p.drop('anyhook.yaml');
    expect((await init(p, '--agents', 'claude', '--hooks', 'shell', '--yes')).code).toBe(0);
    expect(p.get('.gitattributes')).toBe(text);
  });
});

/** Folders in which something is in the way. */
const hostile: [what: string, prepare: (p: Project) => void, code: number, text: string][] = [
  ['a file called hooks', (p) => p.put('hooks', 'x'), 2, 'move that file away'],
  [
    'another script of the same name',
    (p) => p.put('hooks/guard-shell.mjs', 'x'),
    2,
    'hooks/guard-shell.mjs is another script',
  ],
  ['a broken anyhook.yaml', (p) => p.put('anyhook.yaml', 'version: 2\n'), 2, 'anyhook.yaml:1:10'],
  ['no YAML in anyhook.yaml', (p) => p.put('anyhook.yaml', '{'), 2, 'anyhook.yaml:'],
  ['broken settings', (p) => p.put('.claude/settings.json', '{'), 2, '.claude/settings.json:'],
  [
    'a folder as settings',
    (p) => mkdirSync(p.at('.claude/settings.json'), { recursive: true }),
    2,
    'not a regular file',
  ],
  ['a link out of the project', (p) => symlinkSync(p.home, p.at('hooks')), 2, 'outside'],
  ['settings behind a link out', (p) => symlinkSync(p.home, p.at('.claude')), 2, 'outside'],
  [
    'a link to nothing',
    (p) => symlinkSync('nothing', p.at('.gitattributes')),
    2,
    'link to nothing',
  ],
  ['a file called .anyhook', (p) => p.put('.anyhook', 'x'), 2, '.anyhook'],
];

test.each(hostile)('with %s, init writes nothing', async (_, prepare, code, text) => {
  const p = project();
  prepare(p);
  const before = p.state();
  const said = await init(
    p,
    '--agents',
    'claude,gemini',
    '--hooks',
    'shell,secrets,format',
    '--yes',
  );
  expect(said.code).toBe(code);
  expect(said.stderr).toContain(text);
  expect(said.stderr).not.toMatch(/\n {4}at /);
  expect(p.state()).toEqual(before);
});

test('in the home folder, init writes nothing', async () => {
  const p = project();
  const said = await p.anyhookIn(p.home, 'init', '--agents', 'claude', '--yes');
  expect([said.code, said.stderr]).toEqual([
    2,
    'anyhook: this is your home folder: go to the folder of a project\n',
  ]);
});

describe('questions', () => {
  /** Asks with given lines as what the person types. */
  const askWith = (...lines: string[]) => {
    const input = new PassThrough();
    const output = new PassThrough();
    const asker = makeAsker(input, output);
    for (const line of lines) input.write(`${line}\n`);
    return { asker, input, said: () => String(output.read() ?? '') };
  };

  test('are asked again until the answer can be read', async () => {
    const { asker, said } = askWith('perhaps', 'N');
    expect(await asker.ask('Write?', 'y', readYesOrNo)).toBe(false);
    expect(said()).toMatch(/Write\? \[y\] .*say y or n\n.*Write\?/s);
    asker.close();
  });

  test('take what is suggested for an empty line', async () => {
    const { asker } = askWith('');
    expect(await asker.ask('Write?', 'y', readYesOrNo)).toBe(true);
    asker.close();
  });

  test('end with exit code 130 and one sentence if the input ends', async () => {
    const { asker, input } = askWith();
    const answer = asker.ask('Write?', 'y', readYesOrNo);
    input.end();
    await expect(answer).rejects.toMatchObject({
      exitCode: 130,
      message: 'no answer was given, so nothing was done',
    });
  });

  test.each([
    0, 1, 2,
  ])('of init that end after %i answers leave every file as it was', async (count) => {
    const p = project({ '.claude/settings.json': '{}', '.gitattributes': '*.png binary\n' });
    const before = p.state();
    const { asker, input } = askWith(...Array.from({ length: count }, () => ''));
    input.end();
    const found = findHooks(surveyProject(resolveWorkspace({ root: p.dir, home: p.home })));
    await expect(setUp(p.dir, found, {}, asker)).rejects.toMatchObject({ exitCode: 130 });
    expect(p.state()).toEqual(before);
  });
});

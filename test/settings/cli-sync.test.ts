import { describe, expect, test } from 'vitest';
import { settingsFiles } from '../conformance/fixtures.ts';
import { commands, cursorHooks, geminiHooks, type Project, project } from './project.ts';
import { neutralFiles, neutralSource } from './sources.ts';

const { anyhook: _, ...own } = settingsFiles;
/** The names of the hooks in each agent's settings. */
const there = (p: Project) =>
  Object.fromEntries(
    Object.entries(own)
      .filter(([, file]) => p.has(file))
      .map(([agent, file]) => {
        const names = p.get(file).match(/everywhere|cursor-only|tabnine-too/g) ?? [];
        return [agent, [...new Set(names)].sort()];
      }),
  );

test('sync writes every agent that the project has, and those that a hook names', async () => {
  const p = project(neutralFiles);
  const said = await p.anyhook('sync');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(there(p)).toEqual({
    gemini: ['everywhere', 'tabnine-too'],
    cursor: ['cursor-only', 'everywhere'],
    tabnine: ['everywhere', 'tabnine-too'],
  });
  expect(said.stdout.match(/^Written: /gm)).toHaveLength(1);
  const before = p.state();
  expect((await p.anyhook('sync')).stdout.replace(/,\n/g, ', ')).toMatch(
    /^Up to date: .*hooks.json, .*settings.json, .*settings.json$/m,
  );
  expect(p.state()).toEqual(before);
});

test('sync --to writes the agents that it names, and no others', async () => {
  const p = project(neutralFiles);
  await p.anyhook('sync', '--to', 'terminai, cursor');
  expect(there(p)).toEqual({ terminai: ['everywhere'], cursor: ['cursor-only', 'everywhere'] });
});

test('sync --to may be said for each agent', async () => {
  const p = project(neutralFiles);
  await p.anyhook('sync', '--to', 'terminai', '--to', 'cursor');
  expect(there(p)).toEqual({ terminai: ['everywhere'], cursor: ['cursor-only', 'everywhere'] });
});

test('hooks that share a name, and a matcher that is no expression, are reported', async () => {
  const both = { name: 'guard', speaks: 'cursor', event: 'preToolUse' };
  const hooks = [
    { ...both, run: 'true' },
    { ...both, run: ': ; true', match: '[' },
    { ...both, name: 'twice', run: 'true' },
    { ...both, name: 'twice', event: 'postToolUse', run: 'true' },
  ];
  const p = project({ 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) });
  const said = (await p.anyhook('sync', '--to', 'gemini', '--accept-loss')).stdout;
  const text = said.replace(/\s+/g, ' ');
  expect(text).toContain('several hooks are called "guard": true; : ; true.');
  expect(text).not.toContain('called "twice"');
  expect(text).toContain('the matcher "[" matches nothing');
});

test('sync writes one script for hooks of two agents, each under its own event', async () => {
  const run = 'hooks/tell.sh';
  const hooks = [
    { speaks: 'cursor', event: 'preCompact', run },
    { speaks: 'claude', event: 'PreCompact', run },
  ];
  const agents = ['claude', 'codex', 'cursor', 'gemini'] as const;
  for (const to of agents) {
    const p = project({
      'hooks/tell.sh': '#!/bin/sh\nexit 0\n',
      'anyhook.yaml': JSON.stringify({ version: 1, hooks }),
    });
    const said = await p.anyhook('sync', '--to', to, '--accept-loss');
    expect(said, to).toMatchObject({ code: 0, stderr: '' });
    expect(p.get(own[to]).match(/hooks\/tell\.sh/g), to).toHaveLength(2);
  }
});

test('sync takes a hook that left the source out of every agent', async () => {
  const p = project(neutralFiles);
  await p.anyhook('sync');
  p.put(
    'anyhook.yaml',
    neutralSource.replace(/ {2}- name: everywhere.*?(?= {2}- name: cursor)/s, ''),
  );
  await p.anyhook('sync');
  expect(there(p)).toEqual({
    gemini: ['tabnine-too'],
    cursor: ['cursor-only'],
    tabnine: ['tabnine-too'],
  });
});

describe('sync --from', () => {
  const hooks = cursorHooks({ beforeShellExecution: [{ command: 'echo everywhere' }] });

  test.each([
    ['an agent', 'cursor', '.cursor/hooks.json'],
    ['a file', './.cursor/hooks.json', '.cursor/hooks.json'],
    ['a file outside the project', '../home/team/.cursor/hooks.json', '~/team/.cursor/hooks.json'],
  ])('takes the hooks of %s', async (_, from, path) => {
    const p = project({ [path]: hooks, '.gemini/.keep': '', '.cursor/.keep': '' });
    const said = await p.anyhook('sync', '--from', from);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(commands(p.json(own.gemini))[0]).toContain("-- 'echo everywhere' && ");
    // The project's own file is a target as well, where it is not the source.
    expect(commands(p.json(own.cursor))).toEqual(['echo everywhere']);
  });

  test('takes the hooks of an absolute path', async () => {
    const p = project({ '~/x/team.yaml': neutralSource, '.gemini/.keep': '' });
    const said = await p.anyhook('sync', '--from', p.at('~/x/team.yaml'), '--json');
    expect(JSON.parse(said.stdout)).toMatchObject([
      { from: 'anyhook', to: 'cursor', written: true },
      { from: 'anyhook', to: 'gemini', written: true },
      { from: 'anyhook', to: 'tabnine', written: true },
    ]);
  });
});

test('sync writes no file at all where one agent would lose a guard', async () => {
  const p = project({
    '.gemini/settings.json': geminiHooks({
      AfterTool: [{ command: 'echo everywhere >&2; exit 2' }],
    }),
    '.tabnine/agent/settings.json': '{}',
    '.cursor/hooks.json': '{}', // it hides no result
  });
  const before = p.state();
  for (const flags of [[], ['--check']]) {
    const said = await p.anyhook('sync', '--from', 'gemini', ...flags);
    expect(said).toMatchObject({ code: 1, stderr: '' });
    const why = flags.length
      ? 'Out of date: .*anyhook sync writes no settings,'
      : 'Nothing was written,';
    const all = said.stdout.replace(/\s+/g, ' ');
    expect(all.match(new RegExp(`${why} because a guard .*--accept-loss=`, 'g'))).toHaveLength(1);
    expect(p.state()).toEqual(before);
  }
  expect((await p.anyhook('sync', '--from', 'gemini', '--accept-loss')).code).toBe(0);
  expect(there(p)).toMatchObject({ tabnine: ['everywhere'], cursor: ['everywhere'] });
});

test('sync writes no file at all where the settings of one agent cannot be read', async () => {
  const p = project({ ...neutralFiles, [own.tabnine]: '{' });
  const before = p.state();
  const said = await p.anyhook('sync');
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toMatch(/^anyhook: \.tabnine\/agent\/settings\.json:1:2: .*\n$/);
  expect(p.state()).toEqual(before);
});

test('sync without a source names the commands that wrote the lines of the project', async () => {
  const hooks = cursorHooks({ beforeShellExecution: [{ command: './guard.sh' }] });
  const p = project({ '.cursor/hooks.json': hooks });
  for (const to of ['gemini', 'qwen'])
    await p.anyhook('convert', 'cursor', to, '--write', '--accept-loss');
  const before = p.state();
  const said = await p.anyhook('sync');
  expect(said).toMatchObject({ code: 2, stdout: '' });
  const commands = ['gemini', 'qwen'].map((to) => `anyhook convert cursor ${to} --write`);
  expect(said.stderr).toContain(`run: ${commands.join('; ')}`);
  expect(p.state()).toEqual(before);
  const bare = await project({}).anyhook('sync');
  expect(bare.stderr).toMatch(/there is no such file of anyhook/);
});

test('the table says that no hook runs in a file that its agent ignores, whichever file the hooks come from', async () => {
  const comments = { '.claude/settings.json': '{\n  // mine\n}\n' };
  const p = project({
    ...{ ...comments, '.gemini/settings.json': {}, 'guard.sh': '#!/bin/sh\n' },
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: before-tool, run: ./guard.sh }\n',
  });
  const said = await p.anyhook('sync');
  expect(said.stdout).toMatch(/#1 guard\.sh +✗ never runs +[✓!]/);
  expect(said.stdout).toContain('with an agent that never runs it');
  expect(said.stdout).toContain('the file has comments, so its agent ignores the whole');
  expect((await p.anyhook('sync', '--strict')).code).toBe(5);
  const hooks = geminiHooks({
    BeforeTool: [{ command: './guard.sh' }],
  });
  const q = project({ ...comments, '.gemini/settings.json': hooks, 'guard.sh': '#!/bin/sh\n' });
  const converted = await q.anyhook('convert', 'gemini', 'claude');
  expect(converted.stdout).toMatch(
    /✗ #1 +guard\.sh +never runs +see \.claude\/settings\.json below/,
  );
  expect(converted.stdout).toContain('1 that never runs.');
});

test('what is said of several broken hooks is said in the plural', async () => {
  const files = { '.claude/settings.json': '{\n  // mine\n}\n', 'guard.sh': '#!/bin/sh\n' };
  const two = geminiHooks({ BeforeTool: [{ command: './guard.sh' }, { command: './guard.sh x' }] });
  const converted = await project({ ...files, '.gemini/settings.json': two }).anyhook(
    ...['convert', 'gemini', 'claude'],
  );
  expect(converted.stdout).toContain('2 that never run.');
  const hooks = ['', ' x'].map((more) => `  - { on: before-tool, run: ./guard.sh${more} }\n`);
  const source = { 'anyhook.yaml': `version: 1\nhooks:\n${hooks.join('')}` };
  const said = await project({ ...files, ...source, '.gemini/settings.json': {} }).anyhook('sync');
  expect(said.stdout).toContain('2 with an agent that never runs them');
});

test('a flag of convert that sync reads in its source is explained', async () => {
  const { stderr, code } = await project({}).anyhook('sync', '--lines', 'apart');
  expect(stderr).toMatch(
    /^anyhook: sync has no flag --lines: write lines: apart into anyhook.yaml$/m,
  );
  expect(code).toBe(2);
});

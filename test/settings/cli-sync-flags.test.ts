/** `anyhook sync --quiet` and `anyhook sync --scope user`. */
import { expect, test } from 'vitest';
import { project } from './project.ts';

const neutral = 'version: 1\nhooks:\n  - { name: log, on: stop, run: "true", guard: false }\n';
const quiet = ['sync', '--to', 'gemini', '--quiet'];

test('sync --quiet prints nothing where everything is as it should be', async () => {
  const p = project({ 'anyhook.yaml': neutral });
  expect(await p.anyhook(...quiet)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(p.has('.gemini/settings.json')).toBe(true);
  expect(await p.anyhook(...quiet, '--check')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('sync --quiet --check prints the files that are out of date, and the command that mends them', async () => {
  const p = project({ 'anyhook.yaml': neutral });
  await p.anyhook('sync', '--to', 'gemini,qwen');
  p.put('.qwen/settings.json', '{}');
  const said = await p.anyhook('sync', '--to', 'gemini,qwen', '--quiet', '--check');
  expect(said.code).toBe(3);
  expect(said.stdout).toContain('Out of date: .qwen/settings.json');
  expect(said.stdout).toContain('anyhook sync');
  expect(said.stdout).not.toContain('.gemini/settings.json');
});

test('sync --scope user writes the settings of a person from ~/.anyhook/anyhook.yaml, and nothing of the project', async () => {
  const p = project({
    'anyhook.yaml': 'version: 2\n',
    '.gemini/settings.json': '{',
    '~/.anyhook/anyhook.yaml': neutral,
    '~/.gemini/settings.json': '{ "theme": "x" }',
    '~/.copilot/config.json': '{}',
  });
  const before = p.texts();
  const said = await p.anyhook('sync', '--scope', 'user');
  expect([said.code, said.stderr]).toEqual([0, '']);
  expect(p.json('~/.gemini/settings.json')).toMatchObject({
    theme: 'x',
    hooks: { AfterAgent: [{}] },
  });
  expect(p.json('~/.copilot/hooks/anyhook.json').hooks).toHaveProperty('agentStop');
  expect(p.has('~/.claude/settings.json')).toBe(false);
  expect(p.texts()).toEqual(before);
  expect((await p.anyhook('sync', '--scope', 'user', '--check')).code).toBe(0);
  expect((await p.anyhook('remove', '--all', '--scope', 'user')).code).toBe(0);
  expect(p.get('~/.gemini/settings.json')).toBe('{ "theme": "x" }');
  expect(p.has('~/.anyhook/run.cjs')).toBe(false);
});

test('sync --scope user without ~/.anyhook/anyhook.yaml says so, although the project has one', async () => {
  const p = project({ 'anyhook.yaml': neutral });
  const said = await p.anyhook('sync', '--scope', 'user', '--to', 'gemini');
  expect(said.code).toBe(2);
  expect(said.stderr).toContain('~/.anyhook/anyhook.yaml: there is no such file');
});

test('remove --all takes the entries out of every agent and every scope', async () => {
  const p = project({ 'anyhook.yaml': neutral, '~/.anyhook/anyhook.yaml': neutral });
  await p.anyhook('sync', '--to', 'gemini,claude');
  await p.anyhook('sync', '--to', 'qwen', '--scope', 'user');
  const before = p.state();
  const dry = await p.anyhook('remove', '--all', '--scope', 'all', '--dry-run');
  expect(dry.stdout).toMatch(/\.claude[\s\S]*\.gemini[\s\S]*~\/\.qwen/);
  expect(p.state()).toEqual(before);
  const said = await p.anyhook('remove', '--all', '--scope', 'all');
  expect([said.code, said.stderr]).toEqual([0, '']);
  expect(p.files()).toEqual(['anyhook.yaml']);
  expect(said.stdout).toContain('anyhook.yaml stays');
  const again = await p.anyhook('remove', '--all', '--scope', 'all');
  expect(again.stdout).toContain('Nothing of anyhook is in the settings of any agent here.');
});

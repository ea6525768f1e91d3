import { chmodSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { project, wide } from '../settings/project.ts';

const hooksOf = (command: string, matcher = 'Bash') => ({
  hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command }] }] },
});

test('--fix without --yes shows the changes, and makes none where nobody can be asked', async () => {
  const place = project({ '.claude/settings.json': hooksOf('./guard.sh'), 'guard.sh': 'exit 2\n' });
  const before = place.state();
  const { stdout, code } = await place.anyhook('doctor', '--fix');
  expect(code).toBe(0);
  expect(stdout).toContain('Make guard.sh executable.');
  expect(stdout).toContain('anyhook doctor --fix --yes');
  expect(place.state()).toEqual(before);
});

test('--fix --yes makes a script executable, and then its hook guards', async () => {
  const place = project({ '.claude/settings.json': hooksOf('./guard.sh'), 'guard.sh': 'exit 2\n' });
  const { stdout } = await place.anyhook('doctor', '--fix', '--yes');
  expect(lstatSync(place.at('guard.sh')).mode & 0o111).not.toBe(0);
  expect(stdout).toContain('1 hook in 1 agent, nothing wrong.');
});

test('--fix follows no link out of the project', async () => {
  const place = project({
    '.claude/settings.json': hooksOf('./guard.sh'),
    '~/mine.sh': 'exit 2\n',
  });
  symlinkSync(place.at('~/mine.sh'), place.at('guard.sh'));
  await place.anyhook('doctor', '--fix', '--yes');
  expect(lstatSync(place.at('~/mine.sh')).mode & 0o111).toBe(0);
});

test('--fix adds a setting without which the agent runs no hook, and shows it as a difference', async () => {
  const place = project({
    '.terminai/settings.json': {
      hooks: { AfterAgent: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    },
    '.cursor/hooks.json': { hooks: { stop: [{ command: 'true' }] } },
  });
  const { stdout } = await place.anyhook('doctor', '--fix', '--yes');
  expect(place.json('.terminai/settings.json').tools).toEqual({ enableHooks: true });
  expect(stdout).toMatch(/^\+ +"enableHooks": true/m);
  // Cursor assumes the version.
  expect(place.json('.cursor/hooks.json').version).toBeUndefined();
});

test('--sarif names each fault by a rule, with its file and line', async () => {
  const place = project({ '.claude/settings.json': hooksOf('sh gone.sh', 'Bahs') });
  const { stdout } = await place.anyhook('doctor', '--sarif', '-');
  const { version, runs } = JSON.parse(stdout);
  const [{ tool, results }] = runs;
  expect(version).toBe('2.1.0');
  expect(results.length).toBeGreaterThan(0);
  for (const { ruleId, ruleIndex, level, locations } of results) {
    expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(level).toBe('error');
    const [{ physicalLocation: where }] = locations;
    expect(where.artifactLocation.uri).toBe('.claude/settings.json');
    expect(where.region.startLine).toBeGreaterThan(1);
  }
  await place.anyhook('doctor', '--sarif', 'hooks.sarif');
  expect(place.get('hooks.sarif')).toBe(stdout);
});

test.each([
  [['--json', '--sarif', '-']],
  [['--fix', '--json']],
  [['--no-such-flag']],
  [['a-word-too-many']],
])('doctor %j is bad usage', async (words) => {
  expect((await project().anyhook('doctor', ...words)).code).toBe(2);
});

test('a hostile project is described, and no character of it is obeyed by the terminal', async () => {
  const place = project({
    '.claude/settings.json': hooksOf('echo \u001b[31m\u202e; exit 2'),
    '.codex/hooks.json': '{"hooks": [',
  });
  mkdirSync(place.at('.gemini/settings.json'), { recursive: true });
  mkdirSync(place.at('.cursor'));
  symlinkSync('/etc/passwd', place.at('.cursor/hooks.json'));
  for (const words of [['doctor'], ['doctor', '-v'], ['list']]) {
    const { stdout, stderr, code } = await place.anyhook(...words);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
    expect(wide(stdout)).toEqual([]);
  }
  const { stdout } = await place.anyhook('doctor');
  expect(stdout).toContain('outside');
  expect((await place.anyhook('doctor', '--strict')).code).toBe(5);
});

test('a plugin that a person has installed is told of, with the scripts of its own folder', async () => {
  const place = project();
  const folder = place.at('~/plugin');
  place.put('~/plugin/hooks/hooks.json', hooksOf('"$CLAUDE_PLUGIN_ROOT/guard.sh"'));
  place.put('~/plugin/guard.sh', 'exit 2\n');
  place.put('~/.claude/plugins/installed_plugins.json', {
    version: 2,
    plugins: { 'guards@market': [{ scope: 'user', installPath: folder }] },
  });
  const { stdout } = await place.anyhook('doctor');
  expect(stdout).toContain('~/plugin/hooks/hooks.json (of a plugin guards@market)');
  expect(stdout).toContain('is not executable');
  chmodSync(place.at('~/plugin/guard.sh'), 0o755);
  expect((await place.anyhook('doctor')).stdout).toContain('nothing wrong');
  place.put('~/.claude/settings.json', { enabledPlugins: { 'guards@market': false } });
  expect((await place.anyhook('doctor')).stdout).not.toContain('guards@market');
});

test('list shows each hook once, by its number, under every agent that has it', async () => {
  const place = project({
    'anyhook.yaml': 'version: 1\nhooks:\n  - on: before-tool\n    run: ./guard.sh\n',
    'guard.sh': '#!/bin/sh\nexit 2\n',
    '.claude/settings.json': {},
    '.gemini/settings.json': {},
  });
  await place.anyhook('sync');
  const { stdout } = await place.anyhook('list');
  expect(
    stdout
      .split('\n')
      .slice(0, 2)
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['', 'hook', 'Claude Code', 'Gemini CLI'],
    ['#1', 'guard.sh', '✓ guards', '✓ guards'],
  ]);
  const { hooks } = JSON.parse((await place.anyhook('list', '--json')).stdout);
  expect(hooks).toMatchObject([{ number: 1, name: 'guard.sh', inNeutralFile: true }]);
  expect(Object.keys(hooks[0].agents)).toEqual(['claude', 'gemini']);
});

test('list shows what is right of a hook that one of two entries starts, and how many do', async () => {
  const entry = (command: string) => ({ command, matcher: 'Shell' });
  const tableFor = async (...commands: string[]) => {
    const hooks = { preToolUse: commands.map(entry) };
    const place = project({ '.cursor/hooks.json': { version: 1, hooks }, 'g.sh': refusingScript });
    const { stdout } = await place.anyhook('list');
    return stdout;
  };
  const misspelt = { command: './g.sh', matcher: 'Shlel' };
  const hooks = { preToolUse: [misspelt, entry('./g.sh')] };
  const place = project({ '.cursor/hooks.json': { version: 1, hooks }, 'g.sh': refusingScript });
  expect((await place.anyhook('list')).stdout).toMatch(/g\.sh +✓ guards \(1 of 2\)/);
  expect(await tableFor('./g.sh')).toMatch(/g\.sh +✓ guards$/m);
  expect(await tableFor('./gone.sh')).toMatch(/gone\.sh +[✗!]/);
});

const refusingScript = '#!/bin/sh\ngrep -q rm && { echo no >&2; exit 2; }\nexit 0\n';

test('a file that cannot be read is told of by list, and has its line in SARIF', async () => {
  const place = project({
    'anyhook.yaml': 'version: 1\nhooks:\n  - on: before-tool\n    tools: [shel]\n    run: "true"\n',
  });
  const { stdout } = await place.anyhook('list');
  expect(stdout).toContain('cannot be read');
  expect(stdout).toContain('anyhook.yaml:4:13');
  const log = JSON.parse((await place.anyhook('doctor', '--sarif', '-')).stdout);
  expect(log.runs[0].results[0].locations[0].physicalLocation.region).toEqual({
    startLine: 4,
    startColumn: 13,
  });
});

test('an empty list of agents is a hook that never runs', async () => {
  const place = project({
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: before-tool, agents: [], run: "true" }\n',
  });
  const { stdout, code } = await place.anyhook('doctor', '--strict');
  expect(code).toBe(5);
  expect(stdout).toContain('never runs');
});

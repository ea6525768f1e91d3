import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { project } from '../settings/project.ts';

const hooksOf = (command: string, matcher = 'Bash') => ({
  hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command }] }] },
});

test('--fix writes a missing runner again, and .gitattributes', async () => {
  const place = project({
    'anyhook.yaml': 'version: 1\nhooks:\n  - on: before-tool\n    run: ./guard.sh\n',
    'guard.sh': '#!/bin/sh\nexit 2\n',
    '.claude/settings.json': {},
  });
  await place.anyhook('sync');
  const runner = place.get('.anyhook/run.cjs');
  place.drop('.anyhook/run.cjs');
  place.drop('.anyhook/.gitattributes');
  const { stdout } = await place.anyhook('doctor');
  expect(stdout).toContain('refuses every call');
  expect(stdout).toContain('.anyhook/run.cjs is missing.');
  expect((await place.anyhook('doctor', '--strict')).code).toBe(5);
  await place.anyhook('doctor', '--fix', '--yes');
  expect(place.get('.anyhook/run.cjs')).toBe(runner);
  expect(place.has('.anyhook/.gitattributes')).toBe(true);
  expect((await place.anyhook('doctor', '--strict')).code).toBe(0);
});

test('doctor starts nothing of a project, and changes nothing', async () => {
  const place = project({
    '.claude/settings.json': hooksOf('touch started'),
    'anyhook.yaml': 'version: 1\nhooks:\n  - on: before-tool\n    run: touch started\n',
  });
  await place.anyhook('sync');
  const before = place.state();
  for (const words of [['doctor'], ['doctor', '--json'], ['list', '--json'], ['doctor', '--run']])
    await place.anyhook(...words);
  expect(place.state()).toEqual(before);
});

test('the runner of a synced project answers for a hook of ours', async () => {
  const place = project({
    'anyhook.yaml': 'version: 1\nhooks:\n  - on: before-tool\n    run: touch started\n',
    '.claude/settings.json': {},
  });
  await place.anyhook('sync');
  const { runner } = JSON.parse((await place.anyhook('doctor', '--json')).stdout);
  expect(runner).toMatchObject({ isNeeded: true, answers: true, isWrong: false });
  expect(place.has('started')).toBe(false);
  place.put('.anyhook/run.cjs', 'require("node:fs").writeFileSync("started", "")');
  const changed = JSON.parse((await place.anyhook('doctor', '--json')).stdout);
  expect(changed.runner).toMatchObject({ isWrong: true });
  expect(changed.runner.answers).toBe(undefined);
  expect(place.has('started')).toBe(false);
});

test('--run tries each gate in a copy, and says which refuses a harmless call', async () => {
  const place = project({
    '.claude/settings.json': {
      hooks: {
        PreToolUse: ['sh good.sh', 'sh bad.sh'].map((command) => ({
          matcher: 'Bash',
          hooks: [{ type: 'command', command }],
        })),
      },
    },
    'good.sh': 'touch here; grep -q "rm -rf" && exit 2\nexit 0\n',
    'bad.sh': 'echo always >&2; exit 2\n',
  });
  const { stdout } = await place.anyhook('doctor', '--run', '--yes', '--json');
  const { trials } = JSON.parse(stdout);
  expect(
    trials.map(({ verdict, well }: { verdict: string; well: boolean }) => [verdict, well]),
  ).toEqual([
    ['none', true],
    ['deny', false],
  ]);
  expect(place.has('here')).toBe(false);
  expect((await place.anyhook('doctor', '--run', '--yes', '--strict')).code).toBe(5);
  const unasked = await place.anyhook('doctor', '--run');
  expect(unasked.stdout).toContain('  $ sh good.sh\n  $ sh bad.sh');
  expect(unasked.stdout).toContain('Nothing was started.');
});

test('no command of a report is broken over two lines, however wide the terminal is', async () => {
  const place = project({
    '.gemini/note.txt': '',
    'plain.sh': '#!/bin/sh\n',
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: before-tool, run: ./plain.sh }\n',
  });
  execFileSync('git', ['init', '-q', place.dir]);
  await place.anyhook('sync');
  place.drop('.anyhook/.gitattributes');
  for (let width = 60; width <= 100; width += 2) {
    const { stdout } = await place.anyhookWith({ COLUMNS: String(width) }, 'doctor');
    const text = stdout.replace(/\s+/g, ' ');
    for (const command of ['git add .anyhook', 'anyhook doctor --fix']) {
      const count = text.split(command).length;
      expect([width, command, count > 1]).toEqual([width, command, true]);
      expect([width, stdout.split(command).length]).toEqual([width, count]);
    }
    expect(stdout).toMatch(/^To make \d+ changes? that/m);
  }
});

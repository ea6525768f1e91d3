import { expect, test } from 'vitest';
import type { Json } from '../../src/util/json.ts';
import { factOf } from '../facts.ts';
import { blocks, payload } from '../settings/fired.ts';
import {
  commands,
  cursorHooks,
  geminiHooks,
  guard,
  type Project,
  project,
} from '../settings/project.ts';

/** Whatever is run shows up in the project, or in the home. */
const canary = (p: Project) => p.files().filter((path) => /pwned/.test(path));
const before = (host: 'gemini' | 'cursor') => factOf(host, 'call').before;

const geminiGuard = `#!/bin/sh
if grep -q 'rm -rf'; then echo '{"decision":"deny","reason":"no"}'; else echo '{}'; fi
`;
const files = {
  '.cursor/hooks.json': cursorHooks({
    beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', failClosed: true }],
  }),
  '.cursor/hooks/guard.sh': guard,
};

test.each([
  '$(touch pwned)',
  '`touch pwned`',
  "'; touch pwned; '",
  '"; touch pwned; "',
  'a\n touch pwned\n',
  '-rf',
  'a\\',
  '$GEMINI_PROJECT_DIR',
  '|| touch pwned',
])('A converted line in a project called %j runs its hook and nothing else', async (name) => {
  const p = project(files, name);
  expect((await p.anyhook('convert', 'cursor', 'gemini', '--write')).stderr).toBe('');
  const [line] = commands(p.json('.gemini/settings.json')) as [string];
  const refused = await p.fires(line, payload(p, 'gemini', before('gemini'), 'rm -rf x'), 'bash');
  expect(JSON.parse(refused.stdout), refused.stderr).toMatchObject({ decision: 'deny' });
  expect(blocks('gemini', 'BeforeTool', refused)).toBe(true);
  const passed = await p.fires(line, payload(p, 'gemini', before('gemini'), 'ls'), 'bash');
  expect(passed).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
  expect(canary(p)).toEqual([]);
});

const evil = `x$(touch pwned)\`touch pwned\`'; touch pwned; '"; touch pwned; "\n touch pwned\n#`;

test('No text of an entry is run as shell by the converted line, and its guard still refuses', async () => {
  const entry = {
    name: evil,
    description: evil,
    command: './guard.sh',
    timeout: 5000,
    env: { A: evil, [`B${evil}`]: evil },
    [evil]: { [evil]: evil },
  };
  const p = project({ 'guard.sh': geminiGuard });
  p.put('.gemini/settings.json', {
    hooks: {
      BeforeTool: [
        {
          matcher: `run_shell_command|${evil}`,
          [evil]: evil,
          hooks: [{ type: 'command', ...entry }],
        },
      ],
    },
  });
  const said = await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  const lines = commands(p.json('.cursor/hooks.json'));
  expect(lines.some((line) => line.includes('BeforeTool'))).toBe(true);
  const fired = payload(p, 'cursor', before('cursor'), 'rm -rf x') as Json;
  for (const line of lines) {
    for (const shell of ['sh', 'bash']) {
      const one = await p.fires(line, fired, shell);
      expect(one.code, one.stderr).toBe(0);
      if (line.includes('BeforeTool')) expect(one.stdout).toContain('"deny"');
    }
  }
  expect(canary(p)).toEqual([]);
  // There and back through a neutral file as well.
  await p.anyhook('convert', 'gemini', 'anyhook', '--write', '--accept-loss');
  p.drop('.cursor');
  await p.anyhook('sync', '--to', 'cursor', '--accept-loss');
  for (const line of commands(p.json('.cursor/hooks.json'))) await p.fires(line, fired);
  expect(canary(p)).toEqual([]);
});

test('Nothing that convert, sync and remove read is run by them', async () => {
  const p = project({
    '.gemini/settings.json': geminiHooks({
      BeforeTool: [{ command: 'touch pwned', matcher: evil }],
    }),
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: stop, run: "touch pwned" }\n',
    '.cursor/x': '',
    '.anyhook/run.cjs': 'require("fs").writeFileSync("pwned", "")',
  });
  for (const args of [
    ['convert', 'gemini', 'cursor', '--write', '--accept-loss'],
    ['sync', '--accept-loss'],
    ['remove', 'cursor'],
    ['convert', 'gemini', 'cursor', '--json'],
  ])
    expect([args, (await p.anyhook(...args)).code]).toEqual([args, 0]);
  expect(canary(p)).toEqual([]);
});

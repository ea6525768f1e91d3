import { expect, test } from 'vitest';
import { commands, cursorHooks, guard, project } from './project.ts';
import { guardFiles, guardThere } from './sources.ts';

test.each([
  [[]],
  [['--dry-run']],
  [['--write', '--dry-run']],
  [['--output', 'x.json', '--dry-run']],
])('convert with the flags %j shows a table and the change, and writes nothing', async (flags) => {
  const p = project(guardFiles);
  const before = p.state();
  const said = await p.anyhook('convert', 'cursor', 'gemini', ...flags);
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toMatch(/^✓ #\d {2}guard.sh +guards +BeforeTool, through anyhook$/m);
  expect(said.stdout).toMatch(/^\+ {4}"AfterAgent": \[$/m);
  expect(said.stdout).toContain(flags.includes('x.json') ? '→ x.json' : '→ .gemini/settings.json');
  expect(said.stdout).toContain('To write it, type:\n  anyhook convert cursor gemini');
  expect(p.state()).toEqual(before);
});

test('convert --write reports the files that it wrote and what to do next', async () => {
  const p = project(guardFiles);
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--write');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toContain('\nWritten: .gemini/settings.json, .anyhook\n');
  expect(said.stdout.match(/^Next: .*/gm)).toEqual([
    'Next: Commit these files.',
    expect.stringContaining('Trust the folder'),
  ]);
  expect(commands(p.json('.gemini/settings.json'))).toContainEqual(guardThere);
  expect(p.files()).toEqual([
    '.anyhook/.gitattributes',
    '.anyhook/run.cjs',
    '.anyhook/sh',
    '.anyhook/written.json',
    '.cursor/hooks.json',
    '.cursor/hooks/guard.sh',
    '.gemini/settings.json',
  ]);
});

test('a second convert reports that all is up to date, and touches no file', async () => {
  const p = project({ ...guardFiles, '.gemini/settings.json': '{ "theme": "x" }' });
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  const before = p.state();
  for (const flags of [['--write'], []]) {
    const said = await p.anyhook('convert', 'cursor', 'gemini', ...flags);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatch(/\nUp to date: .gemini\/settings.json\n$/);
    expect(p.state()).toEqual(before);
  }
});

test('a missing runner is reported as out of date, and convert --write puts it back', async () => {
  const p = project(guardFiles);
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  p.drop('.anyhook/run.cjs');
  const shown = await p.anyhook('convert', 'cursor', 'gemini');
  expect(shown.stdout).toContain('Out of date: .anyhook/run.cjs');
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--write');
  expect(said.stdout).toContain('\nWritten: .anyhook\n');
  expect(p.has('.anyhook/run.cjs')).toBe(true);
});

test('convert --json prints its report as JSON on stdout, and nothing on stderr', async () => {
  const p = project(guardFiles);
  const told = await p.anyhook('convert', 'cursor', 'gemini', '--json');
  expect(told).toMatchObject({ code: 0, stderr: '' });
  const { text, ...data } = JSON.parse(told.stdout);
  expect(data).toMatchObject({
    from: 'cursor',
    to: 'gemini',
    source: '.cursor/hooks.json',
    file: '.gemini/settings.json',
    changed: true,
    stale: true,
    written: false,
    refused: false,
    unsafe: false,
    findings: { source: [], target: [] },
  });
  expect(data.hooks[0]).toEqual({
    speaks: 'cursor',
    event: 'beforeShellExecution',
    command: '.cursor/hooks/guard.sh',
    timeout: 10_000,
    onFailure: 'block',
    number: 1,
    line: 5,
    how: 'shim',
    events: ['BeforeTool'],
    severity: null,
    losses: [],
  });
  expect(commands(JSON.parse(text))).toContainEqual(guardThere);

  const written = await p.anyhook('convert', 'cursor', 'gemini', '--json', '--write');
  expect(JSON.parse(written.stdout)).toMatchObject({ written: true, changed: true });
  expect(p.get('.gemini/settings.json')).toBe(text);
});

test('convert sets the switch without which TerminaI runs no hook, and reports it', async () => {
  const p = project({ ...guardFiles, '.terminai/settings.json': '{ "theme": "x" }' });
  const said = await p.anyhook('convert', 'cursor', 'terminai', '--write', '-v');
  expect(said.stdout.replace(/\s+/g, ' ')).toContain(
    '! .terminai/settings.json: anyhook adds tools.enableHooks: true, which the agent needs',
  );
  expect(p.json('.terminai/settings.json').tools).toEqual({ enableHooks: true });
});

test('convert writes nothing where a guard would be lost, unless --accept-loss is given', async () => {
  const model = { type: 'prompt', prompt: 'Is this safe?' };
  const p = project({
    '.cursor/hooks.json': cursorHooks({
      beforeShellExecution: [model, { command: '.cursor/hooks/guard.sh' }],
    }),
    '.cursor/hooks/guard.sh': guard,
  });
  const before = p.state();
  for (const flags of [['--write'], ['--output', 'x.json'], []]) {
    const said = await p.anyhook('convert', 'cursor', 'gemini', ...flags);
    expect(said.code).toBe(1);
    expect(said.stdout).toMatch(/^✗ #\d \(a model\): a model answers/m);
    expect(said.stdout).toMatch(
      /^Nothing was written, because a guard .*(\n.*)*\n {2}anyhook convert .*--accept-loss=#1$/m,
    );
    expect(p.state()).toEqual(before);
  }
  const piped = await p.anyhook('convert', 'cursor', 'gemini', '--output', '-');
  expect(piped).toMatchObject({ code: 1, stdout: '' });
  expect(piped.stderr).toContain('--accept-loss');
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--write', '--accept-loss');
  expect(said.code).toBe(0);
  expect(commands(p.json('.gemini/settings.json'))).toHaveLength(1);
});

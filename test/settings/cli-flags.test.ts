import { expect, test } from 'vitest';
import { commands, project } from './project.ts';
import { guardFiles, guardHooks, guardThere } from './sources.ts';

test('--output FILE: that file, and not the own one', async () => {
  const p = project(guardFiles);
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--output', 'out/x.json');
  expect(said.stdout).toContain(
    '\nWritten: out/x.json, .anyhook/run.cjs, .anyhook/written.json,\n',
  );
  expect(commands(p.json('out/x.json'))).toHaveLength(2);
  expect(p.has('.gemini')).toBe(false);
  const again = await p.anyhook('convert', 'cursor', 'gemini', '--output', 'out/x.json');
  expect(again.stdout).toContain('\nUp to date: out/x.json\n');
});

test('--output -: the text on stdout, the table on stderr', async () => {
  const p = project({ ...guardFiles, '.gemini/settings.json': '{ "theme": "x" }' });
  const before = p.state();
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--output', '-');
  expect(said.code).toBe(0);
  expect(Object.keys(JSON.parse(said.stdout))).toEqual(['hooks']);
  expect(said.stderr).toMatch(/^hook +event +there +carried +loss$/m);
  const json = await p.anyhook('convert', 'cursor', 'gemini', '--output', '-', '--json');
  expect(json.stdout).toBe(said.stdout);
  expect(JSON.parse(json.stderr).text).toBe(said.stdout);
  expect(p.state()).toEqual(before);
});

test('--input: another file, wherever it is', async () => {
  const p = project({ '~/elsewhere/team.json': guardHooks });
  for (const input of ['../home/elsewhere/team.json', p.at('~/elsewhere/team.json')]) {
    const said = await p.anyhook('convert', 'cursor', 'gemini', '--input', input, '--output', '-');
    expect(said.code).toBe(0);
    expect(commands(JSON.parse(said.stdout))).toContainEqual(guardThere);
  }
});

test('a folder whose name begins with two dots is one of the project’s', async () => {
  const p = project({ '..team/hooks.json': guardHooks });
  const args = ['--input', '..team/hooks.json', '--output', '..out/x.json'];
  const said = await p.anyhook('convert', 'cursor', 'gemini', ...args);
  expect(said.stdout).toContain('..team/hooks.json → ..out/x.json\n');
  expect(said.stdout).not.toContain(p.at(''));
  expect(commands(p.json('..out/x.json'))).toContainEqual(guardThere);
});

test('--raw: renames only', async () => {
  const p = project(guardFiles);
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--raw', '--write');
  expect(said.stdout).toContain('only renamed');
  expect(p.json('.gemini/settings.json').hooks).toEqual({
    BeforeTool: [
      {
        matcher: '^run_shell_command$',
        hooks: [{ type: 'command', command: '.cursor/hooks/guard.sh', timeout: 10_000 }],
      },
    ],
    AfterAgent: [{ hooks: [{ type: 'command', command: 'echo done' }] }],
  });
  expect(p.has('.anyhook/run.cjs')).toBe(false);
  expect((await p.anyhook('remove', 'gemini')).stdout).toContain('2 entries');
  expect(p.files()).toEqual(Object.keys(guardFiles).sort());
});

test('--launcher: what starts the shim, and then no copy of the runner', async () => {
  const p = project(guardFiles);
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--write', '--launcher', 'anyhook');
  expect(said.stdout).toContain('\nWritten: .gemini/settings.json, .anyhook/written.json\n');
  expect(commands(p.json('.gemini/settings.json'))[0]).toMatch(/ anyhook run --host gemini /);
  expect(p.has('.anyhook/run.cjs')).toBe(false);
  const again = await p.anyhook('convert', 'cursor', 'gemini', '--launcher', 'anyhook');
  expect(again.stdout).toContain('\nUp to date:');
});

import { expect, test } from 'vitest';
import { commands, project } from './project.ts';
import { guardFiles, guardHooks, guardThere } from './sources.ts';

test('convert --output FILE writes that file and no settings file of the target agent', async () => {
  const p = project(guardFiles);
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--output', 'out/x.json');
  expect(said.stdout).toContain('\nWritten: out/x.json, .anyhook\n');
  expect(commands(p.json('out/x.json'))).toHaveLength(2);
  expect(p.has('.gemini')).toBe(false);
  const again = await p.anyhook('convert', 'cursor', 'gemini', '--output', 'out/x.json');
  expect(again.stdout).toContain('\nUp to date: out/x.json\n');
});

test('convert --output - prints the settings on stdout and the table on stderr, and writes nothing', async () => {
  const p = project({ ...guardFiles, '.gemini/settings.json': '{ "theme": "x" }' });
  const before = p.state();
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--output', '-');
  expect(said.code).toBe(0);
  expect(Object.keys(JSON.parse(said.stdout))).toEqual(['hooks']);
  expect(said.stderr).toMatch(/^✓ #1 {2}guard.sh /m);
  const json = await p.anyhook('convert', 'cursor', 'gemini', '--output', '-', '--json');
  expect(json.stdout).toBe(said.stdout);
  expect(JSON.parse(json.stderr).text).toBe(said.stdout);
  expect(p.state()).toEqual(before);
});

test('convert --input reads a file outside the project, by a relative or an absolute path', async () => {
  const p = project({ '~/elsewhere/team.json': guardHooks });
  for (const input of ['../home/elsewhere/team.json', p.at('~/elsewhere/team.json')]) {
    const said = await p.anyhook('convert', 'cursor', 'gemini', '--input', input, '--output', '-');
    expect(said.code).toBe(0);
    expect(commands(JSON.parse(said.stdout))).toContainEqual(guardThere);
  }
});

test('a folder whose name begins with two dots counts as a folder of the project', async () => {
  const p = project({ '..team/hooks.json': guardHooks });
  const args = ['--input', '..team/hooks.json', '--output', '..out/x.json'];
  const said = await p.anyhook('convert', 'cursor', 'gemini', ...args);
  expect(said.stdout).toContain('..team/hooks.json → ..out/x.json\n');
  expect(said.stdout).not.toContain(p.at(''));
  expect(commands(p.json('..out/x.json'))).toContainEqual(guardThere);
});

test('convert --raw renames events, matchers and units only, and installs no runner', async () => {
  const p = project(guardFiles);
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--raw', '--write');
  expect(said.stdout).toContain('only its event is renamed');
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

test('with --launcher, converted lines start that program, and no copy of the runner is installed', async () => {
  const p = project(guardFiles);
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--write', '--launcher', 'anyhook');
  expect(said.stdout).toContain('\nWritten: .gemini/settings.json, .anyhook\n');
  expect(commands(p.json('.gemini/settings.json'))[0]).toMatch(
    / anyhook run (--proof 2 )?--host gemini /,
  );
  expect(p.has('.anyhook/run.cjs')).toBe(false);
  const again = await p.anyhook('convert', 'cursor', 'gemini', '--launcher', 'anyhook');
  expect(again.stdout).toContain('\nUp to date:');
});

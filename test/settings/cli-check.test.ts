import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { guard, type Project, project } from './project.ts';
import { neutralFiles, neutralSource } from './sources.ts';

test('sync --check ends with 3 as long as a file is out of date, names it, and writes nothing', async () => {
  const p = project(neutralFiles);
  const check = async () => {
    const before = p.state();
    const { code, stdout } = await p.anyhook('sync', '--check');
    expect(p.state()).toEqual(before);
    return {
      code,
      old:
        stdout.match(/^Out of date: .*(\n {13}.*)*/gm)?.map((text) => text.replace(/\s+/g, ' ')) ??
        [],
    };
  };
  expect(await check()).toMatchObject({
    code: 3,
    old: [
      'Out of date: .cursor/hooks.json, .anyhook/run.cjs, .anyhook/sh, .anyhook/kept.json, .gemini/settings.json, .tabnine/agent/settings.json',
    ],
  });
  await p.anyhook('sync');
  expect(await check()).toEqual({ code: 0, old: [] });
  p.put('anyhook.yaml', neutralSource.replace('echo done', 'echo well done'));
  expect(await check()).toEqual({ code: 3, old: ['Out of date: .cursor/hooks.json'] });
  await p.anyhook('sync');
  p.put('.anyhook/run.cjs', '// an older one\n');
  const stale = await check();
  expect(stale).toEqual({ code: 3, old: ['Out of date: .anyhook/run.cjs'] });
  const { stdout } = await p.anyhook('sync', '--check', '--json');
  expect(JSON.parse(stdout)[0]).toMatchObject({ changed: false, stale: true, written: false });
  await p.anyhook('sync');
  for (const change of [
    () => p.drop('.anyhook/sh'),
    () => p.put('.anyhook/sh', '# an older one\n'),
    () => p.put('.anyhook/sh', p.get('.anyhook/sh').replaceAll('\n', '\r\n')),
  ]) {
    change();
    expect(await check()).toEqual({ code: 3, old: ['Out of date: .anyhook/sh'] });
    await p.anyhook('sync');
    expect(await check()).toEqual({ code: 0, old: [] });
  }
  p.drop('.anyhook/kept.json');
  expect(await check()).toEqual({ code: 3, old: ['Out of date: .anyhook/kept.json'] });
  await p.anyhook('sync');
  expect(await check()).toEqual({ code: 0, old: [] });
});

test.each([
  ['the command', (line: string) => line.replace('echo done', 'true')],
  ['the flags', (line: string) => line.replace(' -- ', ' --on-failure allow -- ')],
  ['the time limit', (line: string) => line.replace('"type"', '"timeout": 1, "type"')],
])('sync --check ends with 3 where a person changed %s of an entry', async (_, change) => {
  const p = project(neutralFiles);
  await p.anyhook('sync');
  const file = ['.gemini/settings.json', '.cursor/hooks.json'].find(
    (path) => change(p.get(path)) !== p.get(path),
  ) as string;
  p.put(file, change(p.get(file)));
  const { code, stdout } = await p.anyhook('sync', '--check');
  expect(code).toBe(3);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    new RegExp(`^! ${file}:.* was changed by hand, .* commit what it writes: anyhook sync $`),
  );
  expect(stdout).not.toContain(`Up to date: ${file}`);
  const { stdout: json } = await p.anyhook('sync', '--check', '--json');
  const is = JSON.parse(json).map((one: { file: string; edited: boolean }) => [
    one.file,
    one.edited,
  ]);
  expect(Object.fromEntries(is)[file]).toBe(true);
  await p.anyhook('sync'); // keeps it
  expect((await p.anyhook('sync', '--check')).code).toBe(3);
});

describe('sync from anyhook.yaml', () => {
  const fails = async (p: Project, ...args: string[]) => {
    const before = p.state();
    const said = await p.anyhook('sync', ...args);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(p.state()).toEqual(before);
    return said.stderr;
  };

  test('ends with 2 and writes nothing where the file is missing', async () => {
    const p = project({ '.gemini/settings.json': '{}' });
    expect(await fails(p)).toMatch(/^anyhook: anyhook\.yaml: there is no .*gemini.*--from\n$/);
  });

  test('ends with 2 where no agent is present, and names the folders it looked for', async () => {
    const p = project({ 'anyhook.yaml': 'version: 1\nhooks:\n  - { on: stop, run: x }\n' });
    const folders = agentVendors().map((id) => dirname(tableOf(id).files.own.project));
    expect(await fails(p)).toBe(
      `anyhook: no agent is present here (looked for ${folders.join(', ')}); say which agents, such as --to ${agentVendors().slice(0, 2)}\n`,
    );
  });

  test('does not say that the source itself is absent where no other agent is present', async () => {
    const p = project({ '.claude/settings.json': '{ "hooks": {} }' });
    const { code, stderr } = await p.anyhook('sync', '--from', 'claude');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^anyhook: no agent beside Claude Code is present here \(looked for /);
    expect(stderr).not.toContain('.claude');
    expect(stderr).toMatch(/such as --to cline\n$/);
  });

  test('ends with 2, writes nothing, and reports every mistake in the file with its place', async () => {
    const p = project({
      ...neutralFiles,
      'anyhook.yaml':
        'version: 1\nhook:\nhooks:\n  - on: before-tol\n    runn: x\n    timeout: 30\n  - speaks: cursr\n    event: x\n    run: [a]\n',
    });
    expect(
      await fails(p),
    ).toBe(`anyhook: anyhook.yaml:2:1: unknown key "hook"; did you mean "hooks"?
anyhook.yaml:4:5: "run" is missing, or "module" or "url" in its place
anyhook.yaml:4:9: unknown event "before-tol"; did you mean "before-tool"?
anyhook.yaml:5:5: unknown key "runn"; did you mean "run"?
anyhook.yaml:6:14: timeout: say a number with its unit, such as 30s or 500ms
anyhook.yaml:7:13: unknown vendor "cursr"; did you mean "cursor"?
anyhook.yaml:9:10: run: expected text, got a list
`);
  });

  test('writes hooks that are probably mistakes as they are, and reports each with its line', async () => {
    const p = project({
      ...neutralFiles,
      'anyhook.yaml': `version: 1
hooks:
  - { on: stop, match: x, run: echo some }
  - { speaks: gemini, event: BeforeTool, run: ./missing.sh, agents: [] }
  - { on: before-tool, match: github, run: echo some }
`,
    });
    const { code, stdout } = await p.anyhook('sync', '--to', 'gemini');
    expect(code).toBe(0);
    expect(
      stdout.match(/^[!✗] .*yaml.*(\n {2}.*)*/gm)?.map((one) => one.replace(/\s+/g, ' ')),
    ).toEqual([
      '✗ anyhook.yaml:4: agents: an empty list: the hook never runs',
      '✗ anyhook.yaml:4 (BeforeTool): the script missing.sh does not exist, so Gemini CLI refuses every call',
      '! anyhook.yaml:3 (stop): a matcher is ignored on this event, so the hook always runs',
    ]);
  });
});

describe('a conversion into settings that switch hooks off', () => {
  const source = { '.cursor/hooks.json': { version: 1, hooks: { stop: [{ command: 'true' }] } } };

  test.each([
    ['gemini', '.gemini', { hooksConfig: { enabled: false } }, 'hooksConfig.enabled is false'],
    [
      'tabnine',
      '.tabnine/agent',
      { hooksConfig: { enabled: false } },
      'hooksConfig.enabled is false',
    ],
    ['terminai', '.terminai', { tools: { enableHooks: false } }, 'tools.enableHooks is not true'],
  ])('reports for %s that no hook runs, with the setting that is the cause', async (vendor, folder, settings, why) => {
    const file = `${folder}/settings.json`;
    const p = project({ ...source, [file]: settings });
    const { stdout } = await p.anyhook('convert', 'cursor', vendor, '--write');
    expect(stdout).toMatch(/✗ \S+ \(AfterAgent.*\): the hook\s+does\s+not\s+run/);
    expect((await p.anyhook('convert', 'cursor', vendor)).stdout).toContain(why);
  });

  test('reports a hook whose line is listed in hooksConfig.disabled', async () => {
    const p = project(source);
    await p.anyhook('convert', 'cursor', 'gemini', '--write');
    const file = p.json('.gemini/settings.json');
    const disabled = [file.hooks.AfterAgent[0].hooks[0].command];
    p.put('.gemini/settings.json', { hooksConfig: { disabled }, ...file });
    const { stdout } = await p.anyhook('convert', 'cursor', 'gemini');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '(AfterAgent): the hook does not run, because it is listed in hooksConfig.disabled',
    );
  });

  test('does not report the switch that it turns on with its first entry', async () => {
    const p = project({ ...source, '.terminai/settings.json': {} });
    const { stdout } = await p.anyhook('convert', 'cursor', 'terminai');
    expect(stdout).not.toContain('is not true');
  });
});

describe('an agent whose settings were written and are gone', () => {
  test.each(agentVendors())('%s: sync --check says so, and sync writes them again', async (id) => {
    const p = project({
      'anyhook.yaml':
        'version: 1\nhooks:\n  - { name: g, on: before-tool, run: sh hooks/guard.sh }\n',
      'hooks/guard.sh': guard,
    });
    const { own } = tableOf(id).files;
    await p.anyhook('sync', '--to', id);
    const written = p.get(own.project);
    p.drop(dirname(own.project));
    const { code, stdout } = await p.anyhook('sync', '--check');
    expect(stdout).toContain(own.project);
    expect(code).toBe(3);
    await p.anyhook('sync');
    expect(p.get(own.project)).toBe(written);
    p.drop(dirname(own.project));
    await p.anyhook('remove', id);
    expect((await p.anyhook('sync', '--check')).stdout).not.toContain(own.project);
  });

  test('sync without anyhook.yaml says that its hooks are still there', async () => {
    const p = project(neutralFiles);
    await p.anyhook('sync');
    p.drop('anyhook.yaml');
    const { code, stderr } = await p.anyhook('sync');
    expect(code).toBe(2);
    expect(stderr.replace(/\s+/g, ' ')).toContain('anyhook.yaml: there is no such file, but its');
    expect(stderr).toContain('anyhook remove --all');
    expect(stderr).not.toContain('convert');
  });
});

test.each([
  'sync --check',
  'sync --strict',
])('%s ends with 5 where a script is missing, and names it', async (line) => {
  const p = project(neutralFiles);
  await p.anyhook('sync');
  p.drop('hooks/guard.sh');
  const { code, stdout } = await p.anyhook(...line.split(' '));
  expect(stdout).toContain('hooks/guard.sh');
  expect(code).toBe(5);
});

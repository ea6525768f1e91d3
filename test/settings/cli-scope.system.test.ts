import { expect, test } from 'vitest';
import { shell, stop } from '../shim/payloads.ts';
import { commands, cursorHooks, geminiHooks, guard, type Project, project } from './project.ts';

const user = {
  '~/.cursor/hooks.json': cursorHooks({
    beforeShellExecution: [{ command: './hooks/guard.sh', failClosed: true }],
    stop: [{ command: 'pwd >> "$HOME/here"' }],
  }),
  '~/.cursor/hooks/guard.sh': guard,
};
/** What a project may plant: nothing of it is to be used. */
const planted = {
  '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'echo planted' }] }),
  '.gemini/settings.json': '{ "planted": true }',
  '.anyhook/run.cjs': 'throw new Error("planted")',
  '.anyhook/written.json': 'planted',
  'anyhook.yaml': 'version: 1\nhooks:\n  - { on: stop, run: echo planted }\n',
};

async function converted(): Promise<[Project, string[]]> {
  const p = project({ ...user, ...planted });
  const before = Object.entries(p.state()).filter(([path]) => !path.startsWith('~/'));
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--scope', 'user', '--write');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toContain('\nWritten: ~/.gemini/settings.json, ~/.anyhook\n');
  expect(said.stdout).not.toContain('planted');
  expect(p.state()).toMatchObject(Object.fromEntries(before));
  return [p, commands(p.json('~/.gemini/settings.json'))];
}

test('user scope converts only the hooks of the person, with an absolute launcher and the folder of Cursor', async () => {
  const [p, lines] = await converted();
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain(`/bin/sh '${p.home}/.anyhook/sh' --host gemini`);
    expect(line).toContain(` --cwd '${p.home}/.cursor' `);
  }
  const again = await p.anyhook('convert', 'cursor', 'gemini', '--scope', 'user', '--write');
  expect(again.stdout).toContain('\nUp to date: ~/.gemini/settings.json\n');
});

test('hooks of user scope guard any project, and run in the folder where Cursor runs them', async () => {
  const [p, lines] = await converted();
  const fire = (name: string, payload: object) =>
    p.fires(lines.find((line) => line.includes(name)) as string, payload);
  const refused = await fire('guard.sh', shell('gemini', 'rm -rf /', p.dir));
  expect(JSON.parse(refused.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  expect((await fire('guard.sh', shell('gemini', 'ls', p.dir))).stdout).toBe('{}\n');
  await fire('pwd', stop('gemini', p.dir));
  expect(p.get('~/here')).toBe(`${p.home}/.cursor\n`);
});

test('hooks of user scope are run by the Node that wrote them, and by that in PATH where it is gone', async () => {
  const [p, lines] = await converted();
  const line = lines.find((one) => one.includes('guard.sh')) as string;
  const refused = (more = {}) => p.fires(line, shell('gemini', 'rm -rf /', p.dir), 'sh', more);
  p.put('node', '#!/bin/sh\necho planted\nexit 85\n');
  const planted = { PATH: `${p.dir}:${process.env.PATH}` };
  expect(JSON.parse((await refused(planted)).stdout)).toMatchObject({ decision: 'deny' });
  const loader = p.get('~/.anyhook/sh').replaceAll(`'${process.execPath}'`, "'/gone/node'");
  p.put('~/.anyhook/sh', loader);
  expect((await refused(planted)).stdout).toBe('planted\n'); // PATH is asked now
  expect(JSON.parse((await refused()).stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
});

test('hooks of user scope go back without a change, and remove leaves the home as it was', async () => {
  const [p] = await converted();
  const back = await p.anyhook('convert', 'gemini', 'cursor', '--scope', 'user', '--write');
  expect(back.stdout).toContain('\nUp to date: ~/.cursor/hooks.json\n');
  const said = await p.anyhook('remove', 'gemini', '--scope', 'user');
  expect(said.stdout.replace(/\s+/g, ' ')).toBe(
    'Removed 2 entries from ~/.gemini/settings.json. It held nothing else, so the file was deleted. ~/.anyhook was deleted: no settings file here needs it any more. ',
  );
  expect(Object.keys(p.state()).filter((path) => path.startsWith('~/'))).toEqual([
    '~/.cursor/hooks/guard.sh',
    '~/.cursor/hooks.json',
  ]);
});

test('a hook of Gemini CLI in user scope runs in the folder of the project under Cursor', async () => {
  const p = project({
    '~/.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: 'pwd >> "$HOME/here"' }] }),
  });
  const flags = ['--scope', 'user', '--write', '--accept-loss'];
  await p.anyhook('convert', 'gemini', 'cursor', ...flags);
  const { stop: entries } = p.json('~/.cursor/hooks.json').hooks;
  expect(entries[0].command).toContain(`${process.execPath} '${p.home}/.anyhook/run.cjs' run`);
  const said = await p.fires(`cd "$HOME/.cursor" && ${entries[0].command}`, stop('cursor', p.dir));
  expect(said).toMatchObject({ code: 0, stdout: '{}\n' });
  expect(p.get('~/here')).toBe(`${p.dir}\n`);
});

test('no file of a project makes anyhook write into the home', async () => {
  const p = project({ ...planted, '.tabnine/agent/settings.json': '{}', '.terminai/x': '' });
  p.drop('.anyhook');
  const home = Object.keys(p.state()).filter((path) => path.startsWith('~/'));
  for (const args of [
    ['convert', 'cursor', 'gemini', '--write'],
    ['sync', '--accept-loss'],
    ['sync', '--from', 'cursor'],
    ['remove', 'gemini'],
  ]) {
    expect(await p.anyhook(...args)).toMatchObject({ code: 0, stderr: '' });
  }
  expect(Object.keys(p.state()).filter((path) => path.startsWith('~/'))).toEqual(home);
  const none = await p.anyhook('convert', 'cursor', 'gemini', '--scope', 'user', '--write');
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toMatch(/^anyhook: ~\/.cursor\/hooks.json: there is no such file of Cursor;/);
});

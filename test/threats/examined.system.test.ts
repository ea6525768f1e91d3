/** What a hostile project can do to a person who only looks at it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync, symlinkSync } from 'node:fs';
import { delimiter } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cursorHooks, project } from '../settings/project.ts';
import { bin } from '../shim/run.ts';

const neutral = 'version: 1\nhooks:\n  - on: before-tool\n    run: ./guard.sh\n';
const guard = '#!/bin/sh\nexit 2\n';

/** Commands that start nothing of a project. */
const looks = [
  ['doctor'],
  ['list'],
  ['init', '--dry-run'],
  ['doctor', '--fix', '--yes'],
  ['sync'],
  ['remove', '--all'],
];

/** Makes a repository with hooks for Claude Code and its runner. */
async function repository() {
  const place = project({
    'anyhook.yaml': neutral,
    'guard.sh': guard,
    '.claude/settings.json': {},
  });
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: place.dir, encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init', '-q');
  await place.anyhook('sync');
  return { ...place, git };
}

test.each([
  ['the working directory', () => '.'],
  ['a relative folder', () => 'node_modules/.bin'],
  ['no name', () => ''],
  ['the project', (dir: string) => dir],
  ['packages of the project', (dir: string) => `${dir}/node_modules/.bin`],
  ['packages of the repository around it', (dir: string) => `${dir}/../node_modules/.bin`],
])('No program of a project is started by a command that looks, where PATH begins with %s', async (_, first) => {
  const place = await repository();
  const found = `${place.home}/started`;
  const program = `#!/bin/sh\necho "$0" >> '${found}'\n`;
  for (const name of ['git', 'node', 'sh', 'claude'])
    for (const folder of ['.', 'node_modules/.bin', '../node_modules/.bin'])
      place.put(`${folder}/${name}`, program);
  const PATH = [first(place.dir), process.env.PATH].join(delimiter);
  for (const words of looks) await place.anyhookWith({ PATH }, ...words);
  expect(place.has('~/started')).toBe(false);
});

test('No program that a repository names for its remote is started to look at the runner', async () => {
  const place = await repository();
  place.put('below/file', 'x\n');
  place.git('add', 'guard.sh', 'below');
  place.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'a');
  // What the index does not say is to be had of the remote alone.
  place.git('sparse-checkout', 'init', '--cone', '--sparse-index');
  const id = place.git('rev-parse', 'HEAD:below');
  place.drop(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
  const settings = {
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'remote.origin.promisor': 'true',
    'remote.origin.url': `ext::touch ${place.home.replaceAll(' ', '% ')}/started`,
    'protocol.ext.allow': 'always',
    'core.fsmonitor': `touch '${place.home}/started'`,
  };
  for (const [name, value] of Object.entries(settings)) place.git('config', name, value);
  for (const words of looks) await place.anyhook(...words);
  expect(place.has('~/started')).toBe(false);
});

test('Nothing of a project is obeyed by the terminal or passes for our words, not its folder or its matchers', async () => {
  const odd = '\u001b[31m\u0007\u202e\u200b\nanyhook: all is well\r\u009b';
  const place = project({
    [`${odd}/anyhook.yaml`]: `version: 1\nhooks:\n  - on: before-tool\n    run: 'true'\n    match: ${JSON.stringify(odd)}\n`,
    [`${odd}/.claude/settings.json`]: {
      hooks: { [odd]: [{ matcher: odd, hooks: [{ name: odd }] }] },
    },
    [`${odd}/.gitattributes`]: `${odd} text\n`,
    [`${odd}/below/file`]: '',
  });
  const tries = [...looks, ['test', 'ls'], ['test', 'ls', '--hook', 'x'], ['doctor', '-v']];
  for (const words of [...tries, ['doctor', '--sarif', '-'], ['list', '--json']]) {
    const { stdout, stderr } = await place.anyhookIn(place.at(`${odd}/below`), ...words);
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(/[^\P{C}\n]/u);
    expect(stdout).not.toMatch(/^anyhook: all is well/m);
    expect(stderr).not.toMatch(/^anyhook: all is well/m);
  }
});

test.each([
  ['sh', '\u200b'],
  ['sh', ''],
  ['bash', '\u202e'],
  ['bash', '\n'],
  ['bash', ''],
])('No part of a file name is run by %s where a command with it is typed as it was printed', async (shell, sign) => {
  const name = `a${sign}'; echo started; '$(echo started >&2) \`echo started\` \\' " ;hooks.json`;
  const place = project({
    [name]: cursorHooks({ preToolUse: [{ command: './guard.sh' }] }),
    'guard.sh': guard,
  });
  const { stdout } = await place.anyhook('convert', 'cursor', 'gemini', '--input', name);
  const [printed = ''] = /^ {2}anyhook convert [\s\S]*/m.exec(stdout) ?? [];
  const words = spawnSync(shell, ['-c', `anyhook() { printf '%s\\0' "$@"; }\n${printed}`], {
    encoding: 'utf8',
  });
  expect(`${words.stdout}${words.stderr}`).not.toMatch(/^started/m);
  expect(words.stdout).toMatch(/^convert\0cursor\0gemini\0--input\0.*--write\0$/s);
  if (shell === 'bash' || !sign) expect(words.stdout.split('\0')).toContain(name);
});

test.each([
  '-R',
  '--reference=guard.sh',
  "a'; echo started; '.sh",
  '~/ours.sh',
])('The command that makes %j executable is about that file', async (script) => {
  const command = `${/^~/.test(script) ? '' : './'}${script.replace(/[^\w./~-]/gu, '"$&"')}`;
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] };
  const place = project({ [script]: '', 'guard.sh': guard, '.claude/settings.json': { hooks } });
  const { stdout } = await place.anyhook('doctor');
  const [, typed = ''] = /^ +\$ (chmod .*)$/m.exec(stdout) ?? [];
  const env = { ...process.env, HOME: place.home };
  const done = spawnSync('bash', ['-c', typed], { cwd: place.dir, env, encoding: 'utf8' });
  expect([done.status, done.stdout, done.stderr]).toEqual([0, '', '']);
  expect(statSync(place.at(script)).mode & 0o100).toBe(0o100);
});

test.each([
  'hooks.sarif',
  'out/hooks.sarif',
])('A report is not written through a link at %s', async (file) => {
  const place = project({ '~/mine/hooks.sarif': 'mine' });
  symlinkSync(
    place.at(file.includes('/') ? '~/mine' : '~/mine/hooks.sarif'),
    place.at(file.split('/')[0] as string),
  );
  const { code, stderr } = await place.anyhook('doctor', '--sarif', file);
  expect([code, place.get('~/mine/hooks.sarif')]).toEqual([4, 'mine']);
  expect(stderr).toContain(file);
});

test.each([
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
] as const)('doctor --run leaves no process and no copy behind, ended by %s', async (signal) => {
  const place = project({
    'guard.sh':
      '#!/bin/sh\ntrap "" TERM INT HUP\necho $$ > "$PIDS"\nsleep 60 & sleep 60\nsleep 60\n',
    '.claude/settings.json': {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh' }] }],
      },
    },
  });
  const started = place.at('~/started');
  const env = { ...process.env, HOME: place.home, PIDS: started };
  const doctor = spawn(process.execPath, [bin, 'doctor', '--run', '--yes'], {
    cwd: place.dir,
    env,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => doctor.on('exit', resolve));
  await vi.waitFor(() => expect(place.get('~/started')).toMatch(/\n/), 20_000);
  const pid = Number(place.get('~/started'));
  doctor.kill(signal);
  expect(await ended).toBe(130);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5000);
  expect(readdirSync(place.at('~/.cache'))).toEqual([]);
});

/** Tells whether a process runs: one that has ended may wait for somebody to ask how. */
const isRunning = (pid: number): boolean =>
  spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.match(
    /^[^Z]/,
  ) !== null;

test('A hook that asks git for the top of the repository is tried in the copy', async () => {
  const line = '"$(git rev-parse --show-toplevel)/guard.sh"';
  const place = project({
    'guard.sh': '#!/bin/sh\npwd >&2\ntest -z "$ANYHOOK_DOCTOR" || echo "{}"\n',
    '.claude/settings.json': {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: line }] }] },
    },
  });
  execFileSync('git', ['init', '-q'], { cwd: place.dir });
  const { stdout } = await place.anyhook('doctor', '--run', '--yes', '--json');
  const { trials } = JSON.parse(stdout);
  expect(trials).toMatchObject([{ exitCode: 0, well: true }]);
  expect(trials[0].stderr).toContain('anyhook-doctor-');
});

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bin, oneLine } from '../shim/run.ts';
import { cursorHooks, type Project, project } from './project.ts';

const file = '.gemini/settings.json';
const cursor = { '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }) };
const open = (p: Project, ...paths: string[]) => {
  for (const path of ['.', ...paths]) chmodSync(p.at(path), 0o777);
};

/** Places where nothing can be written, and what is said of them. */
const closed: [name: string, code: number, make: (p: Project) => void, said: RegExp][] = [
  [
    'a read-only file',
    4,
    (p) => {
      open(p, '.gemini');
      chmodSync(p.at(file), 0o444);
    },
    /settings\.json was not changed: permission denied/,
  ],
  [
    'a read-only folder',
    4,
    (p) => {
      open(p);
      chmodSync(p.at('.gemini'), 0o555);
      chmodSync(p.at(file), 0o666);
    },
    /settings\.json.* was not changed: permission denied/,
  ],
  [
    'a read-only project',
    4,
    (p) => chmodSync(p.dir, 0o555),
    /\.anyhook.* was not changed: permission denied/,
  ],
  [
    'a planted link as .anyhook',
    4,
    (p) => symlinkSync(p.at('~/trap'), p.at('.anyhook')),
    /\.anyhook leads to .*trap, outside/,
  ],
  [
    'a planted link as the runner',
    0,
    (p) => {
      mkdirSync(p.at('.anyhook'));
      symlinkSync(p.at('~/trap/x'), p.at('.anyhook/run.cjs'));
      open(p, '.gemini', '.anyhook', file);
    },
    /^$/,
  ],
  [
    'a planted pipe as the runner',
    0,
    (p) => {
      mkdirSync(p.at('.anyhook'));
      execFileSync('mkfifo', [p.at('.anyhook/run.cjs')]);
      open(p, '.gemini', '.anyhook', file);
    },
    /^$/,
  ],
  ['a file as .anyhook', 4, (p) => p.put('.anyhook', 'x'), /\.anyhook.* is a file, not a folder/],
  [
    'a record that is none',
    2,
    (p) => {
      p.put('.anyhook/written.json', '{"version":1}');
      open(p, '.anyhook');
    },
    /written\.json is not as anyhook writes it.*delete it/,
  ],
];

test.each(closed)('%s makes convert --write end with exit code %i', async (_, code, make, why) => {
  const p = project({ ...cursor, [file]: '{ "theme": "x" }\n', '~/trap/x': 'mine' });
  make(p);
  const before = p.state();
  const said = await p.anyhookAsNobody('convert', 'cursor', 'gemini', '--write');
  expect(said.stderr).toMatch(why);
  expect(said.code).toBe(code);
  expect(p.get('~/trap/x')).toBe('mine');
  if (code === 0) {
    expect(p.get('.anyhook/run.cjs')).toContain('anyhook');
    expect(p.get(file)).toContain('.anyhook/sh');
    return;
  }
  expect(said.stderr).toMatch(oneLine);
  expect(said.stdout).toBe('');
  expect(p.state()).toEqual(before);
  for (const path of ['.', '.gemini']) chmodSync(p.at(path), 0o755); // or it could not be tidied up
});

const olderRunners: [name: string, files: Record<string, string>][] = [
  ['a runner without a loader', { 'run.cjs': '// older runner' }],
  ['a runner and a loader', { 'run.cjs': '// older runner', sh: '# older loader\n' }],
  [
    'a runner with the line ends of Windows',
    { 'run.cjs': '// older\r\n', sh: '# older\r\n', '.gitattributes': '* -text\n' },
  ],
];

test.each(
  olderRunners,
)('a conversion that cannot write the settings leaves %s of an older version as it was', async (_, older) => {
  const p = project({ ...cursor, [file]: '{ "theme": "x" }\n' });
  for (const [name, text] of Object.entries(older)) {
    p.put(`.anyhook/${name}`, text);
    chmodSync(p.at(`.anyhook/${name}`), 0o666);
  }
  open(p, '.gemini', '.anyhook');
  chmodSync(p.at(file), 0o444);
  const before = p.texts();
  const { code } = await p.anyhookAsNobody('convert', 'cursor', 'gemini', '--write');
  expect([code, p.texts()]).toEqual([4, before]);
  for (const name of Object.keys(older))
    expect(statSync(p.at(`.anyhook/${name}`)).mode & 0o777).toBe(0o666);
  chmodSync(p.at(file), 0o666);
  expect((await p.anyhookAsNobody('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
  expect(p.get('.anyhook/run.cjs')).not.toBe(older['run.cjs']);
});

test('remove ends with exit code 4 and changes nothing in a read-only folder', async () => {
  const p = project({ ...cursor, [file]: '{ "theme": "x" }\n' });
  open(p, '.gemini', file);
  expect((await p.anyhookAsNobody('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
  chmodSync(p.at('.gemini'), 0o555);
  const before = p.texts();
  const said = await p.anyhookAsNobody('remove', 'gemini');
  expect(said).toMatchObject({ code: 4, stdout: '' });
  expect(said.stderr).toMatch(oneLine);
  expect(p.texts()).toEqual(before);
  chmodSync(p.at('.gemini'), 0o755);
});

test.each([
  ['the help of run', 'run', '--help'],
  ['the help', '--help'],
  ['a report', 'convert', 'cursor', 'gemini'],
  ['a text', 'convert', 'cursor', 'gemini', '--output', '-'],
])('printing %s ends with 4 on a full disk, and with 0 for a reader that has gone', async (_, ...args) => {
  const p = project(cursor);
  const line = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ');
  const full = await p.fires(`${line} >/dev/full`, {});
  expect(full.code).toBe(4);
  expect(full.stderr).toMatch(/^anyhook: this message could not be printed: the disk is full;.*$/m);
  expect(full.stderr).not.toMatch(/^ +at /m);
  // a reader that has gone before anything is said
  const gone = await p.fires(`{ sleep 0.1; ${line} 2>err; echo $? >code; } | true`, {});
  expect(gone).toMatchObject({ code: 0, stderr: '' });
  expect(p.get('code')).toBe('0\n');
  expect(p.get('err')).not.toMatch(/^ +at /m);
});

test.each([
  '',
  'some/folder',
])('a HOME of %j is refused in user scope, and does not matter in project scope', async (HOME) => {
  const p = project(cursor);
  const before = p.state();
  const said = await p.anyhookWith({ HOME }, 'convert', 'cursor', 'gemini', '--scope', 'user');
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toBe(
    `anyhook: HOME is ${JSON.stringify(HOME)}: set it to the absolute path of a folder\n`,
  );
  expect(p.state()).toEqual(before);
  expect(await p.anyhookWith({ HOME }, 'convert', 'cursor', 'gemini')).toMatchObject({ code: 0 });
});

test.each([
  ['convert', 'cursor', 'gemini'],
  ['sync'],
  ['remove', 'gemini'],
])('%s ends with 2 and one line in a working directory that is gone', async (...args) => {
  const p = project();
  const said = await p.fires(
    `mkdir d; cd d; rmdir ../d; '${process.execPath}' '${bin}' ${args.join(' ')}`,
    {},
  );
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toMatch(oneLine);
  expect(said.stderr).toContain('the working directory cannot be read');
});

test.each([
  '',
  ' ',
  'a; b',
  'a | b',
  '$(x)',
  "it's",
  'a\nb',
])('the launcher %j, which starts no program, is refused before anything is written', async (launcher) => {
  const p = project(cursor);
  const before = p.state();
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--write', '--launcher', launcher);
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toMatch(/^anyhook: --launcher ".*" starts no program: write one command/);
  expect(p.state()).toEqual(before);
});

test('remove deletes the temporary files that a killed run left beside the runner', async () => {
  const p = project(cursor);
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  p.put('.anyhook/run.cjs.anyhook-0123456789ab', 'half');
  p.put('.anyhook/.gitattributes.anyhook-0123456789ab', '');
  await p.anyhook('remove', 'gemini');
  expect(p.files()).toEqual(['.cursor/hooks.json']);
  expect(p.has('.anyhook')).toBe(false);
});

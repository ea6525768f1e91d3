// What a line of ours names by a key stands in the record beside the runner, and nowhere else.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseValueRecord } from '../../src/settings/value-record.ts';
import { hosts, shell, speaks, stop } from './payloads.ts';
import { bin, folder, runExecutable, script } from './run.ts';
import { reply, serve } from './server.ts';
import { heard, refused } from './verdict.ts';

const dir = folder();
const key = '0123456789';
const other = 'abcdef0123';
let count = 0;

/** A project's runner, and its record where there is one. */
function runnerWith(record?: string): { runner: string; started: string; hook: string } {
  const home = join(dir, `project ${++count}`, '.anyhook');
  mkdirSync(home, { recursive: true });
  const runner = join(home, 'run.cjs');
  cpSync(join(dirname(bin), 'run.cjs'), runner);
  if (record !== undefined) writeFileSync(join(home, 'kept.json'), record);
  const started = join(home, 'started');
  const hook = script(home, 'hook.sh', `printf %s "$TOKEN" > '${started}'; exit 2`);
  return { runner, started, hook: `'${hook}'` };
}

const recordOf = (kept: object, more: object = {}) => JSON.stringify({ version: 1, kept, ...more });
const record = recordOf({
  [key]: { env: { TOKEN: "s3cret $(id) it's" }, headers: { 'X-Key': 'h3ader' } },
});

/** What is wrong with a record, and how it is put there. */
const broken: [string, (path: string) => void, RegExp][] = [
  ['is missing', () => {}, /kept\.json is not there/],
  ['is empty', (path) => writeFileSync(path, ''), /is cut off/],
  ['is cut off', (path) => writeFileSync(path, record.slice(0, 40)), /is cut off/],
  ['is a list', (path) => writeFileSync(path, '[]'), /is cut off/],
  ['holds the marks of a merge', (path) => writeFileSync(path, `<<<<<<< a\n${record}`), /a merge/],
  ['holds other entries', (path) => writeFileSync(path, recordOf({ [other]: {} })), /no such/],
  [
    'holds its entries under __proto__',
    (path) => writeFileSync(path, `{"__proto__":${record}}`),
    /is cut off/,
  ],
  [
    'holds a number for a value',
    (path) => writeFileSync(path, recordOf({ [key]: { env: { TOKEN: 1 } } })),
    /something else/,
  ],
  [
    'holds a name that no variable has',
    (path) => writeFileSync(path, recordOf({ [key]: { env: { 'A=B': '' } } })),
    /something else/,
  ],
  ['is a folder', (path) => mkdirSync(path), /not a regular file/],
  ['is a pipe', (path) => execFileSync('mkfifo', [path]), /not a regular file/],
  [
    'is a link to a record elsewhere',
    (path) => {
      writeFileSync(join(dir, 'elsewhere.json'), record);
      symlinkSync(join(dir, 'elsewhere.json'), path);
    },
    /is a link/,
  ],
  [
    'is 50 MB long',
    (path) => {
      writeFileSync(path, record);
      truncateSync(path, 50 * 1024 * 1024);
    },
    /larger than 4 MB/,
  ],
];

describe.each(broken)('Where the record %s', (_, put, why) => {
  test.each(
    hosts,
  )('a gate of %s refuses, says why and what to type, and starts nothing', async (host) => {
    const { runner, started, hook } = runnerWith();
    put(join(dirname(runner), 'kept.json'));
    const stdin = shell(host);
    const args = ['--host', host, ...speaks('gemini'), '--values', key, '--', hook];
    const said = await runExecutable(args, { stdin, bin: runner });
    expect(refused(heard(host, stdin, said, 'gemini'))).toBe(true);
    expect(said.stdout).toMatch(why);
    expect(said.stdout).toMatch(/A person can run: npx anyhook sync/);
    expect(existsSync(started)).toBe(false);
  });

  test('no gate is told so, and starts nothing', async () => {
    const { runner, started, hook } = runnerWith();
    put(join(dirname(runner), 'kept.json'));
    for (const host of hosts) {
      const args = ['--host', host, ...speaks('gemini', 'stop'), '--values', key, '--', hook];
      const said = await runExecutable(args, { stdin: stop(host), bin: runner });
      expect(said.code).toBe(0);
      expect(said.stdout + said.stderr).toMatch(why);
    }
    expect(existsSync(started)).toBe(false);
  });
});

test('A hook gets the values of its key, and what its line says itself comes first', async () => {
  const { runner, started, hook } = runnerWith(record);
  const read = () => execFileSync('cat', [started]).toString();
  const args = ['--host', 'cursor', ...speaks('gemini'), '--values', key];
  await runExecutable([...args, '--', hook], { stdin: shell('cursor'), bin: runner });
  expect(read()).toBe("s3cret $(id) it's");
  const own = [...args, '--env', 'TOKEN=own', '--', hook];
  await runExecutable(own, { stdin: shell('cursor'), bin: runner });
  expect(read()).toBe('own');
});

test('A byte order mark before a record is none of it, for a run as for the command line', async () => {
  const marked = `\uFEFF${record}`;
  expect(parseValueRecord(marked)).toEqual(parseValueRecord(record));
  const { runner, started, hook } = runnerWith(marked);
  const args = ['--host', 'cursor', ...speaks('gemini'), '--values', key, '--', hook];
  await runExecutable(args, { stdin: shell('cursor'), bin: runner });
  expect(execFileSync('cat', [started]).toString()).toBe("s3cret $(id) it's");
});

test('A hook at a URL sends the headers of its key', async () => {
  const { runner } = runnerWith(record);
  const server = await serve(reply(200, '{"decision":"deny","reason":"no"}'));
  const args = ['--host', 'cursor', ...speaks('gemini'), '--values', key, '--url', server.url];
  const said = await runExecutable(args, { stdin: shell('cursor'), bin: runner });
  expect(said.stdout).toContain('deny');
  expect(server.asked()[0]?.headers).toMatchObject({ 'x-key': 'h3ader' });
});

test('The record of another folder is not read, whatever the working directory and the variables say', async () => {
  const { runner: far } = runnerWith(record);
  const { runner, started, hook } = runnerWith();
  const project = dirname(dirname(far));
  const stdin = shell('cursor', 'npm test', project);
  const env = { ANYHOOK_HOME: project, HOME: project, CURSOR_PROJECT_DIR: project };
  const args = ['--host', 'cursor', ...speaks('gemini'), '--values', key, '--', hook];
  const said = await runExecutable(args, { stdin, env, cwd: project, bin: runner });
  expect(refused(heard('cursor', stdin, said, 'gemini'))).toBe(true);
  expect(existsSync(started)).toBe(false);
});

test('A call that the hook is not about is let through without its values', async () => {
  const { runner, started, hook } = runnerWith();
  const stdin = shell('cursor');
  const line = ['--host', 'cursor', ...speaks('gemini'), '--values', key, '--matcher', 'read_file'];
  const said = await runExecutable([...line, '--', hook], { stdin, bin: runner });
  expect(refused(heard('cursor', stdin, said, 'gemini'))).toBe(false);
  expect(existsSync(started)).toBe(false);
});

test.each([
  '0123',
  '__proto__',
  '0123456789a',
  '{}',
  '../../x',
])('A key that is none, %j, is a mistake in the line', async (text) => {
  const { runner, started, hook } = runnerWith(record);
  const stdin = shell('cursor');
  const args = ['--host', 'cursor', ...speaks('gemini'), '--values', text, '--', hook];
  const said = await runExecutable(args, { stdin, bin: runner });
  expect(refused(heard('cursor', stdin, said, 'gemini'))).toBe(true);
  expect(said.stdout).toContain('--values');
  expect(existsSync(started)).toBe(false);
});

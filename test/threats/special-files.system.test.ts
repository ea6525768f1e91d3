import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cursorHooks, project } from '../settings/project.ts';
import { family } from '../shim/payloads.ts';
import { folder, json, oneLine, runExecutable as run, until } from '../shim/run.ts';

const dir = folder();
const args = ['--host', 'gemini', '--as', 'cursor', '--event', 'beforeReadFile', '--', 'true'];
const fifo = (name: string) => {
  execFileSync('mkfifo', [join(dir, name)]);
  return join(dir, name);
};
const linked = (name: string, to: string) => {
  symlinkSync(to, join(dir, name));
  return join(dir, name);
};

/** A guard of reads cannot judge what it cannot be shown: it is refused, soon, and not begun. */
test.each<[string, () => string]>([
  ['a pipe', () => fifo('fifo')],
  ['a link to a pipe', () => linked('to-fifo', fifo('fifo2'))],
  ['a device', () => '/dev/zero'],
  ['a link to a device', () => linked('to-zero', '/dev/zero')],
  ['a terminal', () => '/dev/tty'],
  ['a file without an end', () => '/proc/self/pagemap'],
  ['a link to a file without an end', () => linked('to-pagemap', '/proc/self/pagemap')],
  ['the shim’s own stdin', () => '/dev/stdin'],
])('Reading %s is refused, and one line says why', async (_, make) => {
  const path = make();
  if (path.startsWith('/proc') && !existsSync(path)) return;
  const call = { tool_name: 'read_file', tool_input: { file_path: path } };
  const said = await run(args, { stdin: family('gemini', 'BeforeTool', call, dir) });
  expect(json(said.stdout), said.stderr).toMatchObject({ decision: 'deny' });
  expect(said.stderr).toMatch(oneLine);
});

test('A pipe as the file to read is not opened: a writer that waits for a reader goes on waiting', async () => {
  const path = fifo('waits');
  const opened = join(dir, 'opened');
  const writer = spawn('sh', [
    '-c',
    'echo $$ > "$1"; exec 3>"$0"; echo yes > "$2"',
    path,
    `${path}.pid`,
    opened,
  ]);
  await until(() => existsSync(`${path}.pid`));
  const call = { tool_name: 'read_file', tool_input: { file_path: path } };
  for (let i = 0; i < 3; i++) await run(args, { stdin: family('gemini', 'BeforeTool', call, dir) });
  expect(existsSync(opened)).toBe(false);
  writer.kill('SIGKILL');
});

test('A pipe in the place of a settings file is refused and not read', async () => {
  for (const [file, command] of [
    ['anyhook.yaml', ['sync', '--to', 'gemini']],
    ['.cursor/hooks.json', ['convert', 'cursor', 'gemini', '--write']],
    ['.anyhook/written.json', ['convert', 'cursor', 'gemini', '--write']],
  ] as const) {
    const p = project({ '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }) });
    if (p.has(file)) p.drop(file);
    mkdirSync(join(p.at(file), '..'), { recursive: true });
    execFileSync('mkfifo', [p.at(file)]);
    const said = await p.anyhookProcess(...command);
    expect(said, file).toMatchObject({ code: 2, signal: null, stdout: '' });
    expect(said.stderr).toMatch(/not a regular file/);
  }
});

const pipe = (file: string) => execFileSync('mkfifo', [file]);
const huge = (file: string) => execFileSync('truncate', ['-s', '3G', file]);

/** Git waits for a pipe, and reads a huge file to its end: it is given two seconds once, and is not asked again. */
test.each([
  ['.git/config', 'a pipe', pipe],
  ['.gitignore', 'a pipe', pipe],
  ['.gitignore', 'a huge file', huge],
] as const)(
  'with %s as %s, sync and doctor --fix end soon',
  async (file, _, make) => {
    const p = project({
      'anyhook.yaml': 'version: 1\nhooks:\n  - { on: before-tool, run: "true" }\n',
      '.gemini/note.txt': '',
    });
    execFileSync('git', ['init', '-q', p.dir]);
    if (p.has(file)) p.drop(file);
    make(p.at(file));
    for (const words of [['sync'], ['doctor', '--fix', '--yes']]) {
      const start = Date.now();
      expect(await p.anyhookProcess(...words), words.join(' ')).toMatchObject({ code: 0 });
      expect(Date.now() - start, words.join(' ')).toBeLessThan(10_000);
    }
  },
  60_000,
);

test('a huge file in the place of the runner is not read: it is named, and written again', async () => {
  const p = project({
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: before-tool, run: "true" }\n',
    '.gemini/note.txt': '',
  });
  await p.anyhookProcess('sync');
  truncateSync(p.at('.anyhook/run.cjs'), 3 * 2 ** 30);
  for (const words of [['list'], ['init', '--dry-run'], ['doctor']]) {
    const start = Date.now();
    await p.anyhookProcess(...words);
    expect(Date.now() - start, words.join(' ')).toBeLessThan(10_000);
  }
  const { stdout } = await p.anyhookProcess('doctor');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'its line starts .anyhook/run.cjs, which is too large to be that of anyhook. Write the file again.',
  );
  await p.anyhookProcess('doctor', '--fix', '--yes');
  expect(statSync(p.at('.anyhook/run.cjs')).size).toBeLessThan(2 ** 20);
}, 60_000);

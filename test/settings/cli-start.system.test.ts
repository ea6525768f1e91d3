/**
 * The executable answers help, the version and mistyped lines from a small first bundle. It says what the whole command
 * line says, and loads that for no plain mistake.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeProgram } from '../../src/cli/commands/program.ts';
import { geminiHooks, project } from './project.ts';

const commands = 'init doctor test list convert sync remove capabilities completion run'.split(' ');

/** Lines that the first bundle answers alone. */
const alone: readonly string[][] = [
  [],
  ['--help'],
  ['-h'],
  ['help'],
  ['--version'],
  ['-V'],
  ['version'],
  ...commands.flatMap((name) => [
    [name, '--help'],
    ['help', name],
  ]),
  ['completion', 'bash'],
  ['completion', 'tcsh'],
  ['complete', '--', ''],
  ['complete', '--', 'convert', 'gemini', '--scope='],
  ['frobnicate'],
  ['frobnicate', '--json'],
  ['frobnicate', '--help'],
  ['help', 'frobnicate'],
  ['conver', 'gemini', 'claude'],
  ['gemini', 'claude'],
  ['rm -rf /'],
  ['--verison'],
  ['sync', '--wrte'],
  ['sync', '--wrte', '--json'],
  ['sync', '--to'],
  ['sync', '--frobnicate'],
  ['convert', 'gemini', 'claude', '--jsn'],
  ['convert', 'gemini', 'claude', 'cursor'],
  ['convert', 'gemini', 'claude', '--scope', 'usr'],
  ['convert', 'gemini', 'claude', '--write', '--output', 'x'],
  ['test', 'rm', '-rf', 'x'],
  ['test', '--tool', 'write', '.env', '--nothing'],
  ['test', 'ls', '--event', 'beforeShel', '--jsn'],
  ['list', 'ünïcode', '--jsn'],
  ['ünïcode'],
  ['remove', '--agent', 'gemini'],
  ['list', '--frob', '\u001b[31m'],
];

/** Lines of which it can say nothing without a look at the project, or that are no mistake. */
const further: readonly string[][] = [
  ['convert'],
  ['convert', 'gemini'],
  ['cursor'],
  ['convert', 'gemini', 'cluade'],
  ['capabilities', 'nobody'],
  ['capabilities', 'gemini'],
  ['list'],
  ['list', '--json'],
  ['sync'],
  ['remove'],
];

const files = { '.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: 'echo' }] }) };

test.each(
  [...alone, ...further].map((words) => [words]),
)('the executable says of %j what the whole command line says', async (words) => {
  const p = project(files);
  const said = await p.anyhook(...words);
  expect(await p.anyhookProcess(...words)).toEqual(said);
  expect(said.stdout + said.stderr).not.toBe('');
});

/** A copy of the executable, in a folder of its own. */
const copy = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-start-'));
const dist = new URL('../../dist', import.meta.url).pathname;
for (const name of ['anyhook.cjs', 'cli/start.cjs', 'cli/main.cjs', '../package.json'] as const)
  cpSync(join(dist, name), join(copy, 'dist', name));
afterAll(() => rmSync(copy, { recursive: true }));
const executable = join(copy, 'dist/anyhook.cjs');

const hasScript = spawnSync('script', ['--version']).status === 0;
test.skipIf(!hasScript)(
  'in a terminal of another width, help has the lines that commander makes for it',
  () => {
    const none = Object.fromEntries(commands.map((name) => [name, () => {}]));
    const program = makeProgram(none as never);
    for (const name of ['sync', 'convert']) {
      const command = program.commands.find((one) => one.name() === name);
      command?.configureOutput({ getOutHelpWidth: () => 60 });
      const line = `stty cols 60; '${process.execPath}' '${executable}' ${name} --help`;
      const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { encoding: 'utf8' });
      expect(stdout.replaceAll('\r', '')).toContain(command?.helpInformation() ?? '?');
    }
  },
);

const run = (words: readonly string[], options = {}) =>
  spawnSync(process.execPath, [executable, ...words], { encoding: 'utf8', ...options });
const caches = (): string[] =>
  readdirSync(join(copy, 'dist/cli'))
    .filter((name) => name.endsWith('.cache'))
    .map((name) => name.replace(/v[\d.]+-\w+/, 'V'))
    .sort();

test('the bundles have ASCII alone, which V8 keeps in half the memory', () => {
  for (const name of ['start', 'main']) {
    const text = readFileSync(join(dist, `cli/${name}.cjs`), 'utf8');
    expect(/[^\0-\x7f]/.exec(text)?.[0]).toBeUndefined();
  }
});

test('the large bundle is loaded for no line that the first can answer', () => {
  for (const words of alone) run(words, { cwd: copy });
  expect(caches()).toEqual(['start.cjs.V.cache']);
});

test('compiled code is kept for each command, and holds what errors and help need, whichever line is first', () => {
  const size = () => {
    const [name = ''] = readdirSync(join(copy, 'dist/cli')).filter((one) =>
      /^start.*cache/.test(one),
    );
    return readFileSync(join(copy, 'dist/cli', name)).length;
  };
  const sizes = [['--version'], ['frobnicate'], ['capabilities', 'gemini']].map((words) => {
    for (const name of readdirSync(join(copy, 'dist/cli')))
      if (name.endsWith('.cache')) rmSync(join(copy, 'dist/cli', name));
    run(words, { cwd: copy });
    return size();
  });
  expect(Math.min(...sizes) / Math.max(...sizes)).toBeGreaterThan(0.9);
  expect(caches()).toEqual(['main.cjs.capabilities.V.cache', 'start.cjs.V.cache']);
});

test.each([
  [['--help']],
  [['frobnicate', '--json']],
  [['capabilities']],
])('%j ends quietly where the reader of its stdout has gone', async (words) => {
  const child = spawn(process.execPath, [executable, ...words], { cwd: copy });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, stderr]).toEqual([words[0] === 'frobnicate' ? 2 : 0, '']);
});

test('help that cannot be written ends with 4, and says why', () => {
  const script = `"${process.execPath}" "${executable}" --help > /dev/full`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    4,
    expect.stringMatching(/^anyhook: this message could not be printed: the disk is full/),
  ]);
});

test('help and errors are printed whole where stdout and stderr are closed or one', () => {
  const shell = (line: string) =>
    spawnSync(
      '/bin/sh',
      ['-c', line.replaceAll('anyhook', `"${process.execPath}" "${executable}"`)],
      {
        encoding: 'utf8',
        cwd: copy,
      },
    );
  expect(shell('anyhook --help | head -1').stdout).toBe('Usage: anyhook [options] [command]\n');
  expect(shell('anyhook --help >&-').stderr).toBe('');
  expect(shell('anyhook frobnicate 2>&-').status).toBe(2);
  expect(shell('anyhook frobnicate 2>&1').stdout).toMatch(/^anyhook: there is no command/);
});

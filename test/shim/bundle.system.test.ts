import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { bodyOf, withoutCommentEnds } from '../../scripts/runner-text.mjs';
import { adapters } from '../../src/adapters/index.ts';
import { shell, speaks } from './payloads.ts';
import { bin, bytes, folder, json, runExecutable as run } from './run.ts';

/** The most the hot bundle may weigh, in bytes: what all share (11 KB of it call the handlers of a module and start the runner), a part for each agent, and what runs several hooks of one line and names them. */
const most = (138 + 16 * Object.keys(adapters).length) * 1024 + 10_000;

const dist = (name: string) => new URL(`../../dist/${name}`, import.meta.url).pathname;
const meta = JSON.parse(readFileSync(dist('run.meta.json'), 'utf8')) as {
  inputs: Record<string, unknown>;
  outputs: Record<string, { imports: { path: string; external?: boolean }[] }>;
};
const dir = folder();

test('The bundle run.cjs is one file, made of src/ without src/cli/ and of nothing else', () => {
  const inputs = Object.keys(meta.inputs);
  expect(inputs.filter((path) => !/^src\/[\w/-]+\.ts$/.test(path))).toEqual([]);
  expect(inputs).toContain('src/shim/run.ts');
  expect(inputs.filter((path) => path.startsWith('src/cli/'))).toEqual([]);
  expect(Object.keys(meta.outputs)).toHaveLength(1);
});

test('The bundle requires nothing but known modules of Node', () => {
  const [output] = Object.values(meta.outputs);
  const imports = (output?.imports ?? []).map(({ path }) => path);
  expect(imports.filter((path) => !/^(?:node:)?[a-z][a-z_\d]*(?:\/[a-z]+)?$/.test(path))).toEqual(
    [],
  );
  const required = readFileSync(dist('run.cjs'), 'utf8').matchAll(/\brequire\("([^"]+)"\)/g);
  const names = [...new Set([...required].map(([, name]) => name))].sort();
  const known = [
    'child_process',
    'crypto',
    'fs',
    'http',
    'https',
    'net',
    'os',
    'path',
    'tls',
    'tty',
    'v8',
    'vm',
  ];
  expect(
    names.map((name) => name?.replace(/^node:/, '')).filter((name) => !known.includes(name ?? '')),
  ).toEqual([]);
});

test('A run of a command loads no module of Node but those that every such run needs', () => {
  const list = join(dir, 'loaded.cjs');
  writeFileSync(
    list,
    `const Module = require('node:module');
const load = Module._load;
const names = new Set();
Module._load = (name, ...more) => {
  names.add(name.replace('node:', ''));
  return load(name, ...more);
};
process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, [...names].join(' ')));`,
  );
  const loaded = join(dir, 'loaded.txt');
  const flags = ['run', '--host', 'gemini', ...speaks('cursor'), '--', 'cat >/dev/null; echo {}'];
  const ran = spawnSync(process.execPath, ['-r', list, dist('run.cjs'), ...flags], {
    input: bytes(shell('gemini')),
    env: { ...process.env, LOADED: loaded },
    cwd: dir,
  });
  expect(ran.status).toBe(0);
  const usual = ['child_process', 'fs', 'net', 'path', 'vm'];
  expect(
    readFileSync(loaded, 'utf8')
      .split(' ')
      .filter((name) => /^\w+$/.test(name))
      .sort(),
  ).toEqual(usual);
});

test('The bundle is within its size limit, and its lines are short enough for a stack trace', () => {
  const text = readFileSync(dist('run.cjs'), 'utf8');
  expect(text.trimEnd().length).toBeLessThanOrEqual(most);
  // With the blanks behind it V8 keeps it where what is large lies.
  expect(text.length).toBeGreaterThan(131_072);
  const lines = text.split('\n');
  expect(lines.filter((line) => line.length > 2000 && !line.includes('JSON.parse')).length).toBe(0);
});

test('The bundle runs in a folder where nothing else is installed', () => {
  const copy = join(dir, 'run.cjs');
  writeFileSync(copy, readFileSync(dist('run.cjs')));
  const args = [copy, 'run', '--host', 'gemini', ...speaks('cursor'), '--', 'echo no >&2; exit 2'];
  const stdout = execFileSync(process.execPath, args, {
    input: bytes(shell('gemini')),
    cwd: dir,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  expect(json(stdout.toString())).toEqual({ decision: 'deny', reason: 'no' });
});

/** Built-ins a script requires by itself, as they are asked for. */
function loaded(args: string[], stdin: object, program = bin): string[] {
  const list = join(dir, 'loaded.json');
  const hook = join(dir, 'hook.cjs');
  writeFileSync(
    hook,
    `const before = new Set(process.moduleLoadList);
     process.on('exit', () => {
       const now = process.moduleLoadList.filter((name) => !before.has(name) && /^NativeModule [a-z]/.test(name));
       const names = now.map((name) => name.slice(13)).filter((name) => !name.startsWith('internal/'));
       require('fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(names));
     });`,
  );
  execFileSync(process.execPath, ['-r', hook, program, 'run', ...args], {
    input: bytes(stdin),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return json(readFileSync(list, 'utf8')) as unknown as string[];
}

/** What a plain run may load: `child_process` and `net` bring the rest. */
const allowed = [
  'child_process',
  'net',
  'tty',
  'vm', // the code cache
  'dgram',
  'stream',
  'diagnostics_channel',
  'string_decoder',
  'os',
  'dns',
  'worker_threads',
  'util/types',
  'stream/promises',
  'timers/promises',
  'path/posix',
];

test('A plain run loads no built-in module beyond a short list', () => {
  const plain = loaded(
    ['--host', 'gemini', ...speaks('cursor'), '--', 'echo "{}"'],
    shell('gemini'),
  );
  expect(plain).toContain('child_process');
  expect(plain.filter((name) => !allowed.includes(name))).toEqual([]);
  for (const costly of ['crypto', 'http', 'tls', 'readline', 'inspector'])
    expect(plain).not.toContain(costly);
});

test('A run that calls a handler in its own process loads no module for processes, streams or the network', () => {
  const runner = join(dir, 'run.cjs');
  writeFileSync(runner, readFileSync(dist('run.cjs')));
  mkdirSync(join(dir, 'modules'), { recursive: true });
  writeFileSync(join(dir, 'modules', 'guard.cjs'), 'exports.default = { beforeTool() {} };');
  const flags = ['--host', 'gemini', ...speaks('anyhook'), '--module', 'guard.cjs'];
  const plain = loaded(flags, shell('gemini'), runner);
  // `tty` and what comes with it: the standard streams of a process whose variables Node has read.
  expect(plain.filter((name) => !['os', 'vm', 'module', 'util/types'].includes(name))).toEqual([]);
});

test('A text in a comment means what it meant, whatever it holds', () => {
  const text =
    '(() => { const a = "*/", b = `*/`, c = /[*/]x*/g; return [a, b, "a*xx/b".replace(c, "_")]; })()';
  const safe = withoutCommentEnds(text);
  expect(safe).not.toContain('*/');
  expect(Array.from(runInNewContext(safe))).toEqual(Array.from(runInNewContext(text)));
  expect(Array.from(runInNewContext(safe))).toEqual(['*/', '*/', 'a__b']);
  expect(() => withoutCommentEnds('a*/b/.c')).toThrow('would end its comment');
});

/** What V8 says of the innermost function around a place of a script: how often it was called. */
function calls(
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[],
  at: number,
) {
  const around = functions
    .flatMap(({ ranges: [whole] }) => (whole ? [whole] : []))
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  return around.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0]
    ?.count;
}

/** A text that the bundler may have broken over two lines, inside its quotes. */
const unbroken = (text: string) => new RegExp([...text].join(String.raw`(?:\\\n)?`));

test('A run builds the tables of its host and of its dialect, and of no other agent', () => {
  const seen = join(dir, 'coverage');
  mkdirSync(seen);
  const copy = join(dir, 'run.cjs');
  writeFileSync(copy, readFileSync(dist('run.cjs')));
  execFileSync(
    process.execPath,
    [copy, 'run', '--host', 'gemini', ...speaks('cursor'), '--', 'echo "{}"'],
    {
      input: bytes(shell('gemini')),
      env: { ...process.env, NODE_V8_COVERAGE: seen },
      stdio: 'pipe',
    },
  );
  const [report] = readdirSync(seen);
  const { result } = json(readFileSync(join(seen, String(report)), 'utf8')) as {
    result: { url: string; functions: Parameters<typeof calls>[0] }[];
  };
  // The first is the file, whose comment is the second.
  const { functions = [] } = result.filter(({ url }) => url.endsWith('/run.cjs'))[1] ?? {};
  const text = bodyOf(readFileSync(copy, 'utf8'));
  const made = Object.values<{ id: string }>(adapters)
    .filter(({ id }) => calls(functions, text.search(unbroken(`id:"${id}"`))))
    .map(({ id }) => id);
  expect(made.sort()).toEqual(['cursor', 'gemini']);
});

test('A word of the hook’s command that looks like a flag, such as --help, is passed to the hook', async () => {
  const said = await run(
    ['--host', 'gemini', ...speaks('cursor'), '--', 'sh', '-c', 'echo $0 >&2; exit 2', '--help'],
    { stdin: shell('gemini') },
  );
  expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: '--help' });
});

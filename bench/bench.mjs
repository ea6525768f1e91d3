// Measures the time of the shim, the library and the converter, as ratios within one run: absolute times
// differ by half between machines.
// R = (a run − the hook run directly) / `node -e 0`. --quick: a look; --write: into docs/speed.md;
// ends with 1 where a gate does not hold.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { read, say, translate } from '../dist/index.js';
import { beyond, median, race, run, took } from './measure.mjs';
import { gates, holds, table, withBlock } from './report.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const shim = join(here, '../dist/anyhook.cjs');
const folder = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
const runner = join(folder, 'run.cjs');
copyFileSync(join(here, '../dist/run.cjs'), runner);
const hook = join(folder, 'hook.sh');
writeFileSync(hook, '#!/bin/sh\ncat > /dev/null\necho "{}"\n');
chmodSync(hook, 0o755);

const node = process.execPath;
const quick = process.argv.includes('--quick');
// Without the matcher a write is asked about twice, since Cursor reads before it writes.
const flags = [
  ...['run', '--host', 'gemini', '--as', 'cursor', '--event', 'preToolUse'],
  ...['--matcher', '^Write$', '--', hook],
];

const fixture = (name) =>
  JSON.parse(readFileSync(join(here, '../fixtures/gemini/payloads', name), 'utf8')).payload;
function payload(bytes) {
  const call = {
    tool_name: 'write_file',
    tool_input: { file_path: join(folder, 'a.txt'), content: '' },
  };
  const whole = { ...fixture('BeforeTool-write_file.json'), cwd: folder, ...call };
  whole.tool_input.content = 'x'.repeat(Math.max(0, bytes - JSON.stringify(whole).length));
  return JSON.stringify(whole);
}

/** Measures a call through the shim against `floor.cjs`, a script that does only what any shim must do. */
function call(name, bytes, rounds, program = shim) {
  const input = payload(bytes);
  const taken = race(
    {
      shim: () => run([node, program, ...flags], { input }),
      floor: () => run([node, join(here, 'floor.cjs'), hook], { input }),
      hook: () => run([hook], { input }),
      node: () => run([node, '-e', '0']),
    },
    quick ? Math.ceil(rounds / 8) : rounds,
  );
  const bare = median(taken.node);
  const [ours, floor] = [beyond(taken.shim, taken.hook), beyond(taken.floor, taken.hook)];
  const ms = Object.entries(taken).map(([one, all]) => `${one} ${median(all).toFixed(1)}`);
  const note = `R ${(ours / bare).toFixed(2)} against ${(floor / bare).toFixed(2)}; ms: ${ms.join(', ')}`;
  return { name, value: ours / floor, note };
}

/** Measures a hook in TypeScript, as the runner of a project calls it, against a guard without anyhook. */
function moduleHook() {
  const modules = join(folder, 'modules');
  mkdirSync(modules);
  const source = `import { deny, hook } from 'anyhook/hook';
export default hook({
  beforeTool(call) {
    if (call.tool === 'write' && /\\brm -rf\\b/.test(call.input.content)) return deny('use the trash');
  },
});`;
  const options = {
    bundle: true,
    format: 'cjs',
    platform: 'node',
    outfile: join(modules, 'guard.cjs'),
    alias: { 'anyhook/hook': join(here, '../dist/hook/bundled.js') }, // as `anyhook sync` bundles it
  };
  buildSync({ stdin: { contents: source, resolveDir: here, loader: 'ts' }, ...options });
  const input = payload(1024);
  const words = ['run', '--proof', '2', '--host', 'gemini', '--as', 'anyhook'];
  const line = [node, runner, ...words, '--event', 'before-tool', '--module', 'guard.cjs'];
  const taken = race(
    {
      ours: () => run(['/bin/sh', '-c', '"$@"; [ $? = 9 ]', 'sh', ...line], { input }),
      floor: () =>
        run(['/bin/sh', '-c', '"$@"; [ $? = 0 ]', 'sh', node, join(here, 'hook-floor.cjs')], {
          input,
        }),
      node: () => run([node, '-e', '0']),
    },
    quick ? 16 : 121,
  );
  const bare = median(taken.node);
  const ms = Object.entries(taken).map(([one, all]) => `${one} ${median(all).toFixed(1)}`);
  const value = beyond(taken.ours, taken.floor) / bare;
  return { name: 'hook in TypeScript, 1 KB', value, note: `ms: ${ms.join(', ')}` };
}

/** Makes the folder of a project in which the package is installed, and returns its path. */
function installPackage() {
  const project = mkdtempSync(join(folder, 'start-'));
  const installed = join(project, 'node_modules/anyhook');
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(here, '../package.json'), join(installed, 'package.json'));
  cpSync(join(here, '../dist'), join(installed, 'dist'), { recursive: true });
  return project;
}

const twoDialects = ['anyhook/core', 'anyhook/dialects/gemini', 'anyhook/dialects/cursor'];
const importAll = (modules) => modules.map((one) => `import '${one}';\n`).join('');

/** Measures the start of a module, as a whole process, against that of another one. The files are given by their paths. */
function start(name, ours, other) {
  const taken = race(
    { ours: () => run([node, ours]), other: () => run([node, other]) },
    quick ? 16 : 121,
  );
  const bare = median(taken.other);
  const more = beyond(taken.ours, taken.other);
  const note = `ms: ours ${median(taken.ours).toFixed(1)}, other ${bare.toFixed(1)}`;
  return { name, value: (bare + more) / bare, note };
}

/** Measures the library's core with two dialects in one file, as a program is published, against an empty file. */
function startBundle() {
  const project = installPackage();
  const [bundle, empty] = [join(project, 'bundle.mjs'), join(project, 'empty.mjs')];
  const [core, ...dialects] = twoDialects;
  const functions = 'read, say, refuse, recognise';
  const contents = [
    `export { ${functions} } from '${core}';`,
    ...dialects.map((one) => `export * from '${one}';`),
  ].join('\n');
  const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', outfile: bundle };
  buildSync({ stdin: { contents, resolveDir: project }, ...options });
  writeFileSync(empty, '');
  return start('start of core and two dialects', bundle, empty);
}

/** Measures a program that imports modules of the package by name, against one that imports as many empty ones. */
function startImports(name, modules) {
  const [project, emptied] = [installPackage(), installPackage()];
  const { exports } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'));
  const targetOf = (one) => {
    const stated = exports[one.replace('anyhook', '.')];
    const starred = exports[one.replace('anyhook', '.').replace(/[^/]+$/, '*')];
    return stated?.default ?? starred.default.replace('*', one.replace(/.*\//, ''));
  };
  for (const one of modules)
    writeFileSync(join(emptied, 'node_modules/anyhook', targetOf(one)), 'export {};\n');
  const program = (at) => {
    writeFileSync(join(at, 'program.mjs'), importAll(modules));
    return join(at, 'program.mjs');
  };
  return start(name, program(project), program(emptied));
}

function memory() {
  const peak = (...args) => {
    const { stderr } = run([node, '-r', join(here, 'peak.cjs'), ...args], { input: payload(1024) });
    return Number(/peak (\d+)/.exec(stderr.toString())[1]) / 1024;
  };
  const of = (...args) => median([1, 2, 3, 4, 5].map(() => peak(...args)));
  const [used, bare] = [of(shim, ...flags), of('-e', '0')];
  const note = `${used.toFixed(1)} MB, bare Node ${bare.toFixed(1)} MB`;
  return { name: 'memory at 1 KB', value: used / bare, note };
}

/** Measures work on the text of a payload against parsing and printing that text. */
function againstJson(name, work) {
  const text = payload(1024);
  const times = (n, one) => () => {
    for (let i = 0; i < n; i++) one(text);
  };
  const n = quick ? 2000 : 10_000;
  const taken = race(
    { ours: times(n, work), json: times(n, (one) => JSON.stringify(JSON.parse(one))) },
    quick ? 5 : 25,
    4,
  );
  const [ours, json] = [median(taken.ours), median(taken.json)];
  const rate = (ms) => Math.round((n / ms) * 1000).toLocaleString('en');
  const note = `${rate(ours)} events a second against ${rate(json)}`;
  return { name, value: ours / json, note };
}

/** Measures the translation of an event, from text to text. */
function library() {
  const world = {
    readFile: () => ({ missing: true }),
    now: () => new Date(0),
    recall: () => undefined,
  };
  const to = { from: 'gemini', to: 'cursor', native: 'preToolUse', world };
  return againstJson('library', (text) => JSON.stringify(translate(JSON.parse(text), to).payload));
}

/** Measures what a policy server does for a call: it reads the payload and says the answer, from text to text. */
function readAndSay() {
  return againstJson('read and say', (text) => {
    const call = read('gemini', text);
    return say('gemini', call, { decision: 'deny', reason: 'use the trash' });
  });
}

/** `anyhook convert gemini cursor --write`, 1,000 hooks in 1 MB, against one hook of the same kind. */
function conversion() {
  const group = (i) => ({
    matcher: ['run_shell_command', 'write_file|replace', 'mcp_.*', ''][i % 4],
    hooks: [
      {
        type: 'command',
        name: `hook ${i}`,
        command: `hooks/guard-${i}.sh --note '${'x'.repeat(720)}'`,
        timeout: 5000 + i,
        env: { MODE: 'strict' },
      },
    ],
  });
  const groups = (from, to) => Array.from({ length: to - from }, (_, i) => group(from + i));
  const convert = (hooks) => {
    const project = mkdtempSync(join(folder, 'convert-'));
    mkdirSync(join(project, '.gemini'));
    writeFileSync(join(project, '.gemini/settings.json'), JSON.stringify({ hooks }, null, 2));
    const args = [shim, 'convert', 'gemini', 'cursor', '--write', '--accept-loss'];
    return took(() => run([node, ...args], { cwd: project }));
  };
  const many = { BeforeTool: groups(0, 700), AfterTool: groups(700, 1000) };
  const pairs = [1, 2, 3, 4, 5].map(() => [convert(many), convert({ BeforeTool: groups(0, 1) })]);
  const [all, one] = [0, 1].map((at) => median(pairs.map((pair) => pair[at])));
  const note = `${(all / 1000).toFixed(2)} s against ${(one / 1000).toFixed(2)} s, whole processes`;
  return { name: 'convert 1,000 hooks', value: all / one, note };
}

const measured = [
  call('call of 1 KB', 1024, 121),
  call('call of 100 KB', 100 * 1024, 81),
  call('call of 5 MB', 5 * 1024 * 1024, 15),
  call('vendored runner, 1 KB', 1024, 81, runner),
  moduleHook(),
  startBundle(),
  startImports('import of core and two dialects', twoDialects),
  startImports('import of anyhook', ['anyhook']),
  memory(),
  library(),
  readAndSay(),
  conversion(),
];
rmSync(folder, { recursive: true, force: true });
const block = table(measured);
console.log(block);
const over = measured.filter((one) => !holds(one));
for (const { name, value } of over)
  console.log(`over its gate: ${name}, ${value.toFixed(3)} > ${gates[name].most}`);
if (process.argv.includes('--write')) {
  const page = join(here, '../docs/speed.md');
  writeFileSync(page, withBlock(readFileSync(page, 'utf8'), block));
}
if (over.length && !quick) process.exitCode = 1;

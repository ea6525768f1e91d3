// R = (a shim run − the hook run directly) / `node -e 0`: medians of runs taken in turn.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { translate } from '../dist/index.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const shim = join(here, '../dist/anyhook.cjs');
const folder = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
const hook = join(folder, 'hook.sh');
writeFileSync(hook, '#!/bin/sh\ncat > /dev/null\necho "{}"\n');
chmodSync(hook, 0o755);

const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
const fixture = (name) =>
  JSON.parse(readFileSync(join(here, '../fixtures/gemini/payloads', name), 'utf8')).payload;
const payload = (bytes) => {
  const call = {
    tool_name: 'write_file',
    tool_input: { file_path: join(folder, 'a.txt'), content: '' },
  };
  const whole = { ...fixture('BeforeTool-write_file.json'), cwd: folder, ...call };
  whole.tool_input.content = 'x'.repeat(Math.max(0, bytes - JSON.stringify(whole).length));
  return JSON.stringify(whole);
};
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function time(file, args, input) {
  const start = process.hrtime.bigint();
  const { status } = spawnSync(file, args, { input, env, maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const flags = ['run', '--host', 'gemini', '--as', 'cursor', '--event', 'preToolUse', '--', hook];

function ratio(bytes, runs) {
  const input = payload(bytes);
  const taken = { shim: [], hook: [], node: [] };
  for (let i = -2; i < runs; i++) {
    const now = {
      shim: time(process.execPath, [shim, ...flags], input),
      hook: time('sh', ['-c', hook], input),
      node: time(process.execPath, ['-e', '0']),
    };
    if (i >= 0) for (const key in now) taken[key].push(now[key]);
  }
  const [a, b, c] = [median(taken.shim), median(taken.hook), median(taken.node)];
  return { shim: a, hook: b, node: c, R: (a - b) / c };
}

function peak(args, input) {
  const { stderr } = spawnSync(process.execPath, ['-r', join(here, 'peak.cjs'), ...args], {
    input,
    env,
  });
  return Number(/peak (\d+)/.exec(stderr.toString())[1]) / 1024;
}

/** Seconds of `anyhook convert gemini cursor --write`: 1,000 hooks in 1 MB, as a whole process. */
function conversion() {
  const groups = (n, from) =>
    Array.from({ length: n }, (_, i) => ({
      matcher: ['run_shell_command', 'write_file|replace', 'mcp_.*', ''][i % 4],
      hooks: [
        {
          type: 'command',
          name: `hook ${from + i}`,
          command: `hooks/guard-${from + i}.sh --note '${'x'.repeat(720)}'`,
          timeout: 5000 + i,
          env: { MODE: 'strict' },
        },
      ],
    }));
  const hooks = { BeforeTool: groups(700, 0), AfterTool: groups(300, 700) };
  const times = [];
  for (let i = 0; i < 5; i++) {
    const project = mkdtempSync(join(folder, 'convert-'));
    mkdirSync(join(project, '.gemini'));
    writeFileSync(join(project, '.gemini/settings.json'), JSON.stringify({ hooks }, null, 2));
    const start = process.hrtime.bigint();
    const args = [shim, 'convert', 'gemini', 'cursor', '--write', '--accept-loss'];
    const { status } = spawnSync(process.execPath, args, { cwd: project, env, maxBuffer: 1 << 26 });
    if (status !== 0) throw new Error(`convert ended with ${status}`);
    times.push(Number(process.hrtime.bigint() - start) / 1e9);
  }
  return median(times);
}

function eventsPerSecond() {
  const text = payload(1024);
  const world = {
    file: () => ({ missing: true }),
    now: () => new Date(0),
    recall: () => undefined,
  };
  const once = () =>
    JSON.stringify(
      translate(JSON.parse(text), { from: 'gemini', to: 'cursor', native: 'preToolUse', world })
        .payload,
    );
  for (let i = 0; i < 20_000; i++) once();
  const rates = [1, 2, 3, 4, 5].map(() => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < 50_000; i++) once();
    return 50_000 / (Number(process.hrtime.bigint() - start) / 1e9);
  });
  return median(rates);
}

const few = process.argv.includes('--quick');
const rows = [
  ['R at 1 KB', 1024, few ? 15 : 121, 1.4],
  ['R at 100 KB', 100 * 1024, few ? 9 : 81, 1.5],
  ['R at 5 MB', 5 * 1024 * 1024, few ? 5 : 15, 4.5],
].map(([name, bytes, runs, gate]) => {
  const { R, shim: a, hook: b, node: c } = ratio(bytes, runs);
  const note = `shim ${a.toFixed(1)} ms, hook ${b.toFixed(1)} ms, node -e 0 ${c.toFixed(1)} ms`;
  return [name, R.toFixed(2), `≤ ${gate}`, note];
});
const [used, bare] = [
  median([1, 2, 3, 4, 5].map(() => peak([shim, ...flags], payload(1024)))),
  median([1, 2, 3, 4, 5].map(() => peak(['-e', '0']))),
];
rows.push([
  'memory at 1 KB',
  (used / bare).toFixed(2),
  '≤ 1.2',
  `${used.toFixed(1)} MB, bare ${bare.toFixed(1)} MB`,
]);
const rate = eventsPerSecond();
rows.push([
  'library, events/s',
  Math.round(rate).toLocaleString('en'),
  '≥ 100,000',
  'JSON in, JSON out',
]);

rows.push(['convert, seconds', conversion().toFixed(2), '< 1', '1 MB, 1,000 hooks, whole process']);

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, ${new Date().toISOString().slice(0, 10)}\n`,
);
console.log('| measure | value | gate | medians |\n|---|---|---|---|');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
rmSync(folder, { recursive: true, force: true });

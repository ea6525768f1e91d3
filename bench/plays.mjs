/** What the bench plays. A play measures one row, or several of one race. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { buildSync } from 'esbuild';
import { read, say, translate } from '../dist/index.js';
import { beyond, env, median, race, ratioOf, run, runAtOnce, timesOf } from './measure.mjs';
import {
  convertProject,
  copyRunner,
  folder,
  installPackage,
  installProgram,
  newFolder,
  payloadOf,
  writeHook,
} from './project.mjs';

const here = import.meta.dirname;
const node = process.execPath;
const floorScript = join(here, 'floor.cjs');
const bareNode = () => run([node, '-e', '0']);
/** Runs a line as hosts do: by a shell, in the folder of the project, with the payload through a pipe. */
const runLine = (line, input, cwd = folder, more = {}) =>
  run(['bash', '-c', line], { input, cwd, ...more });

const msOf = (taken) =>
  Object.entries(taken)
    .map(([one, all]) => `${one} ${median(all).toFixed(1)}`)
    .join(', ');

/** R of what was run against R of the floor script. */
const againstFloor = (name, taken) => ({
  name,
  ...ratioOf(beyond(taken.ours, taken.hook), beyond(taken.floor, taken.hook)),
  medians: msOf(taken),
});

/** Measures a call through the program that is installed for the whole machine. */
async function globalCall(name, rounds, bytes) {
  const [program, hook] = [installProgram(), writeHook(join(newFolder(), 'hook.sh'))];
  const input = payloadOf(bytes);
  // Without the matcher a write is asked about twice, since Cursor reads before it writes.
  const flags = `run --host gemini --as cursor --event preToolUse --matcher '^Write$'`;
  const contenders = {
    ours: () => runLine(`node ${program} ${flags} -- ${hook}`, input),
    floor: () => runLine(`node ${floorScript} ${hook}`, input),
    hook: () => runLine(hook, input),
    node: bareNode,
  };
  return [againstFloor(name, await race(contenders, rounds))];
}

/** Measures the whole line that `convert` wrote. */
async function projectCall(name, rounds) {
  const { at, lines } = convertProject(['./hook.sh']);
  const input = payloadOf(1024, at);
  const contenders = {
    ours: () => runLine(lines[0], input, at),
    floor: () => runLine(`node ${floorScript} ./hook.sh`, input, at),
    hook: () => runLine('./hook.sh', input, at),
    node: bareNode,
  };
  return [againstFloor(name, await race(contenders, rounds))];
}

/** Measures the lines that `convert` wrote for three hooks, which a host starts at once. */
async function threeHooks(name, rounds) {
  const commands = ['./hook.sh 1', './hook.sh 2', './hook.sh 3'];
  const { at, lines } = convertProject(commands);
  const input = payloadOf(1024, at);
  const start = (list) => () =>
    runAtOnce(
      list.map((line) => ['bash', '-c', line]),
      { input, cwd: at },
    );
  const contenders = {
    ours: start(lines),
    hooks: start(commands),
    floor: start([`node ${floorScript} ./hook.sh`]),
    hook: start(['./hook.sh']),
    node: () => runAtOnce([[node, '-e', '0']], {}),
  };
  const taken = await race(contenders, rounds);
  const ratio = ratioOf(beyond(taken.ours, taken.hooks), beyond(taken.floor, taken.hook));
  const written = lines.length === 1 ? 'one line' : `${lines.length} lines`;
  return [{ name, ...ratio, medians: `${msOf(taken)} (${written})` }];
}

/** Measures a hook in TypeScript, as the runner of a project calls it, against a guard without anyhook. */
async function moduleHook(name, rounds) {
  const modules = newFolder();
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
  const runner = copyRunner();
  mkdirSync(join(runner, '../modules'));
  cpSync(join(modules, 'guard.cjs'), join(runner, '../modules/guard.cjs'));
  const input = payloadOf(1024);
  const words = ['run', '--proof', '2', '--host', 'gemini', '--as', 'anyhook'];
  const line = [node, runner, ...words, '--event', 'before-tool', '--module', 'guard.cjs'];
  const shell = (code, command) =>
    run(['/bin/sh', '-c', `"$@"; [ $? = ${code} ]`, 'sh', ...command], { input });
  const contenders = {
    ours: () => shell(9, line),
    floor: () => shell(0, [node, join(here, 'hook-floor.cjs')]),
    node: bareNode,
  };
  const taken = await race(contenders, rounds);
  return [{ name, ...ratioOf(beyond(taken.ours, taken.floor), taken.node), medians: msOf(taken) }];
}

/**
 * Measures an event of an agent that loads a plugin, in whose process the shim runs: this one. Beyond the hook means: beyond
 * a process that is started with pipes, and whose output is read.
 */
async function pluginCall(name, rounds) {
  const runner = copyRunner();
  cpSync(join(here, '../dist/bridge.cjs'), join(runner, '../bridge.cjs'));
  const at = newFolder();
  writeHook(join(at, 'hook.sh'));
  const require = createRequire(import.meta.url);
  const { openBridge } = require(join(runner, '../bridge.cjs'));
  const line = `node .anyhook/run.cjs run --host pi --as cursor --event preToolUse --matcher '^Write$' -- ${join(at, 'hook.sh')}`;
  const bridge = openBridge('pi', { hooks: { tool_call: [{ command: line, failClosed: true }] } });
  const input = { path: 'notes.txt', content: 'x'.repeat(1024) };
  const event = { type: 'tool_call', toolName: 'write', toolCallId: 'call_1', input };
  const sessionManager = { getSessionId: () => 'bench', getSessionFile: () => undefined };
  const context = { cwd: at, mode: 'print', hasUI: false, sessionManager };
  const contenders = {
    ours: () => bridge.handle('tool_call', [event, context, {}]),
    hook: () => runAtOnce([[join(at, 'hook.sh')]], { input: payloadOf(1024), cwd: at }),
    node: () => runAtOnce([[node, '-e', '0']], {}),
  };
  const taken = await race(contenders, rounds);
  return [{ name, ...ratioOf(beyond(taken.ours, taken.hook), taken.node), medians: msOf(taken) }];
}

/** Measures words of the command line that do no work. */
async function commandLine(name, rounds, { word, code = 0 }) {
  const program = installProgram();
  const taken = await race(
    { ours: () => run([node, program, word], { code, cwd: folder }), node: bareNode },
    rounds,
  );
  return [{ name, ...timesOf(taken.ours, taken.node), medians: msOf(taken) }];
}

/** `anyhook convert gemini cursor --write`, of one hook, and of 1,000 hooks in 1 MB. */
async function conversion(name, rounds, count) {
  const program = installProgram();
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
  const groups = Array.from({ length: count }, (_, i) => group(i));
  const hooks = { BeforeTool: groups.slice(0, 700), AfterTool: groups.slice(700) };
  const warmUp = 2;
  const projects = Array.from({ length: rounds + warmUp }, () => {
    const project = newFolder();
    mkdirSync(join(project, '.gemini'));
    writeFileSync(join(project, '.gemini/settings.json'), JSON.stringify({ hooks }, null, 2));
    return project;
  });
  const words = ['convert', 'gemini', 'cursor', '--write', '--accept-loss'];
  const taken = await race(
    { ours: () => run([node, program, ...words], { cwd: projects.pop() }), node: bareNode },
    rounds,
    warmUp,
  );
  return [{ name, ...timesOf(taken.ours, taken.node), medians: msOf(taken) }];
}

/** Measures what a bundle of certificates costs that the person's environment names. */
async function certificates(rounds) {
  const bundle = join(newFolder(), 'certificates.pem');
  writeFileSync(bundle, rootCertificates.join('\n'));
  const { at, lines } = convertProject(['./hook.sh']);
  const input = payloadOf(1024, at);
  const more = { env: { ...env, NODE_EXTRA_CA_CERTS: bundle } };
  const taken = await race(
    {
      ours: () => runLine(lines[0], input, at, more),
      without: () => runLine(lines[0], input, at),
      'node with it': () => run([node, '-e', '0'], more),
      node: bareNode,
    },
    rounds,
  );
  const line = { ours: taken.ours, without: taken.without };
  const bare = { 'node with it': taken['node with it'], node: taken.node };
  return [
    {
      name: 'line with `NODE_EXTRA_CA_CERTS`',
      ...timesOf(...Object.values(line)),
      medians: msOf(line),
    },
    {
      name: 'Node with `NODE_EXTRA_CA_CERTS`',
      ...timesOf(...Object.values(bare)),
      medians: msOf(bare),
    },
  ];
}

const isThere = (program) =>
  spawnSync('bash', ['-c', `command -v ${program}`], { env }).status === 0;

/** Scripts that people would write in place of anyhook, by the names of their rows, and the programs that they need. */
function scriptsByHand() {
  const script = (name) => join(here, 'by-hand', name);
  const python = () => run(['python3', '-c', 'import sys; print(sys.executable)']).stdout;
  const scripts = {
    python3: { needs: 'python3', line: () => `${`${python()}`.trim()} ${script('guard.py')}` },
    'bash and jq': { needs: 'jq', line: () => `bash ${script('guard.sh')}` },
    Node: { needs: 'node', line: () => `node ${script('guard.cjs')}` },
  };
  const lines = {};
  for (const [name, { needs, line }] of Object.entries(scripts)) {
    if (isThere(needs)) lines[name] = line();
    else console.log(`by hand: ${name} is not played, since there is no ${needs}`);
  }
  return lines;
}

/** What a hook of Cursor sees, of which every script must say as much as anyhook. */
const seenByHook = ({ tool_name, tool_input, hook_event_name, conversation_id, workspace_roots }) =>
  JSON.stringify({ tool_name, tool_input, hook_event_name, conversation_id, workspace_roots });

/** Throws if a line does not translate as the line of anyhook does: what the hook sees, and what it answers. */
function checkTranslation(name, lineOf, ours, at, input) {
  const judge = (line) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { env, input, cwd: at });
    const { decision, reason } =
      status === 2 ? { decision: 'deny', reason: `${stderr}`.trim() } : JSON.parse(stdout);
    const seen = seenByHook(JSON.parse(readFileSync(join(at, 'seen.json'), 'utf8')));
    return JSON.stringify({ decision, reason, seen });
  };
  for (const answer of [
    `echo '{"permission":"deny","user_message":"no"}'`,
    'echo why >&2; exit 2',
    `echo '{}'`,
  ]) {
    writeHook(join(at, 'hook.sh'), `cat > seen.json\n${answer}\n`);
    const [wanted, got] = [judge(ours), judge(lineOf('./hook.sh'))];
    if (wanted !== got) throw new Error(`by hand: ${name} is wrong: ${got} in place of ${wanted}`);
  }
}

/** Measures what people would write by hand for this translation. */
async function byHand(rounds) {
  const { at, lines } = convertProject(['./hook.sh']);
  const input = payloadOf(1024, at);
  const scripts = scriptsByHand();
  for (const [name, line] of Object.entries(scripts))
    checkTranslation(name, (hook) => `${line} ${hook}`, lines[0], at, input);
  writeHook(join(at, 'hook.sh'));
  const contenders = { ours: () => runLine(lines[0], input, at) };
  for (const [name, line] of Object.entries(scripts))
    contenders[name] = () => runLine(`${line} ./hook.sh`, input, at);
  contenders.hook = () => runLine('./hook.sh', input, at);
  contenders.node = bareNode;
  const taken = await race(contenders, rounds);
  return [...Object.keys(scripts), 'ours'].map((one) => ({
    name: one === 'ours' ? 'the line of a project beside them' : `by hand: ${one}`,
    ...ratioOf(beyond(taken[one], taken.hook), taken.node),
    medians: msOf({
      [one === 'ours' ? one : 'script']: taken[one],
      hook: taken.hook,
      node: taken.node,
    }),
  }));
}

const twoDialects = ['anyhook/core', 'anyhook/dialects/gemini', 'anyhook/dialects/cursor'];
const importAll = (modules) => modules.map((one) => `import '${one}';\n`).join('');

/** Measures the start of a module, as a whole process, against that of another one. The files are given by their paths. */
async function start(name, rounds, ours, other) {
  const taken = await race(
    { ours: () => run([node, ours]), other: () => run([node, other]) },
    rounds,
  );
  return [{ name, ...timesOf(taken.ours, taken.other), medians: msOf(taken) }];
}

/** Measures the library's core with two dialects in one file, as a program is published, against an empty file. */
function startBundle(name, rounds) {
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
  return start(name, rounds, bundle, empty);
}

/** Measures a program that imports modules of the package by name, against one that imports as many empty ones. */
function startImports(name, rounds, modules) {
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
  return start(name, rounds, program(project), program(emptied));
}

/** Measures the memory of a call through the program against that of Node. */
async function memory(name, rounds) {
  const [program, hook] = [installProgram(), writeHook(join(newFolder(), 'hook.sh'))];
  const peak = (...words) => {
    const command = [node, '-r', join(here, 'peak.cjs'), ...words];
    const { stderr } = run(command, { input: payloadOf(1024) });
    return Number(/peak (\d+)/.exec(stderr.toString())[1]) / 1024;
  };
  const flags = ['--host', 'gemini', '--as', 'cursor', '--event', 'preToolUse'];
  const call = () => peak(program, 'run', ...flags, '--matcher', '^Write$', '--', hook);
  for (let i = 0; i < 2; i++) call(); // the code that V8 has compiled is there from then on
  const pairs = Array.from({ length: rounds }, () => [call(), peak('-e', '0')]);
  const [used, bare] = [0, 1].map((at) => pairs.map((pair) => pair[at]));
  const medians = `ours ${median(used).toFixed(1)} MB, node ${median(bare).toFixed(1)} MB`;
  return [{ name, ...ratioOf(used, bare), medians }];
}

/** Measures work on the text of a payload against parsing and printing that text. */
async function againstJson(name, rounds, work) {
  const text = payloadOf(1024);
  const n = 400 * rounds;
  const times = (one) => () => {
    for (let i = 0; i < n; i++) one(text);
  };
  const taken = await race(
    { ours: times(work), json: times((one) => JSON.stringify(JSON.parse(one))) },
    rounds,
    4,
  );
  const rate = (ms) => Math.round((n / median(ms)) * 1000).toLocaleString('en');
  const medians = `ours ${rate(taken.ours)} events a second, JSON ${rate(taken.json)}`;
  return [{ name, ...ratioOf(taken.ours, taken.json), medians }];
}

/** Measures the translation of an event, from text to text. */
function library(name, rounds) {
  const world = {
    readFile: () => ({ missing: true }),
    now: () => new Date(0),
    recall: () => undefined,
  };
  const to = { from: 'gemini', to: 'cursor', native: 'preToolUse', world };
  return againstJson(name, rounds, (text) =>
    JSON.stringify(translate(JSON.parse(text), to).payload),
  );
}

/** Measures what a policy server does for a call: it reads the payload and says the answer, from text to text. */
function readAndSay(name, rounds) {
  return againstJson(name, rounds, (text) => {
    const call = read('gemini', text);
    return say('gemini', call, { decision: 'deny', reason: 'use the trash' });
  });
}

/** One row that a function plays with its name, a number of rounds, and what else it takes. */
const one = (name, rounds, measure, ...more) => ({
  names: [name],
  rounds,
  play: (count) => measure(name, count, ...more),
});

/** What is played: the names of the rows, the number of rounds, and how. */
export const plays = [
  one('global install, 1 KB', 121, globalCall, 1024),
  one('global install, 100 KB', 81, globalCall, 100 * 1024),
  one('global install, 5 MB', 15, globalCall, 5 * 1024 * 1024),
  one('line of a project, 1 KB', 121, projectCall),
  one('three hooks on one event', 61, threeHooks),
  one('hook in TypeScript, 1 KB', 121, moduleHook),
  one('a call in a plugin, 1 KB', 121, pluginCall),
  one('`anyhook --help`', 61, commandLine, { word: '--help' }),
  one('`anyhook --version`', 61, commandLine, { word: '--version' }),
  one('a command that is unknown', 61, commandLine, { word: 'unknown', code: 2 }),
  one('convert one hook', 31, conversion, 1),
  one('convert 1,000 hooks', 9, conversion, 1000),
  {
    names: ['line with `NODE_EXTRA_CA_CERTS`', 'Node with `NODE_EXTRA_CA_CERTS`'],
    rounds: 61,
    play: certificates,
  },
  {
    names: [
      'by hand: python3',
      'by hand: bash and jq',
      'by hand: Node',
      'the line of a project beside them',
    ],
    rounds: 61,
    play: byHand,
  },
  one('start of core and two dialects', 121, startBundle),
  one('import of core and two dialects', 121, startImports, twoDialects),
  one('import of anyhook', 121, startImports, ['anyhook']),
  one('memory at 1 KB', 9, memory),
  one('library', 25, library),
  one('read and say', 25, readAndSay),
];

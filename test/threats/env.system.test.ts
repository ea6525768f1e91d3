import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsFiles } from '../conformance/fixtures.ts';
import { factOf, familyOf } from '../facts.ts';
import { blocks, payload } from '../settings/fired.ts';
import { cursorHooks, guard, project, runProgram } from '../settings/project.ts';
import { hosts, shell, speaks, stop } from '../shim/payloads.ts';
import { bin, bytes, folder, json, runExecutable as run } from '../shim/run.ts';
import { heard, refused } from '../shim/verdict.ts';
import { agentVariables, variables } from './variables.ts';

const dir = folder();
const fake = join(dir, 'home');
mkdirSync(join(fake, '.anyhook'), { recursive: true });
writeFileSync(join(fake, '.anyhook', 'config.json'), JSON.stringify({ log: join(fake, 'log') }), {
  mode: 0o600,
});
/** What a project would say. */
const values: Record<string, string> = {
  ANYHOOK_LOG: join(fake, 'log'),
  ANYHOOK_CONFIG: join(fake, '.anyhook', 'config.json'),
  ANYHOOK_ON_FAILURE: 'allow',
  ANYHOOK_DISABLE: '1',
  ANYHOOK_ASK: 'host',
  ANYHOOK_HOST: 'cursor',
  CURSOR_VERSION: '0',
  CI: '1',
  DEBUG: '*',
  IFS: 'aeiou-./',
  GLOBIGNORE: '*',
  NODE_NO_WARNINGS: '1',
  NODE_PENDING_DEPRECATION: '1',
  POSIXLY_CORRECT: '1',
};
/** A module that answers for everything, where node or the shell would look for one. */
const planted = join(fake, 'index.js');
writeFileSync(planted, 'console.log("{}"); process.exit(0)');
for (const name of ['fs', 'os', 'vm', 'net']) writeFileSync(join(fake, `${name}.js`), 'throw 1');
writeFileSync(join(fake, 'env.sh'), 'echo "{}"; exit 0');
const special: Record<string, string> = { ENV: join(fake, 'env.sh') };
const env = Object.fromEntries(
  [...variables.harmless, ...variables.own, ...agentVariables].map((name) => [
    name,
    special[name] ?? values[name] ?? fake,
  ]),
);
const before = readdirSync(fake).sort();

describe('No variable that is harmless or read by the shim moves a file or weakens a verdict', () => {
  const hooks = ['exit 1', `echo '{"decision":"ask"}'`, 'exit 2'];
  test.each(
    hosts.map((host, i) => [host, hooks[i % hooks.length] as string] as const),
  )('under %s, whose hook is %s', async (host, hook) => {
    const gate = shell(host, 'x', dir);
    const args = ['--host', host, ...speaks('anyhook'), '--', hook];
    const said = await run(args, { stdin: gate, env });
    expect(refused(heard(host, gate, said)), said.stdout).toBe(true);
    const again = ['--host', host, ...speaks('anyhook', 'stop'), '--', `echo '{"followUp":"go"}'`];
    const payload = stop(host, dir);
    await run(again, { stdin: payload, env });
    expect(readdirSync(fake).sort()).toEqual(before);
    expect(readdirSync(join(fake, '.anyhook'))).toEqual(['config.json']);
    await run(['--host', host, ...speaks('anyhook'), '--event', 'session-end', '--', 'true'], {
      stdin: {
        ...payload,
        hook_event_name: host === 'cursor' ? 'sessionEnd' : 'SessionEnd',
        reason: 'exit',
      },
    });
  });
});

describe('A converted guard', () => {
  const before = 'BeforeTool-run_shell_command';
  const converted = async () => {
    const p = project({
      '.cursor/hooks.json': cursorHooks({
        beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', failClosed: true }],
      }),
      '.cursor/hooks/guard.sh': guard,
    });
    await p.anyhook('convert', 'cursor', 'gemini', '--write');
    const line = p.json('.gemini/settings.json').hooks.BeforeTool[0].hooks[0].command as string;
    return { p, line, stdin: payload(p, 'gemini', before, 'rm -rf build') };
  };

  test('gives the same verdicts where every harmless variable, and every one the shim reads, is set', async () => {
    const { p, line, stdin } = await converted();
    for (const sh of ['bash', 'sh']) {
      const said = await p.fires(line, stdin, sh, env);
      expect(JSON.parse(said.stdout), said.stderr).toMatchObject({
        decision: 'deny',
        reason: 'no',
      });
    }
    // Nor does what is harmless make it refuse.
    const passed = await p.fires(line, payload(p, 'gemini', before, 'ls'), 'bash', env);
    expect(passed.stdout).toBe('{}\n');
  });

  test('refuses when a variable keeps the runner from starting', async () => {
    const { p, line, stdin } = await converted();
    const broken = { PATH: fake };
    expect(Object.keys(broken)).toEqual([...variables.closed]);
    for (const [name, value] of Object.entries(broken)) {
      const said = await p.fires(line, stdin, '/bin/bash', { [name]: value });
      expect(blocks('gemini', 'BeforeTool', said), `${name}: ${said.stdout}`).toBe(true);
    }
  });
});

describe('A variable that Node reads before any code of ours', () => {
  const evil: Record<string, string> = {
    NODE_OPTIONS: `--require ${planted}`,
    OPENSSL_CONF: join(dir, 'openssl.cnf'),
    NODE_COMPILE_CACHE: join(dir, 'cache'),
    NODE_CHANNEL_FD: '0',
  };
  writeFileSync(
    join(dir, 'openssl.cnf'),
    'nodejs_conf = a\n[a]\nengines = b\n[b]\nc = d\n[d]\ndynamic_path = /no/such.so\ninit = 1\n',
  );

  test.each(
    familyOf('gemini'),
  )('is kept from the runner by a converted line of %s, and NODE_OPTIONS still reaches the hook', async (host) => {
    expect(variables.taken).toEqual(expect.arrayContaining(Object.keys(evil)));
    const p = project({
      '.cursor/hooks.json': cursorHooks({ beforeShellExecution: [{ command: './guard.sh' }] }),
      'guard.sh': `#!/bin/sh\nprintf '%s' "$NODE_OPTIONS|$OPENSSL_CONF|\${HOOK_NODE_OPTIONS-none}" >seen; exit 2\n`,
    });
    await p.anyhook('convert', 'cursor', host, '--write');
    const { before: fixture } = factOf(host, 'call');
    const line = p.json(settingsFiles[host]).hooks.BeforeTool[0].hooks[0].command as string;
    // One shell for a variable and a host: over all hosts, each variable meets both shells.
    for (const [i, [name, value]] of Object.entries(evil).entries()) {
      const sh = (i + familyOf('gemini').indexOf(host)) % 2 ? 'sh' : 'bash';
      const said = await p.fires(line, payload(p, host, fixture, 'ls'), sh, { [name]: value });
      expect(json(said.stdout), `${name}: ${said.stdout} ${said.stderr}`).toMatchObject({
        decision: 'deny',
        reason: expect.not.stringContaining('runner'),
      });
    }
    // The hook has them as it would have had them.
    await p.fires(line, payload(p, host, fixture, 'ls'), 'bash', evil);
    expect(p.get('seen')).toBe(`${evil.NODE_OPTIONS}|${evil.OPENSSL_CONF}|none`);
    await p.fires(line, payload(p, host, fixture, 'ls'), 'bash');
    expect(p.get('seen')).toBe('||none');
  });
});

describe('A run that no loader started', () => {
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const gate = shell('gemini', 'x', dir);
  const args = ['--host', 'gemini', ...speaks('anyhook'), '--', 'echo no >&2; exit 2'];
  const warns = join(dir, 'warns.cjs');
  writeFileSync(warns, 'process.emitWarning("careful")');

  test.each([
    ['a folder for coverage that cannot be made', { NODE_V8_COVERAGE: '/proc/x' }],
    ['a pipe as the folder for coverage', { NODE_V8_COVERAGE: pipe }],
    [
      'a pipe as the file for warnings',
      { NODE_REDIRECT_WARNINGS: pipe, NODE_OPTIONS: `--require "${warns}"` },
    ],
  ])('ends with its own answer, and nothing else on stderr, where Node was given %s', async (_, env) => {
    const said = await run(args, { stdin: gate, env });
    expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
    expect(said.stderr.trim()).toBe('no');
    expect(said.code).toBe(0);
  });
});

/** Notes every variable that code of ours, or of a package, asks for by its name. */
const trap = join(dir, 'trap.cjs');
writeFileSync(
  trap,
  `const fs = require('node:fs');
const seen = new Set();
const note = (name) => {
  const caller = new Error().stack.split('\\n')[3] ?? '';
  if (typeof name === 'string' && !/node:/.test(caller)) seen.add(name);
};
// To copy them all is to ask for none.
let copied = new Set();
process.env = new Proxy(process.env, {
  ownKeys: (env) => [...(copied = new Set(Reflect.ownKeys(env)))],
  get: (env, name) => (copied.delete(name) || note(name), env[name]),
  has: (env, name) => (note(name), name in env),
});
process.on('exit', () => fs.appendFileSync(${JSON.stringify(join(dir, 'seen'))}, [...seen, ''].join('\\n')));
`,
);
const seen = () => {
  const names = readFileSync(join(dir, 'seen'), 'utf8').split('\n').filter(Boolean);
  writeFileSync(join(dir, 'seen'), '');
  return [...new Set(names)].sort();
};

test('The list of variables that our code reads is complete', async () => {
  writeFileSync(join(dir, 'seen'), '');
  const start = (args: string[], stdin: object | string = '') =>
    runProgram([process.execPath, '--require', trap, bin, ...args], {
      cwd: dir,
      env: process.env,
      stdin: bytes(stdin) as string,
    });
  for (const host of hosts) {
    for (const [as, kind] of [
      ['anyhook', 'shell'],
      ['gemini', 'stop'],
    ] as const) {
      const stdin = kind === 'shell' ? shell(host, 'x', dir) : stop(host, dir);
      // Without a host, where its name may be asked for.
      const odd = { ...stdin, transcript_path: '' };
      const said = await start(['run', ...speaks(as, kind), '--', 'echo "{}"'], odd);
      expect(said.code, said.stderr).toBe(0);
    }
  }
  const own: readonly string[] = [...variables.own, ...agentVariables];
  const known = seen();
  expect(known.filter((name) => !own.includes(name))).toEqual([]);
  expect(known).toContain('GEMINI_PROJECT_DIR');
  writeFileSync(join(dir, 'seen'), '');
  writeFileSync(join(dir, 'hooks.json'), JSON.stringify(cursorHooks({ stop: [{ command: 'x' }] })));
  writeFileSync(join(dir, 'anyhook.yaml'), 'version: 1\nhooks: []\n');
  for (const args of [
    ['convert', 'cursor', 'gemini', '--input', 'hooks.json'],
    ['sync', '--to', 'gemini', '--check'],
    ['nonsense'],
  ])
    await start(args);
  const cli: readonly string[] = variables.cli;
  expect(seen().length).toBeGreaterThan(0);
  expect(seen().filter((name) => !cli.includes(name))).toEqual([]);
});

test('The value of a variable never ends the quotes around its name in a line of Gemini CLI', async () => {
  const value = `'; touch ${join(dir, 'pwned')}; echo '`;
  const says = async (line: string) => {
    const args = ['--host', 'cursor', ...speaks('gemini'), '--env', 'COPY=$EVIL', '--', line];
    const said = await run(args, { stdin: shell('cursor', 'x', dir), env: { EVIL: value } });
    return json(said.stdout).user_message;
  };
  expect(await says(`printf %s "$EVIL" "$COPY" >&2; exit 2`)).toBe(value + value);
  expect(await says(`printf %s '$EVIL' >&2; exit 2`)).toContain('would run as shell code');
  expect(readdirSync(dir)).not.toContain('pwned');
});

/** The programs in `examples/`: they run with the packed package, and their types are right. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installOnce, packedFolder } from '../packed.ts';

const repository = join(import.meta.dirname, '../..');
const folder = join(packedFolder(), 'examples');
const programs = ['audit-log.mjs', 'policy-server.mjs', 'install-everywhere.mjs'];
const hooks = ['guard.ts', 'guard.test.ts'];
beforeAll(async () => {
  await installOnce();
  mkdirSync(folder);
  for (const name of [...programs, ...hooks])
    copyFileSync(join(repository, 'examples', name), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

const claude = {
  ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', permission_mode: 'default' },
  ...{ tool_name: 'Bash', tool_input: { command: 'rm -rf build' } },
  ...{ transcript_path: '/home/ada/.claude/projects/-p/s.jsonl', tool_use_id: 'toolu_1' },
};
const gemini = {
  ...{ hook_event_name: 'BeforeTool', session_id: 'g', cwd: '/p' },
  ...{ transcript_path: '/home/ada/.gemini/tmp/p/chats/g.json' },
  ...{ timestamp: '2026-11-21T10:00:00.000Z', tool_name: 'run_shell_command' },
  tool_input: { command: 'ls' },
};
const patch = '*** Begin Patch\n*** Delete File: a\n*** Add File: .env\n+x\n*** End Patch';
const codex = {
  ...{ hook_event_name: 'PreToolUse', session_id: 'x', turn_id: 't', transcript_path: '/t' },
  ...{ cwd: '/p', model: 'm', permission_mode: 'default', tool_use_id: 'c' },
  ...{ tool_name: 'apply_patch', tool_input: { command: patch } },
};

test('the audit log has a line for each thing that a call does, of any agent', () => {
  const log = join(folder, 'audit.jsonl');
  const env = { PATH: process.env.PATH, CLAUDE_PROJECT_DIR: '/p' };
  for (const payload of [claude, gemini, codex, { some: 'thing' }]) {
    const input = JSON.stringify(payload);
    const ran = spawnSync(process.execPath, ['audit-log.mjs', log], { cwd: folder, env, input });
    expect([ran.status, ran.stdout.toString(), ran.stderr.toString()]).toEqual([0, '', '']);
  }
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { agent: 'claude', session: 's', project: '/p', tool: 'shell', does: 'rm -rf build' },
    { agent: 'gemini', session: 'g', tool: 'shell', does: 'ls' },
    { agent: 'codex', session: 'x', tool: 'delete', does: '/p/a' },
    { agent: 'codex', session: 'x', tool: 'write', does: '/p/.env' },
    { agent: 'unknown' },
  ]);
});

test('the policy server answers every agent in its own words, and refuses what it cannot read', async () => {
  const server = spawn(process.execPath, ['policy-server.mjs', '0'], { cwd: folder });
  try {
    const [printed] = (await once(server.stdout, 'data')) as [Buffer];
    const ask = async (body: string) => {
      const reply = await fetch(printed.toString().trim(), { method: 'POST', body });
      return { status: reply.status, text: await reply.text() };
    };
    const answers = [];
    for (const one of [claude, gemini, codex])
      answers.push(JSON.parse((await ask(JSON.stringify(one))).text));
    const denied = { hookSpecificOutput: { permissionDecision: 'deny' } };
    expect(answers).toMatchObject([denied, {}, denied]);
    const broken = { ...claude, tool_input: 'rm -rf /' };
    expect(JSON.parse((await ask(JSON.stringify(broken))).text)).toMatchObject(denied);
    expect(await ask('{"some":"thing"}')).toMatchObject({ status: 422 });
  } finally {
    server.kill();
  }
});

test('the test of the hook in TypeScript passes', () => {
  const options = ['--import', join(repository, 'node_modules/tsx/dist/loader.mjs'), '--test'];
  const ran = spawnSync(process.execPath, [...options, 'guard.test.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(ran.stdout).toContain('# pass 3');
  expect(ran.status).toBe(0);
});

test('the types of the examples are right, those of JavaScript too', () => {
  const flags = [
    ...['--noEmit', '--strict', '--checkJs', '--allowJs', '--allowImportingTsExtensions'],
    ...['--module', 'nodenext', '--target', 'es2023', '--skipLibCheck', 'false'],
    ...['--types', 'node', '--typeRoots', join(repository, 'node_modules/@types')],
  ];
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const checked = spawnSync(tsc, [...flags, ...programs, ...hooks], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(checked.stdout).toBe('');
  expect(execFileSync('ls', [folder]).toString()).toContain('guard.ts');
});

test('an example has at most 70 lines', () => {
  const long = [...programs, ...hooks].filter(
    (name) => readFileSync(join(folder, name), 'utf8').split('\n').length > 71,
  );
  expect(long).toEqual([]);
});

// `--answer`: a hook whose answer its own agent would not hear either, nor wait for.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { runExecutable as run, session, until } from './run.ts';

const folder = () => mkdtempSync(join(inject('scratch'), 'answer '));
const call = (cwd: string) => ({
  session_id: session(),
  transcript_path: '/t.json',
  cwd,
  hook_event_name: 'BeforeTool',
  timestamp: '2026-11-22T00:00:00.000Z',
  tool_name: 'run_shell_command',
  tool_input: { command: 'ls' },
});
const line = ['--host', 'gemini', '--as', 'gemini', '--event', 'BeforeTool', '--exit', '0'];
const refuses = `cat > told; echo '{"decision":"deny","reason":"no"}'`;

test.each([
  'gemini',
  'terminai',
])('With --answer ignored, a hook of %s gets its payload, and its response is dropped', async (as) => {
  const cwd = folder();
  const asked = ['--host', 'gemini', '--as', as, '--event', 'BeforeTool'];
  const heard = await run([...asked, '--', refuses], { stdin: call(cwd), cwd });
  expect(heard.stdout + heard.stderr).toContain('no');
  const { stdout, stderr, code } = await run([...asked, '--answer', 'ignored', '--', refuses], {
    stdin: call(cwd),
    cwd,
  });
  expect([JSON.parse(stdout || '{}'), stderr, code]).toEqual([{}, '', 0]);
  expect(JSON.parse(readFileSync(join(cwd, 'told'), 'utf8'))).toMatchObject({ cwd });
});

test.each([
  '--answer later',
  '--answer=later',
])('With %s, the shim does not wait for its hook, which still gets the whole payload', async (flag) => {
  const cwd = folder();
  const waits = 'until test -e go; do sleep 0.02; done; cat > told; exit 2';
  const stdin = { ...call(cwd), tool_input: { command: 'x'.repeat(200_000) } };
  const said = await run([...line, ...flag.split(' '), '--', waits], { stdin, cwd });
  expect([JSON.parse(said.stdout), said.stderr, said.code]).toEqual([{}, '', 0]);
  expect(existsSync(join(cwd, 'told'))).toBe(false);
  writeFileSync(join(cwd, 'go'), '');
  const told = () => existsSync(join(cwd, 'told')) && readFileSync(join(cwd, 'told'), 'utf8');
  expect(await until(() => told() === JSON.stringify(stdin))).toBe(true);
});

test('With --answer later, a hook is not started for a call that its matcher does not match', async () => {
  const cwd = folder();
  const flags = [...line, '--answer', 'later', '--matcher', 'read_file'];
  await run([...flags, '--', 'touch told'], { stdin: call(cwd), cwd });
  await run([...line, '--answer', 'later', '--', 'touch other'], { stdin: call(cwd), cwd });
  expect(await until(() => existsSync(join(cwd, 'other')))).toBe(true);
  expect(existsSync(join(cwd, 'told'))).toBe(false);
});

test.each([
  ['a folder that does not exist', ['--cwd', '/nowhere']],
  ['a line without a command', []],
  ['a rule that its agent does not have', ['--if', 'Bash']],
])('With --answer ignored, %s refuses nothing', async (_, flags) => {
  const said = (answer: string) => {
    const command = flags.length ? ['--', 'true'] : [];
    return run([...line, '--answer', answer, ...flags, ...command], { stdin: call(folder()) });
  };
  expect(JSON.parse((await said('heard')).stdout)).toMatchObject({ decision: 'deny' });
  expect(JSON.parse((await said('ignored')).stdout)).not.toMatchObject({ decision: 'deny' });
});

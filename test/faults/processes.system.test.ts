import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shell, speaks } from '../shim/payloads.ts';
import {
  alive,
  bytes,
  ended,
  folder,
  json,
  pids,
  read,
  script,
  sleep,
  until,
} from '../shim/run.ts';
import { run, start } from './run.ts';

const dir = folder();
let count = 0;
const fresh = (name: string) => join(dir, `${name}-${count++}`);
const gate = ['--host', 'gemini', ...speaks('cursor')];
const stdin = shell('gemini');
const allow = '{"permission":"allow"}';

/** Hooks that do not end; each writes its pid and a grandchild's. */
const hanging = {
  'waits for a child': (pid: string) => `sleep 60 & echo $! >>'${pid}'; echo $$ >>'${pid}'; wait`,
  'ignores TERM': (pid: string) =>
    `trap '' TERM INT HUP; sleep 60 & echo $! >>'${pid}'; echo $$ >>'${pid}'; while :; do sleep 1; done`,
  'runs a shell that runs a shell': (pid: string) =>
    `sh -c "sh -c 'sleep 60; true'; true" & sleep 0.1; echo $! >>'${pid}'; echo $$ >>'${pid}'; wait`,
  'has a child that holds its pipe': (pid: string) =>
    `(trap '' TERM; sleep 60; true) & echo $! >>'${pid}'; echo $$ >>'${pid}'; sleep 60`,
};

describe.each(Object.entries(hanging))('A hook that %s', (_, hook) => {
  test.each([
    ['a shell line'],
    ['argv'],
  ])('is ended with its whole process tree by its timeout, started as %s', async (form) => {
    const pid = fresh('pid');
    const command = form === 'argv' ? ['sh', '-c', hook(pid)] : [hook(pid)];
    const said = await run([...gate, '--timeout', '2s', '--', ...command], { stdin });
    expect(json(said.stdout)).toEqual({}); // Cursor lets a call proceed that ran out of time
    const all = await pids(pid, 2);
    expect(all).toHaveLength(2);
    expect(await until(() => !all.some(alive))).toBe(true);
  });

  test.each([
    'SIGTERM',
    'SIGINT',
    'SIGHUP',
  ] as const)('is ended with its whole process tree when %s ends the shim', async (signal) => {
    const pid = fresh('pid');
    const shim = start([...gate, '--', hook(pid)]);
    shim.stdin.end(bytes(stdin));
    const all = await pids(pid, 2);
    shim.kill(signal);
    const said = await ended(shim);
    expect(said.code ?? said.signal).not.toBe(0);
    expect(said.stdout).toBe('');
    expect(await until(() => !all.some(alive))).toBe(true);
  });
});

describe('A child that outlives its hook', () => {
  const terminai = ['--host', 'gemini', ...speaks('terminai')];
  test.each([
    ['although it holds the pipes', terminai, 'sleep 60 &'],
    ['without the pipes', gate, 'sleep 60 >/dev/null 2>&1 &'],
    ['in a session of its own', terminai, 'setsid sleep 60 &'],
  ])('is not waited for once the hook has answered, and lives on, %s', async (_, line, child) => {
    const pid = fresh('pid');
    const said = await run([...line, '--', `${child} echo $! >'${pid}'; echo '${allow}'`], {
      stdin,
    });
    expect(said).toMatchObject({ code: 0, stdout: '{}\n' });
    const [left] = await pids(pid, 1);
    expect(alive(left as number)).toBe(true);
    process.kill(left as number, 'SIGKILL');
  });

  test('still has its response counted where the hook itself gave none', async () => {
    const hook = `(sleep 0.03; echo '{"permission":"deny","user_message":"late"}') & true`;
    const said = await run([...gate, '--', hook], { stdin });
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
  });

  test('does not live on if it prints without end', async () => {
    const pid = fresh('pid');
    await run([...gate, '--', `yes x & echo $! >'${pid}'; exit 0`], { stdin });
    expect(await until(() => !alive(Number(read(pid))))).toBe(true);
  });
});

describe('A hook of a gate', () => {
  const deny = `echo '{"permission":"deny","user_message":"no"}'`;
  test('that prints without end is ended, and has failed', async () => {
    const pid = fresh('pid');
    const hook = `echo $$ >'${pid}'; yes`;
    const said = await run([...gate, '--on-failure', 'block', '--', hook], { stdin });
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
    expect(alive(Number(read(pid)))).toBe(false);
  });

  test('that prints 3 MB on stderr before its response is heard in full', async () => {
    const hook = `head -c 3000000 /dev/zero | tr '\\0' e >&2; ${deny}`;
    const said = await run([...gate, '--', hook], { stdin });
    expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
    expect(said.stderr.length).toBeGreaterThanOrEqual(3_000_000);
  });

  test('that prints a character in two pieces is read as UTF-8 all the same', async () => {
    const hook = script(
      dir,
      'pieces.mjs',
      `#!${process.execPath}
      const bytes = Buffer.from(JSON.stringify({ permission: 'deny', user_message: 'ä🎉'.repeat(30000) }));
      for (let i = 0; i < bytes.length; i += 65537) {
        process.stdout.write(bytes.subarray(i, i + 65537));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }`,
    );
    const said = await run([...gate, '--', hook, 'argv'], { stdin });
    expect(json(said.stdout).reason).toBe('ä🎉'.repeat(30_000));
    expect(said.stdout).toMatch(/^[\x20-\x7e]+\n$/);
  });

  test('that prints bytes that are no UTF-8 still refuses, with replacement characters in its reason', async () => {
    const hook = `printf '{"permission":"deny","user_message":"\\377\\376"}'`;
    const said = await run([...gate, '--', hook], { stdin });
    expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: '\ufffd\ufffd' });
  });
});

describe('A shim', () => {
  test.each([
    'stdout',
    'stderr',
  ] as const)('whose host has closed %s ends without a stack trace or EPIPE', async (stream) => {
    const shim = start([...gate, '--', 'sleep 0.2; echo warn >&2; echo "{}"']);
    shim[stream].destroy();
    shim.stdin.end(bytes(stdin));
    const said = await ended(shim);
    expect(`${said.stdout}${said.stderr}`).not.toMatch(/ {4}at |EPIPE/);
  });

  test('leaves no process of its hook behind after a plain run', async () => {
    const pid = fresh('pid');
    await run([...gate, '--', `echo $$ >'${pid}'; cat >/dev/null`], { stdin });
    await sleep(50);
    expect(existsSync(`/proc/${read(pid).trim()}`)).toBe(false);
  });
});

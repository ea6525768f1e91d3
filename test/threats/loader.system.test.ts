// The whole line that an agent starts, where its environment holds what Node reads for itself.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clearedVariables } from '../../src/shim/loader-variables.ts';
import { payload } from '../settings/fired.ts';
import { cursorHooks, project } from '../settings/project.ts';
import { json } from '../shim/run.ts';
import { reply, selfSigned, serve } from '../shim/server.ts';

const names = Object.keys(clearedVariables);

/** A converted guard that notes its whole environment, and refuses. */
async function converted() {
  const p = project({
    '.cursor/hooks.json': cursorHooks({
      beforeShellExecution: [{ command: './guard.sh', failClosed: true }],
    }),
    'guard.sh': '#!/bin/sh\nenv -0 >"seen$SEEN"; echo no >&2; exit 2\n',
  });
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  const line = p.json('.gemini/settings.json').hooks.BeforeTool[0].hooks[0].command as string;
  const stdin = payload(p, 'gemini', 'BeforeTool-run_shell_command', 'ls');
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  const fires = (env: Record<string, string>, shell = 'sh', asks = line) =>
    p.fires(asks, stdin, shell, { ...none, ...env });
  const seen = (at = '') =>
    new Map(
      p
        .get(`seen${at}`)
        .split('\0')
        .flatMap((entry) => {
          const [name, ...value] = entry.split('=');
          // What every shell sets for itself.
          const isOwn = ['', '_', 'SHLVL'].includes(name as string);
          return isOwn ? [] : [[name as string, value.join('=')] as const];
        }),
    );
  return { p, fires, seen };
}
const refusal = { decision: 'deny', reason: 'no' };

describe('A line with a loader', () => {
  test('ends with the hook’s own answer, whatever file a variable that Node reads names: a pipe that nobody writes, or one that cannot be made', async () => {
    const { p, fires, seen } = await converted();
    const pipe = join(p.dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const cases = names.flatMap((name) => [pipe, '/proc/x'].map((value) => ({ name, value })));
    expect(cases.length).toBeGreaterThan(50);
    await Promise.all(
      [0, 1, 2, 3].map(async (part) => {
        for (const [i, { name, value }] of cases.entries()) {
          if (i % 4 !== part) continue;
          const said = await fires({ [name]: value, SEEN: String(i) }, i % 3 ? 'sh' : 'bash');
          expect(json(said.stdout || '{}'), `${name}=${value}: ${said.stderr}`).toEqual(refusal);
          expect(seen(String(i)).get(name)).toBe(value);
        }
      }),
    );
  });

  test('gives the hook every variable that it takes from Node as it was: with any characters, empty, or not set', async () => {
    const { fires, seen } = await converted();
    await fires({});
    const before = seen();
    expect(names.filter((name) => before.has(name))).toEqual([]);
    const odd = `${String.fromCharCode(...Array.from({ length: 127 }, (_, i) => i + 1))}é\u{1f600}$(exit 1)\`exit 1\`'"\n\n`;
    const values = ['', odd, ' * ~ ', '-n', 'x'.repeat(100_000)];
    for (const [i, value] of values.entries()) {
      const long = value.length > 1000;
      const chosen = long ? names.slice(0, 3) : names.filter((_, at) => at % 2 === i % 2);
      const given = Object.fromEntries(chosen.map((name) => [name, value]));
      const said = await fires(given, i % 2 ? 'sh' : 'bash');
      expect(json(said.stdout), said.stderr).toEqual(refusal);
      // In no other order, and nothing beside it.
      expect([...seen()].sort()).toEqual([...before, ...Object.entries(given)].sort());
    }
  });

  test('trusts no certificate that one of them names, and waits for no pipe', async () => {
    const { p, fires } = await converted();
    const pipe = join(p.dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const pair = selfSigned(p.dir);
    const server = await serve(reply(200, '{}'), pair);
    const asks = `sh .anyhook/sh --host gemini --as anyhook --url ${server.url}/`;
    const checks = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_USE_SYSTEM_CA: '1' };
    for (const file of [pair.file, pipe]) {
      const env = { ...checks, NODE_EXTRA_CA_CERTS: file, SSL_CERT_FILE: file };
      const said = await fires(env, 'sh', asks);
      expect(json(said.stdout), said.stderr).toMatchObject({
        decision: 'deny',
        reason: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
      });
    }
    expect(server.asked()).toEqual([]);
  });

  test('heeds no variable of a project that has a name of the loader’s own', async () => {
    const { fires, seen } = await converted();
    await fires({});
    const before = seen();
    const own = { node: '1', runner: '2', answer: '3', code: '4', why: '5', again: '6', keep: '7' };
    const copies = { ANYHOOK_GIVEN_PATH: '/none', ANYHOOK_GIVEN_NODE_OPTIONS: '--none' };
    const said = await fires({ ...own, ...copies, ANYHOOK_GIVEN: ' PATH NODE_OPTIONS' });
    expect(json(said.stdout), said.stderr).toEqual(refusal);
    // Passed on as they are, but for the one that the loader sets.
    const wanted = [...before, ...Object.entries({ ...own, ...copies })];
    expect([...seen()].sort()).toEqual(wanted.sort());
  });
});

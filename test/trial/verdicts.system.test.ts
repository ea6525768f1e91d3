/**
 * Hooks that are tried with a made-up call: the verdict is what the agent's own oracle makes of the same end of a
 * command, for scripts in every shape, under every agent.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { payloadsFor } from '../../src/trial/payloads.ts';
import { tryHook } from '../../src/trial/try-hook.ts';
import { factOf } from '../facts.ts';
import type { FinishedCommand } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { alive } from '../shim/run.ts';

const root = mkdtempSync(join(inject('scratch'), 'trial '));
const scene = { root, session: 'a1b2', transcript: join(root, 'transcript.jsonl') };
const vendors = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'anyhook');
const call = { event: 'before-tool', tool: 'shell', input: { command: 'rm -rf /' } } as const;

/** A shell script, and how it ends: what an oracle is told. */
type Shape = [
  title: string,
  script: (vendor: Vendor) => string,
  end: (vendor: Vendor) => Partial<FinishedCommand>,
];
const refusal = (vendor: Vendor) => JSON.stringify(factOf(vendor, 'refusal'));
const shapes: Shape[] = [
  [
    'refuses in the words of its agent',
    (v) => `echo '${refusal(v)}'`,
    (v) => ({ stdout: `${refusal(v)}\n` }),
  ],
  ['ends with 2 and a reason', () => 'echo no >&2; exit 2', () => ({ code: 2, stderr: 'no\n' })],
  ['ends with 2 in silence', () => 'exit 2', () => ({ code: 2 })],
  ['crashes', () => 'echo broken >&2; exit 1', () => ({ code: 1, stderr: 'broken\n' })],
  [
    'is not there',
    () => './missing.sh',
    () => ({ code: 127, stderr: 'sh: ./missing.sh: not found\n' }),
  ],
  ['prints what is no JSON', () => 'echo all fine', () => ({ stdout: 'all fine\n' })],
  ['prints half an object', () => `echo '{"decision":'`, () => ({ stdout: '{"decision":\n' })],
  ['says nothing', () => 'true', () => ({})],
  ['is killed by itself', () => 'kill -9 $$', () => ({ code: null, signal: 'SIGKILL' })],
];

/** Tries a shell line as the only hook of an agent, at its event before a shell command. */
async function trial(vendor: Vendor, command: string, more: object = {}) {
  const agent = adapters[vendor];
  const event = factOf(vendor, 'events').shell;
  const input = payloadsFor(agent, call, scene).find(({ binding }) => binding.native === event);
  if (!input) throw new Error(`${vendor} fires no ${event}`);
  const hook = { speaks: vendor, event, command, ...more };
  return tryHook({ agent, event, hook, name: 'guard' }, input, scene);
}

test.each(
  shapes,
)('a hook that %s gets the verdict that the agent’s oracle gives it', async (_, script, end) => {
  let count = 0;
  for (const vendor of vendors) {
    const { verdict, exitCode } = await trial(vendor, script(vendor));
    const ended = { code: 0, stdout: '', stderr: '', ...end(vendor) };
    const expected = oracles[vendor](factOf(vendor, 'events').shell, ended, 'native').verdict;
    expect([vendor, verdict]).toEqual([vendor, expected === 'pass' ? 'none' : expected]);
    expect([vendor, exitCode]).toEqual([vendor, ended.code]);
    count++;
  }
  expect(count).toBe(vendors.length);
});

test('a hook that hangs is ended with its children when its time is over, and what its agent makes of that is told', async () => {
  const check = async (vendor: (typeof vendors)[number]) => {
    const pidFile = join(root, `${vendor}.pid`);
    const line = `sleep 600 & echo $! > '${pidFile}'; wait`;
    // The time is long enough for all shells to start on a busy machine.
    const { verdict, failure, exitCode } = await trial(vendor, line, { timeout: 4000 });
    const end = { code: null, timedOut: true, stdout: '', stderr: '' };
    const expected = oracles[vendor](factOf(vendor, 'events').shell, end, 'native').verdict;
    expect([vendor, verdict]).toEqual([vendor, expected === 'pass' ? 'none' : expected]);
    expect([vendor, typeof failure, exitCode]).toEqual([vendor, 'string', null]);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect([vendor, alive(pid)]).toEqual([vendor, false]);
  };
  await Promise.all(vendors.map(check));
});

test('a hook whose matcher does not match is not started', async () => {
  for (const vendor of vendors) {
    const event = factOf(vendor, 'events').before;
    const agent = adapters[vendor];
    const input = payloadsFor(agent, call, scene).find(({ binding }) => binding.native === event);
    const marker = join(root, `${vendor}.started`);
    const hook = { speaks: vendor, event, command: `touch '${marker}'`, matcher: 'no_such_tool' };
    const { verdict, notRun, exitCode } = await tryHook(
      { agent, event, hook, name: 'guard' },
      input as NonNullable<typeof input>,
      scene,
    );
    expect([vendor, verdict, exitCode]).toEqual([vendor, 'not-asked', null]);
    expect(notRun).toContain('not for this call: its matcher is "no_such_tool"');
  }
});

test('a hook gets the whole payload on stdin, the variables of its agent, and the project as its folder', async () => {
  for (const vendor of vendors) {
    const names = Object.keys(factOf(vendor, 'variables'));
    const file = join(root, `${vendor}.json`);
    const line = `cat > '${file}'; pwd >&2; ${names.map((name) => `echo "${name}=$${name}" >&2`).join('; ')}`;
    const { payload, stderr } = await trial(vendor, line);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(payload);
    expect(stderr.split('\n')[0]).toBe(root);
    for (const name of names) expect(stderr).toMatch(new RegExp(`^${name}=`, 'm'));
  }
});

test('a script may print megabytes, ignore stdin, or leave a child behind that holds its pipes', async () => {
  const large = await trial('claude', 'head -c 5000000 /dev/zero | tr "\\0" x; exit 2');
  expect([large.verdict, large.stdout.length]).toEqual(['deny', 5_000_000]);
  const child = await trial('cursor', 'sleep 300 & echo no >&2; exit 2', { timeout: 1500 });
  expect(child.verdict === 'deny' || child.failure !== undefined).toBe(true);
});

import { describe, expect, test } from 'vitest';
import { maxBytes } from '../../src/translate/machine.ts';
import { hosts, shell, speaks, stop } from '../shim/payloads.ts';
import { bytes, oneLine, run } from '../shim/run.ts';
import { heard, refused, words } from '../shim/verdict.ts';
import { run as runPacked } from './run.ts';

const text = (payload: object) => bytes(payload) as string;
const replaced = (payload: object, key: string, value: unknown) => ({ ...payload, [key]: value });
const big = 'x'.repeat(maxBytes);

/** Payloads that cannot be handled, made of a good one. */
const payloads: Record<string, (good: object) => string | Buffer | object> = {
  'not JSON': (good) => `${text(good)}}`,
  truncated: (good) => text(good).slice(0, -3),
  'cut off, with an event that gates nothing before the gate': (good) => {
    const over = 'command' in good ? 'stop' : 'AfterAgent';
    return `{"hook_event_name":"${over}",${text(good).slice(1, -3)}`;
  },
  'text before JSON': (good) => `warning: ${text(good)}`,
  'a list': (good) => [good],
  'a string': (good) => JSON.stringify(text(good)),
  null: () => 'null',
  empty: () => '',
  blank: () => ' \n\t',
  'NUL bytes': (good) => Buffer.concat([Buffer.from(text(good)), Buffer.alloc(4)]),
  'over 32 MB': (good) => ({ ...good, more: big }),
  '100,000 levels': (good) => `${text(good).slice(0, -1)},"x":${'['.repeat(1e5)}`,
  'a number for the event': (good) => replaced(good, 'hook_event_name', 5),
  'an unknown event': (good) => replaced(good, 'hook_event_name', 'BeforeLunch'),
  'no event': (good) => replaced(good, 'hook_event_name', undefined),
};

function makePayload(name: string, good: object): string | Buffer | object {
  const make = payloads[name];
  if (!make) throw new Error(`no payload is called ${name}`);
  return make(good);
}

/** Whatever a dialect makes of hooks that fail: this is not the hook's failure. */
const policies = [
  { policy: 'native', dialect: 'gemini', blocks: true },
  { policy: 'native', dialect: 'cursor', blocks: true },
  { policy: 'native', dialect: 'terminai', blocks: true },
  { policy: 'native', dialect: 'anyhook', blocks: true },
  { policy: 'block', dialect: 'cursor', blocks: true },
  { policy: 'allow', dialect: 'gemini', blocks: false },
] as const;

/** The executable is asked about each kind of payload by one host, the shim in this process by all. */
const cells = Object.keys(payloads).flatMap((name, i) =>
  hosts.map((host, j) => ({ name, host, turn: i + j, packed: i % hosts.length === j })),
);

/** Payloads that take a second to be made and read: one policy each. */
const slow = ['over 32 MB', '100,000 levels'];

describe('A payload that cannot be handled', () => {
  test.each(cells)('is refused on a gate of $host unless --on-failure is allow: $name', async ({
    name,
    host,
    turn,
    packed,
  }) => {
    const good = shell(host);
    const stdin = Buffer.from(bytes(makePayload(name, good)));
    const foreign = policies.filter(({ dialect }) => dialect !== (host as string));
    for (const [i, { policy, dialect, blocks }] of foreign.entries()) {
      const isTurn = i === turn % foreign.length;
      if (slow.includes(name) && !isTurn) continue;
      const args = ['--host', host, ...speaks(dialect), '--on-failure', policy];
      const line = [...args, '--', 'echo never; exit 1'];
      const said = await run(line, { stdin });
      if (packed && isTurn) expect(await runPacked(line, { stdin })).toEqual(said);
      const cell = `${policy}, ${dialect}`;
      expect(said.stderr, cell).toMatch(oneLine);
      if (/^a (?:list|string)|^null/.test(name)) expect(said.stderr).toMatch(/not a JSON object/);
      if (blocks) {
        expect(refused(heard(host, good, said)), `${cell}: ${said.stdout}`).toBe(true);
        expect(heard(host, good, said).reason, cell).toMatch(words);
      } else expect(heard(host, good, said), cell).toEqual({ verdict: 'pass' });
    }
  });

  test.each(
    hosts,
  )('at an event that gates nothing stops and prompts nothing on %s, and one line says why', async (host) => {
    for (const name of ['not JSON', 'truncated', 'empty', 'no event', 'a list']) {
      const good = stop(host);
      const dialect = host === 'cursor' ? 'gemini' : 'cursor';
      const args = ['--host', host, ...speaks(dialect, 'stop'), '--on-failure', 'block'];
      const said = await run([...args, '--', 'exit 2'], { stdin: makePayload(name, good) });
      expect(said, name).toMatchObject({ code: 0, stderr: expect.stringMatching(oneLine) });
      const { message: _, ...rest } = heard(host, good, said);
      expect(rest, name).toEqual({ verdict: 'pass' });
    }
  });

  test('is refused by exit code 2 where nothing tells its event, unless --on-failure is allow', async () => {
    const line = ['--host', 'cursor', '--as', 'gemini', '--', 'true'];
    const said = await run(line, { stdin: '{' });
    expect(said).toMatchObject({ stdout: '', code: 2 });
    expect(said.stderr).toMatch(oneLine);
    expect(refused(heard('cursor', shell('cursor'), said))).toBe(true);
    const allowed = await run(['--on-failure', 'allow', ...line], { stdin: '{' });
    expect(allowed).toMatchObject({ stdout: '', code: 0 });
  });
});

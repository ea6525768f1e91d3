import { describe, expect, test } from 'vitest';
import { hosts, shell, speaks, stop } from '../shim/payloads.ts';
import { bytes, oneLine } from '../shim/run.ts';
import { heard, neutral, refused } from '../shim/verdict.ts';
import { run } from './run.ts';

const text = (payload: object) => bytes(payload) as string;
const replaced = (payload: object, key: string, value: unknown) => ({ ...payload, [key]: value });
const big = 'x'.repeat(50 * 1024 * 1024);

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
  'a number for the session': (good) =>
    replaced(replaced(good, 'session_id', 5), 'conversation_id', 5),
  'a number for the command': (good) =>
    'command' in good ? replaced(good, 'command', 5) : replaced(good, 'tool_input', { command: 5 }),
  'a number for the tool': (good) => ({ ...good, tool_name: 5, tool_input: 'x', command: null }),
  'a number for the event': (good) => replaced(good, 'hook_event_name', 5),
  'an unknown event': (good) => replaced(good, 'hook_event_name', 'BeforeLunch'),
  'no event': (good) => replaced(good, 'hook_event_name', undefined),
};

const policies = [
  { policy: 'native', dialect: 'gemini', blocks: true },
  { policy: 'native', dialect: 'cursor', blocks: false },
  { policy: 'native', dialect: 'terminai', blocks: false },
  { policy: 'native', dialect: 'anyhook', blocks: true },
  { policy: 'block', dialect: 'cursor', blocks: true },
  { policy: 'allow', dialect: 'gemini', blocks: false },
] as const;

const cells = Object.keys(payloads).flatMap((name, i) =>
  hosts.map((host, j) => ({ name, host, turn: i + j })),
);

describe('a payload that cannot be handled', () => {
  test.each(cells)('$name from $host', async ({ name, host, turn }) => {
    const good = shell(host);
    const stdin = payloads[name]?.(good) ?? '';
    // Every policy meets every kind of payload, on one host or another.
    for (const { policy, dialect, blocks } of policies.filter((_, k) => (turn + k) % 3 === 0)) {
      if (dialect === (host as string)) continue;
      const args = ['--host', host, ...speaks(dialect), '--on-failure', policy];
      const said = await run([...args, '--', 'echo never; exit 1'], { stdin });
      const cell = `${policy}, ${dialect}`;
      expect(said.stderr, cell).toMatch(oneLine);
      expect(said.code, cell).toBe(0);
      if (/^a (?:list|string)|^null/.test(name)) expect(said.stderr).toMatch(/not a JSON object/);
      if (blocks) {
        expect(refused(heard(host, good, said)), `${cell}: ${said.stdout}`).toBe(true);
        expect(heard(host, good, said).reason, cell).toMatch(/anyhook/);
      } else expect(said.stdout, cell).toBe(neutral);
    }
  });

  test.each(hosts)('of an event that gates nothing is met with silence on %s', async (host) => {
    for (const name of ['not JSON', 'truncated', 'empty', 'a number for the session', 'a list']) {
      const good = stop(host);
      const dialect = host === 'cursor' ? 'gemini' : 'cursor';
      const args = ['--host', host, ...speaks(dialect, 'stop'), '--on-failure', 'block'];
      const said = await run([...args, '--', 'exit 2'], { stdin: payloads[name]?.(good) ?? '' });
      expect(said, name).toMatchObject({ code: 0, stderr: expect.stringMatching(oneLine) });
      expect(['', neutral], name).toContain(said.stdout);
      expect(heard(host, good, said).followUp, name).toBeUndefined();
    }
  });

  test('says nothing at all where nothing tells what it was', async () => {
    const said = await run(['--host', 'cursor', '--as', 'gemini', '--', 'true'], { stdin: '{' });
    expect(said.stdout).toBe('');
    expect(said.stderr).toMatch(oneLine);
  });
});

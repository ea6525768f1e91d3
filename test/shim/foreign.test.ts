// Payloads of agents we do not know: none is taken for one we know, and a guard refuses all the same.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recognise } from '../../src/index.ts';
import type { Json } from '../../src/util/json.ts';
import { foreign, type Kind } from '../oracles/foreign.ts';
import { said } from './ours.ts';
import { hosts } from './payloads.ts';
import { words } from './verdict.ts';

interface Foreign {
  client: string;
  name: string;
  kind: Kind;
  payload: Json;
}
const path = new URL('../../fixtures/foreign.json', import.meta.url);
const { payloads } = JSON.parse(readFileSync(path, 'utf8')) as { payloads: Foreign[] };
const hook = ['--', 'echo never'];

/** Lines as people write them for a host they do not name, or name wrongly. */
const lines: Record<string, string[]> = {
  'no host': ['--as', 'cursor', '--event', 'preToolUse', ...hook],
  'no host, no event': ['--as', 'anyhook', ...hook],
  ...Object.fromEntries(
    hosts.map((host) => [`host ${host}`, ['--host', host, '--as', 'anyhook', ...hook]]),
  ),
};

test.each(payloads)('$client $name is nobody’s', ({ payload }) => {
  expect(recognise(payload)).toEqual([]);
});

describe.each(Object.entries(lines))('with %s', (_, args) => {
  test.each(payloads)('$client $name, a $kind', async ({ client, kind, payload }) => {
    const one = await said(args, payload);
    const is = foreign(kind, one);
    const about = `${client}: ${JSON.stringify(one)}`;
    if (kind !== 'gate') {
      expect(is, about).toEqual({ verdict: 'pass' });
      expect(one.stdout, about).toBe('');
    } else {
      expect(is.verdict, about).toBe('deny');
      expect(is.reason, about).toMatch(words);
    }
    expect(one.stderr, about).toMatch(/^anyhook: [^\n]+\n$/);
  });
});

describe('an event whose name many agents have', () => {
  test.each([
    ['of a gate', { hook_event_name: 'preToolUse', tool_name: 'execute_bash', tool_input: {} }],
    [
      'of the family, without its transcript',
      { hook_event_name: 'BeforeTool', tool_name: 'x', tool_input: {} },
    ],
  ])('%s: the hook is asked, and its refusal is one for everybody', async (_, payload) => {
    const line = (command: string) => ['--as', 'anyhook', '--event', 'before-tool', '--', command];
    const no = await said(line('echo no >&2; exit 2'), payload);
    expect(no).toMatchObject({ stdout: '', stderr: expect.stringMatching(/^no\n/), code: 2 });
    const yes = await said(line('true'), payload);
    expect(yes).toMatchObject({ stdout: '{}\n', code: 0 });
  });

  test('of a stop: nobody’s for sure, and nothing is said of a failure', async () => {
    expect(recognise({ hook_event_name: 'stop' })).toEqual(['cursor']);
    const one = await said(['--as', 'cursor', '--event', 'stop', '--strict', ...hook], {
      hook_event_name: 'stop',
    });
    expect(one).toMatchObject({ stdout: '', code: 0 });
  });

  test('the same dialect is not passed through to somebody else', async () => {
    const input = { command: 'ls' };
    const payload = { hook_event_name: 'preToolUse', tool_name: 'Shell', tool_input: input };
    const deny = `echo '{"permission":"deny","user_message":"no"}'`;
    const one = await said(['--as', 'cursor', '--event', 'preToolUse', '--', deny], payload);
    expect(one).toMatchObject({ stdout: '', stderr: 'no\n', code: 2 });
  });
});

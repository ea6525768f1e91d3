import { expect, test } from 'vitest';
import { deny, followUp, halt, hook, rewrite } from '../../src/hook/index.ts';
import { testHook } from '../../src/hook/testing.ts';

const guard = hook({
  beforeTool(call) {
    if (call.tool === 'shell' && /\brm -rf\b/.test(call.input.command))
      return deny('use the trash');
    if (call.tool === 'write' && call.input.path.endsWith('/.env')) return halt('secrets');
    if (call.tool === 'fetch') return rewrite({ ...call.input, url: 'https://example.org/' });
    return undefined;
  },
  stop: ({ response }) => (response === 'Done.' ? followUp('Run the tests.') : undefined),
});

test('testHook asks about a command, a call, or an event with its name', async () => {
  expect(await testHook(guard, 'rm -rf x')).toEqual({
    verdict: 'deny',
    reason: 'use the trash',
    outcome: { decision: 'deny', reason: 'use the trash' },
  });
  expect(await testHook(guard, 'ls')).toEqual({ verdict: 'pass', outcome: {} });
  expect(await testHook(guard, { tool: 'write', path: '.env', content: '' })).toMatchObject({
    verdict: 'halt',
    reason: 'secrets',
  });
  const call = { tool: 'fetch', input: { url: 'http://x/' }, session: 's' } as const;
  expect((await testHook(guard, call)).outcome).toEqual({ input: { url: 'https://example.org/' } });
  expect((await testHook(guard, { event: 'stop', response: 'Done.' })).outcome).toEqual({
    followUp: 'Run the tests.',
  });
});

test('testHook says what a host would be told', async () => {
  const { output } = await testHook(guard, 'rm -rf x', { host: 'cursor' });
  expect(output?.response).toMatchObject({ permission: 'deny' });
});

test.each([
  [
    'an exception',
    () => {
      throw new TypeError('oh');
    },
    /^The hook threw TypeError: oh \(testing\.test\.ts:\d+\)\.$/,
  ],
  [
    'a rejected promise',
    () => Promise.reject(new Error('late')),
    /^The hook threw Error: late \(testing\.test\.ts:\d+\)\.$/,
  ],
  [
    'a helper that was not called',
    () => deny,
    'The hook returned a value of the kind function: return deny("…"), another outcome, or nothing.',
  ],
  [
    'a text',
    () => 'deny',
    'The hook returned a value of the kind string: return deny("…"), another outcome, or nothing.',
  ],
  [
    'an error in place of an outcome',
    () => new Error('no'),
    'The hook returned a value of the kind Error: return deny("…"), another outcome, or nothing.',
  ],
  [
    'an unknown verdict',
    () => ({ decision: 'maybe' }),
    'The hook answered "decision": "maybe", which is no verdict that is known: say "decision": "deny", "ask" or "allow".',
  ],
])('testHook takes %s for a refusal with its reason, as a run does', async (_, handler, reason) => {
  const answer = await testHook({ beforeTool: handler as never }, 'ls');
  expect(answer.verdict).toBe('deny');
  expect(answer.reason).toMatch(reason);
  expect(answer.failure).toBeDefined();
});

test('testHook says that a handler is missing, and a failure at an event without a refusal refuses nothing', async () => {
  expect(await testHook(guard, { event: 'prompt', prompt: 'hi' })).toMatchObject({
    verdict: 'deny',
    reason: 'The hook has no handler prompt, only beforeTool, stop.',
  });
  expect(await testHook(guard, { event: 'notification', type: 't', message: 'm' })).toEqual({
    verdict: 'pass',
    outcome: {},
    failure: 'has no handler notification, only beforeTool, stop',
  });
  expect((await testHook({} as never, 'ls')).reason).toContain('exports no hook');
});

test('a handler may change the event that it is given', async () => {
  const call = { tool: 'shell', input: { command: 'ls' } } as const;
  const handler = ({ input }: { input: object }) => void Object.assign(input, { command: 'x' });
  await testHook({ beforeTool: handler }, call);
  expect(call.input.command).toBe('ls');
});

test('testHook refuses a call that is none, an unknown event and an unknown host', async () => {
  await expect(testHook(guard, {} as never)).rejects.toMatchObject({ code: 'usage' });
  await expect(testHook(guard, { event: 'preToolUse' } as never)).rejects.toMatchObject({
    code: 'event',
  });
  await expect(testHook(guard, 'ls', { host: 'nobody' as never })).rejects.toMatchObject({
    code: 'vendor',
  });
});

// Guards that answer after their end, natively and through the shim: the client waits for the pipes.
import { describe, expect, test } from 'vitest';
import { alive } from '../shim/run.ts';
import { gemini, type HookEntry } from './gemini.ts';
import { cursor, direct, shim } from './hook.ts';
import { blocked, functionResponses, shell } from './model-view.ts';

const filtered = (deny: string) => `exec > >(tee seen.log | (sleep 0.5; cat)); echo '${deny}'`;
const own = filtered('{"decision":"deny","reason":"No."}');

const guards: [string, HookEntry][] = [
  ['a Gemini hook, without anyhook', direct(own)],
  ['a Gemini hook', shim(['--as gemini'], own)],
  ['a Tabnine hook', shim(['--as tabnine'], own)],
  [
    'a Cursor hook',
    cursor(
      'beforeShellExecution',
      `exec bash -c '${filtered('{"permission":"deny","user_message":"No."}').replaceAll("'", "'\\''")}'`,
    ),
  ],
];

describe('a guard that answers through a slow filter', () => {
  test.each(guards)('refuses the call as %s', async (_, hook) => {
    const run = await gemini({ hooks: { BeforeTool: [hook] }, turns: [shell('echo ran > x.txt')] });
    expect(blocked(run.requests[1])).toContain('No.');
    expect(run.file('x.txt')).toBeUndefined();
    expect(run.file('seen.log')).toContain('No.');
  });
});

test('a guard that allows and leaves a server behind does not stall the session', async () => {
  const hook = shim(['--as gemini'], `sleep 300 & echo $! >pid; echo '{"decision":"allow"}'`);
  const run = await gemini({ hooks: { BeforeTool: [hook] }, turns: [shell('echo ran > x.txt')] });
  expect(functionResponses(run.requests[1])).toHaveLength(1);
  expect(run.file('x.txt')).toBe('ran\n');
  expect(run.exitCode).toBe(0);
  const server = Number(run.file('pid'));
  expect(alive(server)).toBe(true);
  process.kill(server);
});

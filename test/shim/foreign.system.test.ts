// Events whose names many agents have, told by one we do not know: the hook is asked.
import { expect, test } from 'vitest';
import { said } from './ours.ts';

test.each([
  ['a gate of an unknown agent', { hook_event_name: 'preToolUse', tool_name: 'execute_bash' }],
  [
    'an event of the Gemini family without a transcript',
    { hook_event_name: 'BeforeTool', tool_name: 'x' },
  ],
])('A hook is asked about %s, and its refusal is one for every agent', async (_, event) => {
  const payload = { ...event, tool_input: {} };
  const line = (command: string) => ['--as', 'anyhook', '--event', 'before-tool', '--', command];
  const no = await said(line('echo no >&2; exit 2'), payload);
  expect(no).toMatchObject({ stdout: '', stderr: expect.stringMatching(/^no\n/), code: 2 });
  const yes = await said(line('true'), payload);
  expect(yes).toMatchObject({ stdout: '{}\n', code: 0 });
});

test('A refusal in the payload’s own dialect reaches an unknown agent by exit code 2 and stderr', async () => {
  const input = { command: 'ls' };
  const payload = { hook_event_name: 'preToolUse', tool_name: 'Shell', tool_input: input };
  const deny = `echo '{"permission":"deny","user_message":"no"}'`;
  const one = await said(['--as', 'cursor', '--event', 'preToolUse', '--', deny], payload);
  expect(one).toMatchObject({ stdout: '', stderr: 'no\n', code: 2 });
});

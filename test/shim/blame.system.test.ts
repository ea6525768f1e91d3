// What is wrong with a line is said also where nothing is on stdin.
import { expect, test } from 'vitest';
import { hosts, shell } from './payloads.ts';
import { run } from './run.ts';

const line = ['--', 'true'];

test.each([
  [['--as', 'cursr', ...line], /--as cursr: no such vendor.*did you mean cursor/],
  [['--host', 'gemni', '--as', 'cursor', ...line], /--host gemni: no such vendor/],
  [['--as', 'cursor', '--mather', 'x', ...line], /unknown flag --mather/],
  [['--as', 'cursor', ...line], /no payload on stdin/],
])('Without a payload, run %j says what is to be mended', async (args, why) => {
  const { stderr } = await run(args, { stdin: '' });
  expect(stderr).toMatch(why);
});

test('A matcher that is no regular expression is reported on stderr', async () => {
  expect(Object.keys(hosts).length).toBeGreaterThan(2);
  const payload = shell('gemini', 'ls');
  const hook = ['--host', 'gemini', '--as', 'cursor', '--event', 'preToolUse'];
  const { stderr, code } = await run([...hook, '--matcher', '[', '--', 'true'], { stdin: payload });
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('--matcher [ is no regular expression'),
  ]);
  const fine = await run([...hook, '--matcher', 'Shell', '--', 'true'], { stdin: payload });
  expect(fine.stderr).not.toContain('regular expression');
});

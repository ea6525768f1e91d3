import { expect, test } from 'vitest';
import { geminiHooks, project } from '../settings/project.ts';
import { as, deny, sh } from '../shim/calls.ts';
import { json, run } from '../shim/run.ts';

const long = `${'a'.repeat(50_000)}!`;
const some = `${'a'.repeat(40)}!`;

test.each([
  ['(a+)+$', long],
  ['(a|a)*$', long],
  ['^(?:a+)+b', long],
  ['(.*a){20}$', long],
  ['([a-z]+)*=', long],
  ['a*a*a*a*a*a*a*a*b', long],
  // no star at all
  [`^${'(a|a)'.repeat(40)}b`, some],
  [`^${'(?:\\w|a)'.repeat(38)}a!b`, some],
  [`^${'(a|a)'.repeat(40)}[^!]`, some],
  // one star, on a text of a model's length
  ['rm.*-rf', 'rm '.repeat(300_000)],
  ['a+$', `${'a'.repeat(1_000_000)}!`],
])('A matcher that cannot be decided in time matches, so its guard refuses: %s', async (matcher, text) => {
  const args = ['--host', 'gemini', ...as('beforeShellExecution'), '--matcher', matcher];
  const said = await run([...args, ...deny], { stdin: sh(text) });
  expect(json(said.stdout), said.stderr).toMatchObject({ decision: 'deny' });
});

test('Settings with endless matchers and very long lines are converted without an error or a hang', async () => {
  const matchers = ['(a+)+$', `^${'(a|a)'.repeat(40)}b`, '(', '[z-a]', 'x'.repeat(100_000)];
  const texts = [
    '$\u007b'.repeat(50_000),
    "'\\".repeat(50_000),
    '$GEMINI_PROJECT_DIR'.repeat(5000),
  ];
  const entries = [
    ...matchers.map((matcher) => ({ matcher, command: 'echo x' })),
    ...texts.map((text) => ({ matcher: 'x', command: `echo x ${text}` })),
  ];
  const p = project({ '.gemini/settings.json': geminiHooks({ BeforeTool: entries }) });
  const args = ['convert', 'gemini', 'cursor', '--write', '--accept-loss'];
  const said = await p.anyhookProcess(...args);
  expect(said).toMatchObject({ code: 0, signal: null, stderr: '' });
});

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
])('a matcher that never ends is bounded, and undecided is matched: %s', async (matcher, text) => {
  const args = ['--host', 'gemini', ...as('beforeShellExecution'), '--matcher', matcher];
  const said = await run([...args, ...deny], { stdin: sh(text) });
  expect(json(said.stdout), said.stderr).toMatchObject({ decision: 'deny' });
});

test.each([
  ['(a+)+$', ''],
  [`^${'(a|a)'.repeat(40)}b`, ''],
  ['(', ''],
  ['[z-a]', ''],
  ['x'.repeat(100_000), ''],
  ['x', '$\u007b'.repeat(50_000)],
  ['x', "'\\".repeat(50_000)],
  ['x', '$GEMINI_PROJECT_DIR'.repeat(5000)],
])('settings with one are converted all the same: %.40s %.10s', async (matcher, text) => {
  const command = `echo x ${text}`;
  const p = project({
    '.gemini/settings.json': geminiHooks({ BeforeTool: [{ matcher, command }] }),
  });
  const said = await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
  expect(said).toMatchObject({ code: 0, signal: null, stderr: '' });
});

// What several hooks make of one call, in the real client.
import { expect, test } from 'vitest';
import { converted } from './converted.ts';
import { blocked, functionResponses, shell } from './model-view.ts';

test('a converted guard judges the call that a rewriting hook left, as it does in Cursor', async () => {
  const run = await converted({
    cursor: {
      beforeShellExecution: [{ command: '.cursor/hooks/guard-shell.sh', failClosed: true }],
      preToolUse: [{ command: '.cursor/hooks/deploys.mjs', matcher: 'Shell' }],
    },
    files: { 'build/out.js': 'built' },
    turns: [shell('deploy build'), shell('echo fine > fine.txt')],
  });
  expect(blocked(run.requests[1])).toContain('Recursive deletes are not allowed here.');
  expect(run.file('build/out.js')).toBe('built');
  expect(run.seen('preToolUse')).toMatchObject([
    { tool_input: { command: 'deploy build' } },
    { tool_input: { command: 'echo fine > fine.txt' } },
  ]);
  expect(run.seen('beforeShellExecution').map(({ command }) => command)).toEqual([
    'rm -rf build',
    'echo fine > fine.txt',
  ]);
  expect(functionResponses(run.requests[2])[0]?.error).toBeUndefined();
  expect(run.file('fine.txt')).toBe('fine\n');
});

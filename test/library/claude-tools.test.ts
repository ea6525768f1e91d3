import { expect, test } from 'vitest';
import { placeHooks } from '../../src/exports/settings.ts';
import { callsOf, read } from '../../src/index.ts';

const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p' };
const callsOfTool = (tool_name: string, tool_input: object) =>
  callsOf('claude', read('claude', { ...payload, tool_name, tool_input }));

test('A call of Claude Code’s PowerShell is a shell command, and its language is stated', () => {
  const one = read('claude', {
    ...payload,
    tool_name: 'PowerShell',
    tool_input: { command: 'rm x' },
  });
  expect(one).toMatchObject({
    event: { tool: 'shell', input: { command: 'rm x' } },
    native: { shell: 'powershell' },
  });
});

test('A call of Claude Code’s former MultiEdit is an edit of its file', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c', new_string: 'd', replace_all: true },
  ];
  expect(callsOfTool('MultiEdit', { file_path: '.env', edits })).toMatchObject([
    {
      event: {
        tool: 'edit',
        input: {
          path: '/p/.env',
          edits: [
            { old: 'a', new: 'b' },
            { old: 'c', new: 'd', all: true },
          ],
        },
      },
    },
  ]);
  expect(() => callsOfTool('MultiEdit', { file_path: '.env', edits: 'all' })).toThrow('MultiEdit');
});

test.each([
  ['shell', 'Bash|Monitor|PowerShell'],
  ['edit', 'Edit|NotebookEdit|MultiEdit'],
] as const)('A hook for %s is placed with a matcher for every tool of Claude Code that does it', (tool, matcher) => {
  const hooks = [{ on: 'before-tool', tools: [tool], command: 'x' }];
  expect(placeHooks('claude', undefined, hooks, { owner: 'm' }).text).toContain(`"${matcher}"`);
});

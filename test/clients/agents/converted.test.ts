// What the packed converter writes for every real client, in a project of an odd name.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../workspace.ts';
import type { Client } from './client.ts';
import { converted } from './converted.ts';
import { clients, others } from './index.ts';
import { reaches } from './wishes.ts';

const turns =
  ({ calls }: Client) =>
  ({ project }: Workspace) =>
    [
      calls.shell('touch made.txt && rm -rf build'),
      calls.shell('echo fine > fine.txt'),
      calls.note('salaries: 1, 2, 3'),
      calls.note('lunch at noon'),
      calls.write(join(project, 'fresh.txt'), 'all of it\n'),
    ].map((call) => ({ calls: [call] }));

// Gemini CLI has this in convert.test.ts.
describe.each(others)('hooks converted from Cursor to %s', (id) => {
  const client = clients[id];

  test('refuse and let through what they do in Cursor, hear of an edit, and ask for a follow-up', async () => {
    const run = await converted(
      id,
      {
        beforeShellExecution: [
          { command: '.cursor/hooks/guard-shell.sh' },
          { command: `"$CURSOR_PROJECT_DIR"/.cursor/hooks/no-words.mjs 'literal $HOME' it\\'s` },
        ],
        beforeMCPExecution: [
          { command: '"$CURSOR_PROJECT_DIR/.cursor/hooks/guard-mcp.mjs"', failClosed: true },
        ],
        beforeSubmitPrompt: [{ command: '.cursor/hooks/guard-prompt.sh', failClosed: true }],
        afterFileEdit: [{ command: '.cursor/hooks/audit.sh' }],
        stop: [{ command: '.cursor/hooks/run-the-tests.mjs' }],
      },
      {
        files: { 'build/out.js': 'built' },
        turns: (workspace) => [
          ...turns(client)(workspace),
          { calls: [client.calls.shell("echo it's > its.txt")] },
        ],
      },
    );
    expect(run.result(0)).toContain('Recursive deletes are not allowed here.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('build/out.js')).toBe('built');
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.result(2)).toContain('Salaries are not written down.');
    expect(run.file('notes.txt')).toBe('lunch at noon\n');
    expect(run.file('fresh.txt')).toBe('all of it\n');
    expect(run.result(5)).toContain(`Not said here: ${JSON.stringify(['literal $HOME', "it's"])}`);
    expect(run.file('its.txt')).toBeUndefined();
    const told = (event: string) => run.seen().filter((one) => one.hook_event_name === event);
    expect(told('afterFileEdit')).toMatchObject([
      {
        file_path: join(run.project, 'fresh.txt'),
        edits: [{ old_string: '', new_string: 'all of it\n' }],
      },
    ]);
    expect(told('stop').length).toBeGreaterThan(0);
    expect(run.told.includes('Now run the tests.')).toBe(!reaches[id].follow);
    expect(run.exitCode).toBe(0);
  });
});

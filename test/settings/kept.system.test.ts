// A record of values that is no regular file holds up no command, and no moment has a line without its values.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands, project } from './project.ts';

const kept = '.anyhook/kept.json';
const files = {
  '.gemini/settings.json': {
    hooks: {
      BeforeTool: [
        { hooks: [{ type: 'command', command: './guard.sh', env: { TOKEN: 's3cret' } }] },
      ],
    },
  },
  'guard.sh': `#!/bin/sh\necho "{\\"decision\\":\\"deny\\",\\"reason\\":\\"by $TOKEN\\"}"\n`,
};
const write = ['convert', 'gemini', 'cursor', '--write', '--accept-loss'];

test('convert, sync, check and remove do not wait for a record that is a pipe', async () => {
  const p = project(files);
  expect((await p.anyhookProcess(...write)).code).toBe(0);
  const spoil = () => {
    if (p.has(kept)) p.drop(kept);
    execFileSync('mkfifo', [p.at(kept)]);
  };
  spoil();
  const check = ['sync', '--from', 'gemini', '--check', '--accept-loss'];
  expect((await p.anyhookProcess(...check)).code).toBe(3);
  expect((await p.anyhookProcess('convert', 'cursor', 'gemini')).code).toBe(0);
  expect((await p.anyhookProcess(...write)).code).toBe(0);
  expect(p.get(kept)).toContain('s3cret');
  spoil();
  expect((await p.anyhookProcess('remove', 'cursor')).code).toBe(0);
  expect(p.has('.cursor/hooks.json')).toBe(false);
});

test('a converted hook has its variable when its line is run by a shell, and none once the record is gone', async () => {
  const p = project(files);
  await p.anyhook(...write);
  const [line = ''] = commands(p.json('.cursor/hooks.json'));
  const payload = {
    hook_event_name: 'preToolUse',
    conversation_id: 'c',
    generation_id: 'g',
    session_id: 'c',
    model: 'm',
    cursor_version: '2026.09.28',
    workspace_roots: [p.dir],
    transcript_path: null,
    user_email: null,
    tool_name: 'Shell',
    tool_input: { command: 'ls', working_directory: p.dir },
    tool_use_id: 't',
    cwd: p.dir,
  };
  const said = await p.fires(line, payload);
  expect(said.stdout).toContain('by s3cret');
  p.drop(kept);
  const refused = await p.fires(line, payload);
  expect(refused.stdout).toMatch(/"deny".*kept\.json is not there.*run: npx anyhook sync/s);
});

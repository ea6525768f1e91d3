// Guards hold wherever the agent's shell has gone, and wherever in a project it was started.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hooksFile } from '../converted.ts';
import { anyhook } from '../packed.ts';
import { type Workspace, write } from '../workspace.ts';
import { clients, type Host, hosts, session } from './index.ts';

const refused = 'Recursive deletes are not allowed here.';
const files = { 'sub/deeper/notes.txt': 'kept' };
const hooks = (command: string) => hooksFile({ beforeShellExecution: [{ command }] });
const turns = (id: Host, ...commands: string[]) =>
  commands.map((command) => ({ calls: [clients[id].calls.shell(command)] }));

describe.each(hosts)('in %s', (id) => {
  const convert = (workspace: Workspace, ...flags: string[]) =>
    anyhook(workspace, 'convert', 'cursor', id, '--write', ...flags);

  test("a project's guard still refuses after the shell has changed its folder", async () => {
    const run = await session(id, {
      files: { '.cursor/hooks.json': hooks('.cursor/hooks/guard-shell.sh'), ...files },
      prepare: convert,
      turns: turns(id, 'cd sub/deeper', 'rm -rf ../deeper', 'cd /', 'rm -rf /no/such/folder'),
    });
    for (const at of [1, 3]) expect(run.result(at), String(at)).toContain(refused);
    expect(run.file('sub/deeper/notes.txt')).toBe('kept');
    expect(run.exitCode).toBe(0);
  });

  test("a user's guard refuses where the client was started in a subfolder of the project", async () => {
    const run = await session(id, {
      files,
      folder: 'sub',
      prepare(workspace) {
        const { project, home } = workspace;
        cpSync(join(project, '.cursor/hooks'), join(home, '.cursor/hooks'), { recursive: true });
        write(join(home, '.cursor/hooks.json'), hooks('./hooks/guard-shell.sh'));
        convert(workspace, '--scope', 'user');
      },
      turns: turns(id, 'rm -rf deeper', 'echo fine > fine.txt'),
    });
    expect(run.result(0)).toContain(refused);
    expect(run.file('sub/deeper/notes.txt')).toBe('kept');
    expect(run.file('sub/fine.txt')).toBe('fine\n');
    expect(run.exitCode).toBe(0);
  });
});

// The others look for a project's settings where they were started alone.
test("a project's guard refuses in codex where it was started in a subfolder of the project", async () => {
  const run = await session('codex', {
    files: { '.cursor/hooks.json': hooks('.cursor/hooks/guard-shell.sh'), ...files },
    folder: 'sub',
    prepare: (workspace) => anyhook(workspace, 'convert', 'cursor', 'codex', '--write'),
    turns: turns('codex', 'rm -rf deeper', 'echo fine > fine.txt'),
  });
  expect(run.result(0)).toContain(refused);
  expect(run.file('sub/deeper/notes.txt')).toBe('kept');
  expect(run.file('sub/fine.txt')).toBe('fine\n');
});

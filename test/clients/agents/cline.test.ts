// What Cline has that no other client has: hooks that are files, and a plugin in a process of its own.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyhook, program } from '../packed.ts';
import { write } from '../workspace.ts';
import { clients, type Host, session } from './index.ts';

/** A hook file that refuses a command, and says why. */
const guard = `#!/usr/bin/env bash
input=$(cat)
case $input in *forbidden*) echo '{"overrideInput":null,"contextModification":"Not that."}' ;; esac
`;

const commands = ['echo forbidden > a.txt', 'echo fine > b.txt'];
const turnsOf = (id: Host) =>
  commands.map((command) => ({ calls: [clients[id].calls.shell(command)] }));

test('A hook file refuses a command in Cline, and converted in Claude Code', async () => {
  const files = { '.clinerules/hooks/PreToolUse': guard };
  const [home, away] = await Promise.all([
    session('cline', { files, turns: turnsOf('cline') }),
    session('claude', {
      files,
      prepare: (workspace) =>
        anyhook(workspace, 'convert', 'cline', 'claude', '--write', '--accept-loss'),
      turns: turnsOf('claude'),
    }),
  ]);
  expect(home.told).toContain('Not that.');
  expect(away.result(0)).toContain('Not that.');
  for (const run of [home, away]) {
    expect(run.file('a.txt')).toBeUndefined();
    expect(run.file('b.txt')).toBe('fine\n');
    expect(run.exitCode).toBe(0);
  }
});

test('A hook file that runs a guard of Claude Code by `anyhook run` refuses a command in Cline, also where it cannot run', async () => {
  const claudeGuard = `#!/bin/sh
grep -q forbidden || exit 0
echo 'Not that.' >&2
exit 2
`;
  const runs = (program: string) => `#!/bin/sh
${program} run --host cline --as claude --event PreToolUse -- sh .claude/guard.sh ||
  echo '{"cancel": true, "contextModification": "anyhook cannot run."}'
`;
  const play = (program: string) =>
    session('cline', {
      files: { '.clinerules/hooks/PreToolUse': runs(program), '.claude/guard.sh': claudeGuard },
      turns: turnsOf('cline'),
    });
  const [whole, without] = await Promise.all([play(program()), play('/no/such/program')]);
  expect(whole.told).toContain('Not that.');
  expect(whole.file('b.txt')).toBe('fine\n');
  expect(without.file('b.txt')).toBeUndefined();
  for (const run of [whole, without]) expect(run.file('a.txt')).toBeUndefined();
});

test('A bridge that throws or prints while it is loaded lets no guarded prompt reach the model in Cline', async () => {
  const broken = (text: string) =>
    session('cline', {
      hooks: { before: [{ line: 'exit 0' }], prompt: [{ line: 'exit 0' }] },
      prepare: ({ project }) => write(join(project, '.anyhook/bridge.cjs'), text),
      turns: turnsOf('cline'),
    });
  const [throwing, printing] = await Promise.all([
    broken(`throw new Error('It is broken.');`),
    broken(`console.log('{"jsonrpc":"2.0"}'); module.exports = {};`),
  ]);
  for (const run of [throwing, printing]) {
    expect(run.asked).toBe(0);
    expect(run.stdout + run.stderr).toContain('anyhook cannot run');
    for (const name of ['a.txt', 'b.txt']) expect(run.file(name)).toBeUndefined();
  }
});

// The commands with which every page of docs/vendors/ begins, run in a project that has the hooks they speak of.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { agentIds } from '../scripts/agent-facts.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'anyhook-agent-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file of a project. */
function write(project: string, path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** Makes a project with a guard of Claude Code and one of Cursor, which refuse every shell command. */
function makeProject(name: string): string {
  const project = join(folder, name);
  write(project, 'guard.sh', '#!/bin/sh\necho "not here" >&2\nexit 2\n');
  chmodSync(join(project, 'guard.sh'), 0o755);
  const hooks = [{ type: 'command', command: './guard.sh' }];
  const groups = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } };
  const entries = { version: 1, hooks: { beforeShellExecution: [{ command: './guard.sh' }] } };
  write(project, '.claude/settings.json', JSON.stringify(groups));
  write(project, '.cursor/hooks.json', JSON.stringify(entries));
  mkdirSync(join(project, 'home'));
  return project;
}

/** Returns the commands of the first block of a page, without what is said about them. */
function listCommands(id: string): string[] {
  const page = readFileSync(join(root, `docs/vendors/${id}.md`), 'utf8');
  const [, block = ''] = /<!-- start -->\n```sh\n([\s\S]*?)\n```/.exec(page) ?? [];
  return block.split('\n').map((line) => line.replace(/ +# .*$/, ''));
}

test.each(
  agentIds,
)('the first commands on the page of %s bring a guard there, have it refuse, and find nothing wrong', (id) => {
  const project = makeProject(id);
  const run = (line: string) => {
    const whole = `anyhook() { '${process.execPath}' '${join(root, 'dist/anyhook.cjs')}' "$@"; }\n${line}`;
    const env = { PATH: process.env.PATH, HOME: join(project, 'home'), NO_COLOR: '1' };
    const { status, stdout } = spawnSync('sh', ['-c', whole], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    return { status, stdout };
  };
  const [convert = '', ask = '', doctor = '', ...more] = listCommands(id);
  expect(more).toEqual([]);
  expect(run(convert)).toMatchObject({ status: 0, stdout: expect.stringContaining('Written:') });
  expect(run(ask)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`${id}: the call is refused.`),
  });
  expect(run(doctor)).toMatchObject({ status: 0, stdout: expect.stringContaining('guard.sh') });
});

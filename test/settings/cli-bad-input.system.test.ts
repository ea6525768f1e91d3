import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oneLine } from '../shim/run.ts';
import { cursorHooks, project } from './project.ts';

const file = '.gemini/settings.json';
const cursor = { '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }) };
const ends = [
  ['gemini', 'cursor'],
  ['cursor', 'gemini'],
];

test('settings that are a pipe are refused without a wait, as source and as target', async () => {
  const p = project({ ...cursor, '.gemini/.keep': '' });
  execFileSync('mkfifo', [p.at(file)]);
  const before = p.state();
  for (const args of ends) {
    const said = await p.anyhookProcess('convert', ...args, '--write');
    expect(said).toMatchObject({ code: 2, signal: null, stdout: '' });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).toMatch(/settings\.json .*not a regular file/);
    expect(p.state()).toEqual(before);
  }
});

test('settings that may not be read are refused, as source and as target', async () => {
  const p = project({ ...cursor, [file]: '{}' });
  chmodSync(p.at(file), 0);
  for (const args of ends) {
    const said = await p.anyhookAsNobody('convert', ...args);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).toMatch(/settings\.json cannot be read: permission denied/);
  }
});

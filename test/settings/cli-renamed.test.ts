/** What is said of a hook, or a script, that has another name in the source than when it was written. */
import { expect, test } from 'vitest';
import { type Project, project } from './project.ts';

const hook = (more: string) =>
  `version: 1\nhooks:\n  - speaks: cursor\n    event: beforeShellExecution\n${more
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('')}`;
const script = '#!/bin/sh\ncat > /dev/null\n';
const scripts = { 'hooks/old.sh': script, 'hooks/new.sh': script };

/** Writes the hooks of two texts of `anyhook.yaml`, one after the other. Returns what is said of the second, on one line. */
async function syncTwice(before: string, after: string): Promise<[string, Project]> {
  const p = project({ ...scripts, 'anyhook.yaml': before });
  await p.anyhook('sync', '--to', 'claude,gemini', '--accept-loss');
  p.put('anyhook.yaml', after);
  const { stdout } = await p.anyhook('sync', '--to', 'claude,gemini', '--accept-loss');
  return [stdout.replace(/\s+/g, ' '), p];
}

test.each([
  ['name', 'name: old\nrun: hooks/old.sh', 'name: new\nrun: hooks/old.sh', 'old to new'],
  ['script', 'run: hooks/old.sh', 'run: hooks/new.sh', 'old.sh to new.sh'],
  [
    'script behind a program',
    'run: bash hooks/old.sh -x',
    'run: bash hooks/new.sh -x',
    'old.sh -x to new.sh -x',
  ],
  ['name and script', 'name: old\nrun: hooks/old.sh', 'name: new\nrun: hooks/new.sh', 'old to new'],
])('a hook of which the %s changes is called renamed, once for all agents', async (_, before, after, names) => {
  const [said, p] = await syncTwice(hook(before), hook(after));
  expect(said.split(`the hook was renamed from ${names} in anyhook.yaml`)).toHaveLength(2);
  expect(said).not.toContain('is removed');
  expect(await p.anyhook('sync', '--to', 'claude,gemini', '--check')).toMatchObject({
    code: 0,
    stdout: '',
  });
});

test.each([
  ['its event', 'run: hooks/old.sh', hook('run: hooks/new.sh').replace('Shell', 'MCP')],
  ['its time limit', 'run: hooks/old.sh', hook('run: hooks/new.sh\ntimeout: 7s')],
  ['its arguments', 'run: hooks/old.sh', hook('run: hooks/new.sh --all')],
  [
    'the number of hooks',
    'run: hooks/old.sh',
    hook('run: hooks/new.sh') + hook('run: hooks/newer.sh').split('hooks:\n')[1],
  ],
])('a hook with another script is called removed if %s changes as well', async (_, before, after) => {
  const [said] = await syncTwice(hook(before), after);
  expect(said).not.toContain('renamed');
  expect(said).toContain('the entry for old.sh is removed');
});

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { differing, FaultyLines, faultyLines, hosts, missing, shells } from './faulty-lines.ts';
import { faults } from './line-faults.ts';

test('a line refuses with the true reason at a gate, and is silent elsewhere, whatever fails before its hook, in every shell', async () => {
  expect(missing(), 'shells to install, as by: apt-get install -y dash zsh').toEqual([]);
  const all = [...faultyLines(false)];
  const { cells, due, weaker, misled } = await new FaultyLines().run(all);
  expect(weaker.slice(0, 10)).toEqual([]);
  expect(misled.slice(0, 10)).toEqual([]);
  expect(cells).toBe(all.length);
  for (const shell of differing()) expect(all.some((one) => one.shell === shell)).toBe(true);
  expect(new Set(all.map((one) => one.host)).size).toBe(hosts.length);
  expect(new Set(all.map((one) => one.fault)).size).toBe(faults.length);
  expect(due.refuses, JSON.stringify(due)).toBeGreaterThan(200);
  expect(due.runs, JSON.stringify(due)).toBeGreaterThan(80);
});

const loader = fileURLToPath(new URL('../../dist/sh', import.meta.url));
const flags = ['--host', 'claude', '--as', 'cursor', '--event', 'beforeShellExecution'];
const refuses = `echo '{"permission":"deny","agent_message":"seen"}'`;
const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };

// The sh of a system may be any of them.
test.each(
  Object.entries(shells),
)('the loader as a program of %s gives the answer where stderr is closed, and none where stdout is', (_, [
  program = '',
  ...words
]) => {
  const ended = (closes: string) =>
    spawnSync(
      '/bin/sh',
      ['-c', `exec "$@" ${closes}`, 'sh', program]
        .concat(words.slice(0, -1))
        .concat(loader, flags, '--', refuses),
      { input: JSON.stringify(call), encoding: 'utf8' },
    );
  const whole = ended('');
  expect(whole).toMatchObject({ status: 9, stderr: '', stdout: expect.stringContaining('seen') });
  expect(ended('2>&-')).toMatchObject({ status: 9, stdout: whole.stdout });
  expect(ended('>&-')).toMatchObject({ status: 1, stdout: '' });
});

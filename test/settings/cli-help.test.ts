/** The help of every command. */
import { expect, test } from 'vitest';
import { project } from './project.ts';

const commands = [
  'init',
  'doctor',
  'test',
  'list',
  'convert',
  'sync',
  'remove',
  'capabilities',
  'run',
];

test.each(
  commands,
)('%s --help has an example, the exit codes, and --json where data is printed', async (name) => {
  const { code, stdout } = await project().anyhook(name, '--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Examples?[:,]/m);
  expect(stdout).toMatch(/^ +(?:\$ )?anyhook /m);
  expect(stdout).toContain('Exit codes:');
  if (name !== 'run') expect(stdout).toContain('--json');
});

test.each(['--help', '-h'])('an unknown command with %s is an error', async (flag) => {
  for (const word of ['apply', 'nonsense']) {
    const { code, stdout, stderr } = await project().anyhook(word, flag);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`there is no command ${word}`);
  }
});

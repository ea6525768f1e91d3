import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test.each([
  ['--minutes', '0'],
  ['--seed', '1.5'],
  ['--forever', 'patch'],
])('npm run fuzz refuses its arguments %s %s, and names the wrong one', (...args) => {
  const command = ['--import', 'tsx', join(root, 'scripts/fuzz.ts'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(args[0] as string)]);
});

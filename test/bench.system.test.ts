import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { rows } from '../bench/report.mjs';

test('a bench of rows that do not exist names the rows, and ends with 2', () => {
  const words = ['bench/bench.mjs', '--all', '--only', 'nonsense'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.split('\n').slice(0, 2)).toEqual([
    'No row has nonsense in its name. The rows are:',
    `  ${Object.keys(rows)[0]}`,
  ]);
});

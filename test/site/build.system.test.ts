/** The command that builds the site. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('an unknown flag is bad usage, and nothing is built', () => {
  const given = [join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/site/build.ts', '--deev'];
  const { status, stdout, stderr } = spawnSync(process.execPath, given, {
    cwd: root,
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^site: Unknown option '--deev'[^\n]*\nType: npm run site -- --dev, or --serve\n$/,
  );
});

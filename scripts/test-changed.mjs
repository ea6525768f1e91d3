// Plays the tests that a change can reach: of what git says is changed, or changed since a commit.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [since = 'HEAD', ...more] = process.argv.slice(2);
if (more.length || since.startsWith('-')) {
  console.error('Usage: npm run test:changed [-- COMMIT]   (default: HEAD, what is not committed)');
  process.exit(2);
}

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout.split('\n').filter(Boolean);
  console.error(`test:changed: ${stderr.trim()}`);
  process.exit(2);
};
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since, '--'),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/** What tests read as data or start as a process, so that no import leads to it. */
const reaches = [
  { of: /^(?:src\/(?:cli|shim)\/|scripts\/(?:build|lazy|tables))/, tests: 'executable.system' },
  { of: /^fixtures\/|^package(?:-lock)?\.json$|^vitest\.config\.ts$/, tests: '' },
];
const wide = reaches.filter(({ of }) => changed.some((file) => of.test(file)));
const modules = changed.filter((file) => /\.m?[jt]s$/.test(file));
if (!modules.length && !wide.length) {
  console.log('Nothing is changed that a test can reach.');
  console.log('0 passed, 0 failed');
  process.exit(0);
}

const projects = ['unit', 'unit-apart', 'system', 'system-apart'].flatMap((name) => [
  '--project',
  name,
]);
const vitest = (...args) => {
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), ...args, ...projects];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
};

execFileSync(process.execPath, [join(root, 'scripts/build-if-stale.mjs')], { stdio: 'inherit' });
if (wide.some(({ tests }) => tests === '')) vitest('run');
else {
  if (modules.length) vitest('related', '--run', '--passWithNoTests', ...modules);
  for (const { tests } of wide) vitest('run', tests);
}

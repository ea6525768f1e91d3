// Plays the tests that a change can reach: of what git says is changed, or changed since a commit.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
  ...git('diff', '--name-only', since, '--'),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/** Files that no import leads to, since tests read them, bundle them or start them as a process. */
const reaches = [
  { of: /^(?:src\/(?:cli|shim)\/|scripts\/(?:build|lazy|tables))/, tests: 'executable.system' },
  { of: /^src\/(?:cli|settings|files|edit)\//, tests: 'settings/' }, // as a bundle: test/cli.ts
  { of: /^scripts\/demo/, tests: 'demo.system' },
  { of: /^scripts\/fuzz/, tests: 'fuzz/command.system' },
  {
    of: /^(?:fixtures|docs|examples|bench)\/|^[A-Z]+\.md$|^package(?:-lock)?\.json$|^vitest\.config\.ts$|^test\/.+-(?:role|process)\.ts$/,
    tests: '',
  },
];
const wide = reaches.filter(({ of }) => changed.some((file) => of.test(file)));
const modules = changed.filter((file) => /\.m?[jt]s$/.test(file) && existsSync(join(root, file)));
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

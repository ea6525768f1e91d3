// Plays the tests that a change can reach: of what git says is changed, or changed since a commit.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

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
];
/** Files that may reach any test. */
const reachesAll = [
  /^(?:fixtures|docs|examples|bench)\//,
  /^[A-Z]+\.md$/,
  /^package(?:-lock)?\.json$/,
  /^vitest\.config\.ts$/,
  /^test\/.+-(?:role|process)\.ts$/,
];
const isChanged = (of) => changed.some((file) => of.test(file));

execFileSync(process.execPath, [join(root, 'scripts/build-if-stale.mjs')], { stdio: 'inherit' });
const related = changed
  .filter((file) => /\.m?[jt]s$/.test(file))
  .map((file) => join(root, file))
  .filter((path) => existsSync(path));
const vitest = await createVitest('test', {
  root,
  watch: false,
  project: ['unit', 'unit-apart', 'system', 'system-apart'],
  related,
});

/** Files of tests, each once for a project, whatever led to it. */
async function findTests() {
  if (reachesAll.some(isChanged)) return vitest.globTestSpecifications();
  const named = reaches.filter(({ of }) => isChanged(of)).map(({ tests }) => tests);
  const all = [
    ...(related.length ? await vitest.getRelevantTestSpecifications() : []),
    ...(named.length ? await vitest.globTestSpecifications(named) : []),
  ];
  return [...new Map(all.map((one) => [`${one.project.name} ${one.moduleId}`, one])).values()];
}

try {
  const tests = await findTests();
  if (tests.length) {
    await vitest.standalone(); // its reporters print nothing before that
    await vitest.runTestSpecifications(tests);
  } else console.log('Nothing is changed that a test can reach.\n0 passed, 0 failed');
} finally {
  await vitest.close();
}

// Plays the tests that a change can reach. The change is what is not committed, or what is changed since a commit.
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

/** Returns the lines that git prints. If git fails, the process ends with exit code 2. */
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

/**
 * Tests that no import leads to, since they read files, bundle them or start them as a process: `tests` is a part
 * of the names of the tests for the files that match `of`.
 */
const reaches = [
  { of: /^(?:src\/(?:cli|shim)\/|scripts\/(?:build|lazy|tables))/, tests: 'executable.system' },
  { of: /^src\/(?:cli|settings|files|edit)\//, tests: 'settings/' }, // test/cli.ts bundles them
  { of: /^scripts\/demo/, tests: 'demo.system' },
  { of: /^scripts\/fuzz/, tests: 'fuzz/command.system' },
];
/** Files whose change may reach any test. */
const reachesAll = [
  /^(?:fixtures|docs|examples|bench)\//,
  /^[A-Z]+\.md$/,
  /^package(?:-lock)?\.json$/,
  /^vitest\.config\.ts$/,
  /^test\/.+-(?:role|process)\.ts$/,
];
/** Tells whether a changed file matches an expression. */
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

/** Lists the test files to play. Each is listed once for each project of Vitest, however many changes reach it. */
async function findTests() {
  if (reachesAll.some(isChanged)) return vitest.globTestSpecifications();
  const named = reaches.filter(({ of }) => isChanged(of)).map(({ tests }) => tests);
  const found = [
    ...(related.length ? await vitest.getRelevantTestSpecifications() : []),
    ...(named.length ? await vitest.globTestSpecifications(named) : []),
  ];
  return [
    ...new Map(found.map((test) => [`${test.project.name} ${test.moduleId}`, test])).values(),
  ];
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

/** The script that makes a release, in repositories of its own. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = join(import.meta.dirname, '../scripts/release.ts');
const tsx = join(import.meta.dirname, '../node_modules/tsx/dist/cli.mjs');
/** The repository, and a home folder without settings beside it. */
let [folder, home] = ['', ''];

const env = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};
function git(...given: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', given, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}
const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');
const commitAll = (): void => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'work');
};

/** Runs the script, and returns how it ends. */
function release(...given: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsx, script, ...given], {
    cwd: folder,
    env: { ...env, HOME: home, npm_config_update_notifier: 'false' },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const changeLog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A hook.\n\n## [0.1.0] - 2026-01-01\n\n- All.\n';
const manifest = (check: string) =>
  `${JSON.stringify({ name: 'p', version: '0.1.0', scripts: { check } }, null, 2)}\n`;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'anyhook-release-'));
  folder = join(home, 'repository');
  mkdirSync(folder);
  git('init', '--quiet', '--initial-branch', 'main');
  write('package.json', manifest('node -e 0'));
  const root = { name: 'p', version: '0.1.0' };
  const lock = { ...root, lockfileVersion: 3, requires: true, packages: { '': root } };
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  write('CHANGELOG.md', changeLog);
  commitAll();
});
afterEach(() => rmSync(home, { recursive: true }));

/** Returns all that a release could change. */
const state = () => [
  git('log', '--format=%s'),
  git('tag', '--list'),
  git('status', '--porcelain'),
  ...['package.json', 'package-lock.json', 'CHANGELOG.md'].map(textOf),
];

test('a release is a commit with the version in each file, and a tag on it', () => {
  const { status, stdout, stderr } = release('0.2.0');
  expect([status, stderr]).toEqual([0, '']);
  expect(git('log', '--format=%s')).toBe('release: 0.2.0\nwork');
  expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(git('status', '--porcelain')).toBe('');
  expect(JSON.parse(textOf('package.json')).version).toBe('0.2.0');
  const lock = JSON.parse(textOf('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual(['0.2.0', '0.2.0']);
  expect(textOf('CHANGELOG.md').replace(/\d{4}-\d\d-\d\d(?=\n\n### )/, 'TODAY')).toBe(
    changeLog.replace('\n### Added', '\n## [0.2.0] - TODAY\n\n### Added'),
  );
  expect(stdout).toContain('Type: git push --atomic origin main v0.2.0\n');
});

test('the version that package.json has may be released once', () => {
  expect(release('0.1.1').status).toBe(0);
  write(
    'CHANGELOG.md',
    textOf('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n'),
  );
  commitAll();
  const { status, stderr } = release('0.1.1');
  expect(status).toBe(1);
  expect(stderr).toContain(
    '0.1.1 was released before: there is a tag v0.1.1\nType: npm run release -- ',
  );
});

test('--dry-run says what would be done, and does nothing', () => {
  const before = state();
  const { status, stdout } = release('0.2.0', '--dry-run');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Would write into CHANGELOG\.md: ## \[0\.2\.0\] - \d{4}-\d\d-\d\d$/m);
  expect(stdout).toContain('Would run: npm run check\n');
  expect(state()).toEqual(before);
});

test('where the check fails, nothing is changed', () => {
  write('package.json', manifest('node -e process.exit(1)'));
  commitAll();
  const before = state();
  const { status, stderr } = release('0.2.0');
  expect(status).toBe(1);
  expect(stderr).toContain('release: the check failed\nType: npm run check\n');
  expect(state()).toEqual(before);
});

test('what a person changes during the check stays, and there is no release', () => {
  write('package.json', manifest('node change.mjs'));
  write(
    'change.mjs',
    "import fs from 'node:fs'; fs.appendFileSync('change.mjs', '// more'); fs.writeFileSync('new.txt', 'x');",
  );
  commitAll();
  const { status, stderr } = release('0.2.0');
  expect(status).toBe(1);
  expect(stderr).toContain(
    'release: there are changes without a commit: M change.mjs ?? new.txt\nType: git stash ',
  );
  expect([textOf('change.mjs').endsWith('// more'), textOf('new.txt')]).toEqual([true, 'x']);
  expect(textOf('package.json')).toContain('"version": "0.1.0"');
  expect(git('tag', '--list')).toBe('');
});

test('a commit that was made during the check is not released unchecked', () => {
  write('package.json', manifest('git commit --quiet --allow-empty --message more'));
  commitAll();
  const { status, stderr } = release('0.2.0');
  expect(status).toBe(1);
  expect(stderr).toContain(
    'release: there are commits since the check began\nType: npm run release -- 0.2.0\n',
  );
  expect(git('log', '--format=%s')).toBe('more\nwork\nwork');
  expect(git('tag', '--list')).toBe('');
});

test.each<[string, () => void, string, string, string]>([
  [
    'on another branch',
    () => git('switch', '--quiet', '--create', 'other'),
    '0.2.0',
    'a release is made on main, and this is other',
    'git switch main',
  ],
  [
    'with a change without a commit',
    () => write('new.txt', ''),
    '0.2.0',
    'there are changes without a commit: ?? new.txt',
    'git stash --include-untracked',
  ],
  [
    'where nothing is unreleased',
    () => {
      write('CHANGELOG.md', changeLog.replace('- A hook.\n\n', ''));
      commitAll();
    },
    '0.2.0',
    'CHANGELOG.md says nothing of this version',
    'what has changed, below a line "## [Unreleased]"',
  ],
  [
    'of a lower version',
    () => {},
    '0.0.9',
    '0.0.9 is lower than 0.1.0, which package.json has',
    'npm run release -- with a higher version',
  ],
  [
    'of a version that the change log has',
    () => {},
    '0.1.0',
    'CHANGELOG.md has a section "0.1.0" already',
    'npm run release -- with a higher version',
  ],
])('a release %s is refused, with what to type', (_, prepare, version, what, type) => {
  prepare();
  const before = state();
  const { status, stderr, stdout } = release(version);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(`release: ${what}\nType: ${type}\n`);
  expect(state()).toEqual(before);
});

test.each([
  [
    'a hook refuses the commit',
    () => {
      write('.git/hooks/pre-commit', '#!/bin/sh\necho no; exit 1\n');
      chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
    },
  ],
  [
    'the terminal is closed during the commit',
    () => {
      // The hook ends git, which started it, and the script, which started git.
      const end = 'kill -HUP $PPID $(ps -o ppid= -p $PPID)';
      write('.git/hooks/pre-commit', `#!/bin/sh\n${end}\n`);
      chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
    },
  ],
  [
    'the tag cannot be signed',
    () => {
      git('config', 'tag.gpgSign', 'true');
      git('config', 'gpg.program', '/bin/false');
    },
  ],
])('where %s, all is as it was, and the reason is told', (_, prepare) => {
  prepare();
  const before = state();
  const { status, stderr } = release('0.2.0');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^release: git (?:commit|tag) failed: \w/m);
  expect(state()).toEqual(before);
});

test.each([
  [['99999999999999999999.0.0'], 'release: "99999999999999999999.0.0" is no version'],
  [[], 'release: no version was given\nType: npm run release -- 0.2.0\n'],
  [['v0.2.0'], 'release: "v0.2.0" is no version\nType: npm run release -- 0.2.0\n'],
  [['0.2.0', '--force'], 'release: Unknown option'],
])('%j is bad usage, and ends with 2', (given, said) => {
  const { status, stderr } = release(...given);
  expect(status).toBe(2);
  expect(stderr.startsWith(said)).toBe(true);
});

// `npm run release -- 0.2.0`: makes the commit and the tag of a version. It pushes and publishes nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const help = `Usage: npm run release -- VERSION [--dry-run]

Runs npm run check, writes VERSION into package.json and package-lock.json, and
gives the section "Unreleased" of CHANGELOG.md the version and today's date.
Then it makes a commit and a tag. It pushes and publishes nothing, and prints
what to type for that. If something fails, these files are put back.

  --dry-run  print what would be done, and do nothing of it

Exit codes: 0 done; 1 something must be mended first; 2 bad usage.
`;

/** The files that a release changes. */
const files = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
const openHeading = '## [Unreleased]';

/** Something that a person has to do before the release, with what to type. */
interface Obstacle {
  what: string;
  type: string;
}

/** Runs git, and returns what it prints. Throws what it says if it fails. */
function git(...given: string[]): string {
  const { status, signal, stdout, stderr, error } = spawnSync('git', given, { encoding: 'utf8' });
  if (status !== 0) {
    const said = `${stderr ?? ''}${stdout ?? ''}`.trim().replace(/\s+/g, ' ');
    throw new Error(
      `git ${given[0]} failed: ${error?.message ?? (said || signal || 'it says nothing')}`,
    );
  }
  return stdout.trim();
}

/** Runs npm, with its output shown, and tells whether it succeeded. */
const runNpm = (...given: string[]): boolean =>
  spawnSync('npm', given, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

/** Returns the three numbers of a version, or undefined if the text is none. */
function parseVersion(text: string): number[] | undefined {
  const [, ...numbers] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text) ?? [];
  const parsed = numbers.map(Number);
  return parsed.length && parsed.every(Number.isSafeInteger) ? parsed : undefined;
}

/** Tells whether a version is lower than another one. */
function isLower(version: readonly number[], other: readonly number[]): boolean {
  const at = version.findIndex((number, i) => number !== other[i]);
  return at >= 0 && (version[at] as number) < (other[at] as number);
}

/** Returns what the section "Unreleased" of a change log says, without its headings of kinds; undefined: there is no such section. */
export function readUnreleased(changeLog: string): string | undefined {
  const [, rest] = changeLog.split(`\n${openHeading}\n`);
  const [section] = rest?.split(/^## /m) ?? [];
  return section?.replace(/^### .*$/gm, '').trim();
}

/** Returns a change log in which what was unreleased belongs to a version. */
export const closeSection = (changeLog: string, version: string, day: string): string =>
  changeLog.replace(`\n${openHeading}\n`, `\n${openHeading}\n\n## [${version}] - ${day}\n`);

/** Lists what stands in the way of a release. */
function listObstacles(version: string): Obstacle[] {
  const obstacles: Obstacle[] = [];
  const branch = git('branch', '--show-current');
  if (branch !== 'main')
    obstacles.push({
      what: `a release is made on main, and this is ${branch || 'no branch'}`,
      type: 'git switch main',
    });
  const changed = git('status', '--porcelain');
  if (changed)
    obstacles.push({
      what: `there are changes without a commit: ${changed.replace(/\s+/g, ' ')}`,
      type: 'git stash --include-untracked',
    });
  if (git('tag', '--list', `v${version}`))
    obstacles.push({
      what: `${version} was released before: there is a tag v${version}`,
      type: 'npm run release -- with a higher version',
    });
  const { version: last } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  if (isLower(parseVersion(version) ?? [], parseVersion(last) ?? []))
    obstacles.push({
      what: `${version} is lower than ${last}, which package.json has`,
      type: 'npm run release -- with a higher version',
    });
  const changeLog = readFileSync('CHANGELOG.md', 'utf8');
  if (!readUnreleased(changeLog))
    obstacles.push({
      what: 'CHANGELOG.md says nothing of this version',
      type: `what has changed, below a line "${openHeading}"`,
    });
  if (changeLog.includes(`\n## [${version}]`))
    obstacles.push({
      what: `CHANGELOG.md has a section "${version}" already`,
      type: 'npm run release -- with a higher version',
    });
  return obstacles;
}

/** Tells whether something stands in the way of a release, and prints what. */
function hasObstacles(version: string): boolean {
  const obstacles = listObstacles(version);
  for (const { what, type } of obstacles) console.error(`release: ${what}\nType: ${type}`);
  return obstacles.length > 0;
}

/**
 * Changes the files, and makes the commit and the tag.
 *
 * @throws {Error} npm changes no file, or git makes no commit or no tag. All is then as it was.
 */
function makeRelease(version: string, day: string): void {
  const before = git('rev-parse', 'HEAD');
  const flags = ['--no-git-tag-version', '--allow-same-version', '--ignore-scripts'];
  // Ctrl-C, or a terminal that is closed, ends the program that is run, and not this one, which then puts the files back.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  try {
    writeFileSync('CHANGELOG.md', closeSection(readFileSync('CHANGELOG.md', 'utf8'), version, day));
    if (!runNpm('version', version, ...flags)) throw new Error(`npm version ${version} failed`);
    git('commit', '--quiet', '--message', `release: ${version}`, '--', ...files);
    git('tag', '--annotate', `v${version}`, '--message', version);
  } catch (error) {
    git('reset', '--quiet', '--soft', before);
    git('checkout', before, '--', ...files);
    throw error;
  }
}

/** Does what the arguments ask for; returns the exit code. */
function run(given: string[]): number {
  const { values, positionals } = parseArgs({
    args: given,
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [version, ...more] = positionals;
  if (version === undefined || more.length > 0 || !parseVersion(version)) {
    const said =
      version === undefined ? 'no version was given' : `"${positionals.join(' ')}" is no version`;
    console.error(`release: ${said}\nType: npm run release -- 0.2.0`);
    return 2;
  }
  if (hasObstacles(version)) return 1;
  const day = new Date().toISOString().slice(0, 10);
  const push = 'git push --atomic origin main';
  if (values['dry-run']) {
    console.log(`Would run: npm run check
Would write into package.json, package-lock.json: "version": "${version}"
Would write into CHANGELOG.md: ## [${version}] - ${day}
Would make: a commit "release: ${version}" and a tag v${version}
Then to type: ${push} v${version}`);
    return 0;
  }
  const checked = git('rev-parse', 'HEAD');
  if (!runNpm('run', 'check')) {
    console.error('release: the check failed\nType: npm run check');
    return 1;
  }
  // The check takes minutes, in which a person may go on working.
  if (hasObstacles(version)) return 1;
  if (git('rev-parse', 'HEAD') !== checked) {
    console.error(
      `release: there are commits since the check began\nType: npm run release -- ${version}`,
    );
    return 1;
  }
  makeRelease(version, day);
  console.log(`There is a commit "release: ${version}" and a tag v${version}.
Type: ${push} v${version}
GitHub publishes the package when the tag is there (.github/workflows/release.yml).`);
  return 0;
}

if (process.argv[1]?.endsWith('release.ts')) {
  try {
    process.exitCode = run(process.argv.slice(2));
  } catch (error) {
    console.error(`release: ${(error as Error).message}\nType: npm run release -- --help`);
    process.exitCode = 2;
  }
}

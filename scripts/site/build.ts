// Builds the site into site/.vitepress/dist. With --dev, serves it and shows each change of a page; with --serve, serves what
// was built.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePages } from './assemble.ts';
import { root } from './pages.ts';

const site = join(root, 'site');
const [flag] = process.argv.slice(2);

/** Runs a program in the folder of the site, and ends this one with its exit code if it fails. */
function run(program: string, ...given: string[]): void {
  const { status } = spawnSync(program, given, { cwd: site, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Whether the packages of the site are those of its lock file. */
function isInstalled(): boolean {
  const listed = join(site, 'node_modules/.package-lock.json');
  if (!existsSync(listed)) return false;
  const packagesOf = (file: string): Record<string, { version?: string; optional?: boolean }> =>
    JSON.parse(readFileSync(file, 'utf8')).packages;
  const there = packagesOf(listed);
  return Object.entries(packagesOf(join(site, 'package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version,
  );
}

if (!isInstalled()) run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
writePages();
if (flag === '--dev') run('npx', 'vitepress', 'dev', '.');
else if (flag === '--serve') run('npx', 'vitepress', 'preview', '.');
else {
  run('npx', 'vue-tsc', '--noEmit');
  run('npx', 'vitepress', 'build', '.');
}

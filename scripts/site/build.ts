// Builds the site into site/.vitepress/dist. With --dev, serves it and shows each change of a page; with --serve, serves what
// was built.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { watchPages, writePages } from './assemble.ts';
import { root } from './pages.ts';

const site = join(root, 'site');
const flags = readFlags();

/** Reads the flags, or ends this program with the exit code 2 if there are others. */
function readFlags(): { dev?: boolean; serve?: boolean } {
  try {
    return parseArgs({ options: { dev: { type: 'boolean' }, serve: { type: 'boolean' } } }).values;
  } catch (error) {
    console.error(`site: ${(error as Error).message}\nType: npm run site -- --dev, or --serve`);
    process.exit(2);
  }
}

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

/** Serves the site, and writes its pages again when they change, until the server ends. */
function serveChanges(): void {
  const server = spawn('npx', ['vitepress', 'dev', '.'], { cwd: site, stdio: 'inherit' });
  server.on('exit', (status) => process.exit(status ?? 1));
  watchPages(() => {
    try {
      writePages();
    } catch (error) {
      console.error(`site: ${(error as Error).message}`); // the page is mended while the server runs
    }
  });
}

if (!isInstalled()) run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
writePages();
if (flags.dev) serveChanges();
else if (flags.serve) run('npx', 'vitepress', 'preview', '.');
else {
  run('npx', 'vue-tsc', '--noEmit');
  run('npx', 'vitepress', 'build', '.');
}

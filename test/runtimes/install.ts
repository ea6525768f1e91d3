// Other runtimes than Node, installed from npm beside the tests when they are not there yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A runtime: its program, and the words before a script's path. */
export type Runtime = [program: string, ...words: string[]];

const modules = join(import.meta.dirname, 'node_modules');
const known: Record<string, Runtime> = {
  Bun: [join(modules, '@oven/bun-linux-x64/bin/bun')],
  Deno: [join(modules, '@deno/linux-x64-glibc/deno'), 'run', '--allow-all', '--quiet'],
};

/** Those that run here; fewer, aloud, where there is no network, and never in CI. */
export function runtimes(): [string, Runtime][] {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const all = Object.entries(known);
  const there = () => all.filter(([, [program]]) => existsSync(program));
  if (there().length < all.length) {
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    spawnSync('npm', args, { cwd: import.meta.dirname, timeout: 180_000, stdio: 'ignore' });
  }
  const missing = all.length - there().length;
  if (missing && process.env.CI) throw new Error('Bun and Deno could not be installed from npm');
  if (missing) console.warn('skipped: Bun and Deno could not be installed from npm');
  return there();
}

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

/** The runtimes with their programs, as Linux on x64 has them; throws where one cannot be had. */
export function runtimes(): [string, Runtime][] {
  const all = Object.entries(known);
  const there = () => all.filter(([, [program]]) => existsSync(program));
  if (there().length < all.length) {
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    spawnSync('npm', args, { cwd: import.meta.dirname, timeout: 180_000, stdio: 'ignore' });
  }
  if (there().length < all.length)
    throw new Error('Bun and Deno could not be installed from npm: is the network there?');
  return all;
}

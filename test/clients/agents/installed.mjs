// Where the real clients are, each in a folder of its own version, and how one gets there.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export const ids = ['claude', 'codex', 'copilot', 'qwen'];

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'anyhook-clients');
/** What is installed of a client, as it is pinned. */
export const manifestOf = (id) =>
  JSON.parse(readFileSync(join(import.meta.dirname, id, 'package.json'), 'utf8'));

/** The package of a client and its version, as the manifest beside this file pins it. */
export function pinned(id) {
  const [name, version] = Object.entries(manifestOf(id).dependencies)[0];
  return { name, version };
}

/** The folder of a client's pinned version; it is there only when it is whole. */
export const folderOf = (id) => join(cache, id, pinned(id).version);
export const isInstalled = (id) => existsSync(folderOf(id));

/** Throws where a client that a test plays is not there. */
export function expectThere(name, path) {
  if (existsSync(path)) return;
  throw new Error(`${name} is not installed (no ${path}): \`npm run test:clients\` installs it`);
}

export function npm(args, cwd) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', [...args, ...quiet], {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  const lines = (error?.message ?? stderr).split('\n').filter((line) => /error/i.test(line));
  throw new Error(lines.slice(0, 5).join('\n') || `npm ended with ${status}`);
}

/** Installs the pinned client, as its lock says; throws what npm says. */
export function install(id) {
  const folder = folderOf(id);
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}.`);
  try {
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(import.meta.dirname, id, name), join(fresh, name));
    copyFileSync(join(import.meta.dirname, '..', '.npmrc'), join(fresh, '.npmrc'));
    try {
      npm(['ci'], fresh);
    } catch {
      // npm 11.19 refuses a lock without the optional parts of other platforms, which a mirror may lack.
      npm(['install'], fresh);
    }
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

// Where the real clients are, each in a folder of its own version, and how one gets there.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export const ids = ['claude', 'cline', 'codex', 'copilot', 'kilo', 'opencode', 'pi', 'qwen'];

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'anyhook-clients');
/** What is installed of a client, as it is pinned. */
const manifestOf = (id) =>
  JSON.parse(readFileSync(join(import.meta.dirname, id, 'package.json'), 'utf8'));

/**
 * The package of a client and its version, as the manifest beside this file pins it. `unpacked`: it is a bundle with all that
 * it needs, whose own dependencies are not resolved, since a mirror may lack some of them; the dependencies in the manifest are
 * those that the bundle leaves out.
 */
export function pinned(id) {
  const { unpacked, dependencies } = manifestOf(id);
  const [name, version] = Object.entries(unpacked ?? dependencies)[0];
  return { name, version, isUnpacked: unpacked !== undefined };
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

/** Unpacks a version of a package beside the packages of a folder, without its dependencies; throws what npm says. */
function unpack(name, version, folder) {
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  npm(['pack', '--pack-destination', folder, `${name}@${version}`], folder);
  const [file] = readdirSync(folder).filter((one) => one.endsWith('.tgz'));
  const words = ['-xzf', join(folder, file), '-C', target, '--strip-components=1'];
  const { status, stderr } = spawnSync('tar', words, { encoding: 'utf8' });
  rmSync(join(folder, file));
  if (status !== 0) throw new Error(`tar: ${stderr}`);
}

/** Installs a version of a client into a folder, with what the manifest says that its bundle leaves out; throws what npm says. */
export function installVersion(id, version, folder) {
  const { name, isUnpacked } = pinned(id);
  const { dependencies, ...manifest } = manifestOf(id);
  const needed = isUnpacked ? dependencies : { [name]: version };
  const text = JSON.stringify({ ...manifest, dependencies: needed });
  writeFileSync(join(folder, 'package.json'), text);
  npm(['install'], folder);
  if (isUnpacked) unpack(name, version, folder);
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
    const { name, version, isUnpacked } = pinned(id);
    if (isUnpacked) unpack(name, version, fresh);
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

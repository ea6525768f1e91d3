// Installs the pinned clients that are not there yet: Gemini CLI beside the tests (470 MB), the others
// in a folder each of the user's cache (80 to 430 MB). It fails where one cannot be had.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ids, install, isInstalled, pinned } from './agents/installed.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

function isThere(name, version) {
  try {
    return read(`node_modules/${name}/package.json`).version === version;
  } catch {
    return false;
  }
}

function fail(name, why) {
  console.error(`FAILED: ${name} could not be installed, ${why}`);
  process.exitCode = 1;
}

const packages = Object.entries(read('package.json').dependencies);
if (!packages.every(([name, version]) => isThere(name, version))) {
  const names = packages.map((pin) => pin.join('@')).join(' and ');
  console.log(`installing ${names}`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', args, {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(names, error?.message ?? `npm ended with ${status}`);
}

for (const id of ids.filter((one) => !isInstalled(one))) {
  const { name, version } = pinned(id);
  console.log(`installing ${name}@${version}`);
  try {
    install(id);
  } catch (error) {
    fail(`${name}@${version}`, error.message);
  }
}

// Installs the pinned Gemini CLI beside the tests (470 MB), only when it is not there yet.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ids, install, isInstalled, pinned } from './agents/installed.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

function installed(name, version) {
  try {
    return read(`node_modules/${name}/package.json`).version === version;
  } catch {
    return false;
  }
}

const packages = Object.entries(read('package.json').dependencies);
if (!packages.every(([name, version]) => installed(name, version))) {
  console.log(`installing ${packages.map((pin) => pin.join('@')).join(' and ')}`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', args, {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = npm.status ?? 1;
}

// The others have a folder each in the user's cache (80 to 430 MB); without them their tests are skipped.
for (const id of ids.filter((one) => !isInstalled(one))) {
  const { name, version } = pinned(id);
  console.log(`installing ${name}@${version}`);
  try {
    install(id);
  } catch (error) {
    console.error(`${process.env.CI ? 'FAILED' : 'SKIPPED'}: no ${id}, ${error.message}`);
    if (process.env.CI) process.exitCode = 1;
  }
}

// Installs the package as npm publishes it in a folder from which nothing of this repository can be imported.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

const repository = join(import.meta.dirname, '..');

interface Manifest {
  bin: { anyhook: string };
  dependencies: Record<string, string>;
}

/** Installs the package as `npm install` would, but links its dependencies, so that no network is needed. */
function install(folder: string): void {
  const modules = join(folder, 'node_modules');
  const home = join(modules, 'anyhook');
  mkdirSync(home, { recursive: true });
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const tarball = execFileSync('npm', pack, { cwd: repository, encoding: 'utf8' }).trim();
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components=1']);
  const { bin, dependencies } = JSON.parse(
    readFileSync(join(home, 'package.json'), 'utf8'),
  ) as Manifest;
  for (const name of Object.keys(dependencies)) {
    const link = join(modules, name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(repository, 'node_modules', name)), link);
  }
  const program = programIn(folder);
  mkdirSync(dirname(program));
  chmodSync(join(home, bin.anyhook), 0o755);
  symlinkSync(join('../anyhook', bin.anyhook), program);
}

/** `node_modules/.bin/anyhook` of the installed package. */
const programIn = (folder: string): string => join(folder, 'node_modules/.bin/anyhook');

/** Installs the package once for the whole run, in the worker that needs it first; the others wait. */
export async function installOnce(): Promise<void> {
  const folder = inject('packedIn');
  const done = join(folder, 'done');
  try {
    mkdirSync(join(folder, 'begun')); // only one worker succeeds
  } catch {
    for (let waited = 0; !existsSync(done); waited += 100) {
      if (waited > 60_000) throw new Error('npm pack failed');
      await sleep(100);
    }
    return;
  }
  install(folder);
  writeFileSync(done, '');
}

/** The executable of the package that is installed for the whole run. */
export const packedProgram = (): string => programIn(inject('packedIn'));

/** The folder that the package is installed in for the whole run. Programs below it import the package by its name. */
export const packedFolder = (): string => inject('packedIn');

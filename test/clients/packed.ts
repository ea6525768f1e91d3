// The package as npm publishes it, installed where nothing of this repository is in reach.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Workspace } from './workspace.ts';

const repository = join(import.meta.dirname, '../..');

interface Manifest {
  bin: { anyhook: string };
  dependencies: Record<string, string>;
}

let folder = '';

/** `node_modules/.bin/anyhook` of the installed package. */
export const program = (): string => join(folder, 'node_modules/.bin/anyhook');

beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-packed-'));
  install(join(folder, 'node_modules'));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As `npm install` would, but what the package depends on is linked, so that no network is needed. */
function install(modules: string): void {
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
  mkdirSync(dirname(program()));
  chmodSync(join(home, bin.anyhook), 0o755);
  symlinkSync(join('../anyhook', bin.anyhook), program());
}

/** Runs it in a project, as its user would. */
export function anyhook({ project, home }: Workspace, ...args: string[]): void {
  const env = { PATH: process.env.PATH ?? '', HOME: home, NO_COLOR: '1' };
  const { status, stdout, stderr, error } = spawnSync(program(), args, {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`anyhook ended with ${status}\n${stdout}${stderr}`);
}

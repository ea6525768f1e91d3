import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { install, programIn } from '../packed.ts';
import type { Workspace } from './workspace.ts';

let folder = '';

/** The executable of the package as npm publishes it. */
export const program = (): string => programIn(folder);

beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-packed-'));
  install(folder);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

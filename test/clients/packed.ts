import { spawnSync } from 'node:child_process';
import { beforeAll } from 'vitest';
import { installOnce, packedProgram } from '../packed.ts';
import type { Workspace } from './workspace.ts';

beforeAll(installOnce, 90_000);

/** The executable of the package as npm publishes it. */
export const program = packedProgram;

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

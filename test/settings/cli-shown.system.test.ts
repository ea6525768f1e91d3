import { expect, test } from 'vitest';
import { bin } from '../shim/run.ts';
import { type Project, project, runProgram } from './project.ts';
import { longFiles } from './sources.ts';

/** What a command line says on a terminal of 80 columns. */
async function onTerminal({ dir, home }: Project, args: readonly string[]): Promise<string> {
  const line = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ');
  const env = { ...process.env, HOME: home, NO_COLOR: undefined, FORCE_COLOR: undefined };
  const command = ['script', '-qec', `stty cols 80; ${line}`, '/dev/null'];
  return (await runProgram(command, { cwd: dir, env })).stdout.replace(/\r\n/g, '\n');
}

// Only Linux has this `script`.
test.runIf(process.platform === 'linux')(
  'a terminal of 80 columns shows what COLUMNS and FORCE_COLOR make of a pipe',
  async () => {
    const p = project(longFiles);
    const piped = { COLUMNS: '80', FORCE_COLOR: '1' };
    for (const args of [
      ['convert', 'cursor', 'gemini'],
      ['sync', '--help'],
    ])
      expect(await onTerminal(p, args)).toBe((await p.anyhookWith(piped, ...args)).stdout);
  },
);

/** Paths that cannot be reached, and what every command makes of a project that names them. */
import { chmodSync, mkdirSync } from 'node:fs';
import { expect } from 'vitest';
import type { Result } from '../shim/run.ts';
import { cursorHooks, type Project } from './project.ts';

const commands = [
  ['convert', 'cursor', 'gemini'],
  ['convert', 'cursor', 'gemini', '--write'],
  ['sync', '--from', 'cursor', '--to', 'gemini'],
  ['sync', '--from', 'cursor', '--to', 'gemini', '--check'],
  ['remove', 'gemini'],
];

type Run = (...words: string[]) => Promise<Result>;

/** Runs each command; the result is what those print that read a hook. */
export async function runAll(run: Run): Promise<string[]> {
  const printed: string[] = [];
  for (const words of commands) {
    const { stdout, stderr, code, signal } = await run(...words);
    const text = `${stdout}${stderr}`;
    const about = `${words.join(' ')}: ${text}`;
    expect(signal, about).toBeNull();
    expect([0, 1, 2, 3, 4, 5], about).toContain(code);
    expect(text, about).not.toMatch(/^ +at |node:internal|\bError: /m);
    if (words[0] !== 'remove') printed.push(text.replace(/\s+/g, ' '));
  }
  expect(printed).toHaveLength(4);
  return printed;
}

/** A hook whose script is started by its path, and one whose script is given to a shell. */
export async function expectReported(p: Project, run: Run, script: string, why: string) {
  chmodSync(p.dir, 0o777);
  mkdirSync(p.at('.gemini'));
  chmodSync(p.at('.gemini'), 0o777);
  const stop = [{ command: `./${script}` }, { command: `sh ./${script}` }];
  p.put('.cursor/hooks.json', cursorHooks({ stop }));
  for (const text of await runAll(run)) expect(text.split(why), text).toHaveLength(2);
}

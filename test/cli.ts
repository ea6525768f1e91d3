/**
 * The command line without a process of its own: a call takes a hundredth of the time that a
 * process takes to start. Tests of processes (signals, pipes, users, other versions of Node) start
 * `dist/anyhook.cjs` instead.
 */
import { createRequire } from 'node:module';
import { inject, vi } from 'vitest';
import type * as CommandLine from '../src/cli/main.ts';
import type { Result } from './shim/run.ts';

export interface Surroundings {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

const require = createRequire(import.meta.url);
const load = () => require(inject('commandLine')) as typeof CommandLine;

/** Calls run one after the other, since each has the whole process: its folder and variables. */
let previous: Promise<unknown> = Promise.resolve();

/** Runs `anyhook WORDS` in this process, from the sources as they were when the run of tests began. */
export function runCommandLine(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<Result> {
  const run = previous.then(() => runNow(words, surroundings));
  previous = run.catch(() => {});
  return run;
}

async function runNow(words: readonly string[], { cwd, env }: Surroundings): Promise<Result> {
  const printed = { stdout: '', stderr: '' };
  const into = (name: keyof typeof printed, end: string) => (text: unknown) => {
    printed[name] += String(text) + end;
    return true;
  };
  const { runCommandLine: main } = load();
  const before = { cwd: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
  const { isTTY } = process.stdout;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into('stdout', '')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('stderr', '')),
    vi.spyOn(console, 'log').mockImplementation((text = '') => void into('stdout', '\n')(text)),
    vi.spyOn(console, 'error').mockImplementation(into('stderr', '\n')),
  ];
  try {
    process.chdir(cwd);
    replaceVariables(env);
    process.stdout.isTTY = false;
    process.exitCode = undefined;
    await main([process.execPath, 'anyhook', ...words]);
    const code = Number(process.exitCode ?? 0);
    return { ...printed, code, signal: null };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.stdout.isTTY = isTTY;
    process.exitCode = before.exitCode;
    replaceVariables(before.env);
    process.chdir(before.cwd);
  }
}

/** Replaces the variables of this process in place: `os.homedir()` reads the process, not a JavaScript object. */
function replaceVariables(env: Surroundings['env']): void {
  for (const name of Object.keys(process.env))
    if (env[name] === undefined) delete process.env[name];
  for (const [name, text] of Object.entries(env)) if (text !== undefined) process.env[name] = text;
}

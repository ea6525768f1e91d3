import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { runInProcess } from './in-process.ts';

/** The built executable. */
export const bin = new URL('../../dist/anyhook.cjs', import.meta.url).pathname;

export interface Result {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | null;
}

interface Options {
  stdin?: string | Buffer | object;
  env?: Record<string, string>;
  cwd?: string;
  /** Another executable than the built one. */
  bin?: string;
}

/** What goes down the pipe: an object as its JSON. */
export const bytes = (stdin: Options['stdin'] = ''): string | Buffer =>
  typeof stdin === 'string' || Buffer.isBuffer(stdin) ? stdin : JSON.stringify(stdin);

export const start = (args: readonly string[], { env, cwd, ...options }: Options = {}) =>
  spawn(process.execPath, [options.bin ?? bin, 'run', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

type Shim = ReturnType<typeof start>;

/** The milliseconds after which a run hangs: a slow and busy machine needs a tenth of them. */
const patience = 300_000;

/** Waits for the end of a started shim. */
export function ended(child: Shim): Promise<Result> {
  return new Promise((resolve, reject) => {
    const streams = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    child.stdout.on('data', (chunk) => streams.stdout.push(chunk));
    child.stderr.on('data', (chunk) => streams.stderr.push(chunk));
    const clock = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`still running after ${patience} ms: ${child.spawnargs.join(' ')}`));
    }, patience);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(clock);
      const text = (name: keyof typeof streams) => Buffer.concat(streams[name]).toString();
      resolve({ stdout: text('stdout'), stderr: text('stderr'), code, signal });
    });
  });
}

/** Runs `anyhook run` to its end, as a process of its own. */
export function runExecutable(args: readonly string[], options: Options = {}): Promise<Result> {
  const child = start(args, options);
  child.stdin.on('error', () => {}); // it may end before it has read everything
  child.stdin.end(bytes(options.stdin));
  return ended(child);
}

/** Runs `anyhook run` to its end in this process; only the hook is a process of its own. */
export const run = (
  args: readonly string[],
  { stdin, env, cwd }: Omit<Options, 'bin'> = {},
): Promise<Result> => runInProcess(args, Buffer.from(bytes(stdin)), { env, cwd });

export const json = (text: string): Record<string, unknown> => JSON.parse(text);

/** A folder of this test file, gone when it is over. */
export function folder(name = 'anyhook test'): string {
  const path = mkdtempSync(join(tmpdir(), `${name} `));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes an executable script; its path. */
export function script(dir: string, name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text.startsWith('#!') ? text : `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

export const session = (): string => `test-${randomUUID()}`;
export const read = (path: string): string => readFileSync(path, 'utf8');
export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds. */
export async function until(holds: () => boolean, ms = patience): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(10)) if (holds()) return true;
  return holds();
}

/** Pids a script wrote to a file, one a line, once there are so many. */
export async function pids(path: string, count: number): Promise<number[]> {
  const lines = () => (existsSync(path) ? read(path).trim().split('\n').filter(Boolean) : []);
  await until(() => lines().length >= count);
  return lines().map(Number);
}

/** A process that runs; one that is dead and not yet reaped does not. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/s.test(read(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}

/** One plain line that is no stack trace. */
export const oneLine = /^anyhook: (?!.* {4}at )[^\n]+\n$/;

/** Runs a hook command as an agent does, in a process that itself goes on. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Finished } from '../mapping/adapter.ts';
import { maxBytes } from '../translate/machine.ts';
import { errorMessageOf } from '../util/errors.ts';

/** A program to run, and what it gets. */
export interface HookProcess {
  file: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  stdin: string;
  /** Milliseconds after which the program and its children are ended. */
  timeout: number;
  /** Whether pipes that a child holds open after the end of the program are waited for longer than a second. */
  waitsForPipes: boolean;
}

/** The programs that run now. Each leads a process group of its own. */
const running = new Set<number>();
const isWindows = process.platform === 'win32';
/** Milliseconds from SIGTERM to SIGKILL. */
const killDelay = 300;
/** Milliseconds for which an agent that does not wait for pipes still reads them. */
const pipeDelay = 1000;

/** Sends a signal to a program and to its children, as far as they stayed in its process group. */
function killTree(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    if (isWindows) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

/**
 * Ends all programs that run now, with their children. Programs in process groups of their own do not get the
 * signals that a terminal sends to this process.
 */
export function endAllHooks(): void {
  for (const pid of running) killTree(pid, 'SIGKILL');
}

/**
 * Calls `work`. If a signal ends this process meanwhile, all programs that run now end too, and what `exit` handlers
 * remove is removed.
 */
export async function endHooksAtSignal<T>(work: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = () => {
    endAllHooks();
    process.exit(130);
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
  }
}

/** Runs a program until it ends, its time is over, or it prints more than 32 MB. */
export function runProcess(run: HookProcess): Promise<Finished> {
  return new Promise((resolve) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const textOf = (chunks: Buffer[]) => Buffer.concat(chunks).toString();
    const output = () => ({ stdout: textOf(stdout), stderr: textOf(stderr) });
    let child: ChildProcess;
    try {
      child = spawn(run.file, run.args, {
        cwd: run.cwd,
        env: run.env,
        detached: !isWindows, // makes a process group, so that children can be ended
        windowsHide: true,
      });
    } catch (error) {
      resolve({ code: null, notStarted: errorMessageOf(error), ...output() });
      return;
    }
    if (child.pid !== undefined) running.add(child.pid);
    const timers: NodeJS.Timeout[] = [];
    const after = (milliseconds: number, work: () => void) =>
      void timers.push(setTimeout(work, milliseconds));
    let size = 0;
    let endReason: { timedOut: true } | { tooMuch: true } | undefined;
    let exit: { code: number | null; signal: NodeJS.Signals | null } | undefined;
    const finish = () => {
      for (const timer of timers) clearTimeout(timer);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      if (child.pid !== undefined) running.delete(child.pid);
      resolve({ code: null, ...exit, ...endReason, ...output() });
    };
    const endTree = (reason: typeof endReason) => {
      if (endReason) return;
      endReason = reason;
      killTree(child.pid, 'SIGTERM');
      after(killDelay, () => {
        killTree(child.pid, 'SIGKILL');
        finish();
      });
    };
    const collectInto = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else endTree({ tooMuch: true });
    };
    child.on('error', (error) => {
      for (const timer of timers) clearTimeout(timer);
      resolve({ code: null, notStarted: errorMessageOf(error), ...output() });
    });
    child.stdout?.on('data', collectInto(stdout));
    child.stderr?.on('data', collectInto(stderr));
    child.on('exit', (code, signal) => {
      exit = { code, signal };
      if (!run.waitsForPipes && !endReason) after(pipeDelay, finish);
    });
    child.on('close', () => {
      if (!endReason) finish();
    });
    after(Math.min(run.timeout, 2 ** 31 - 1), () => endTree({ timedOut: true }));
    child.stdin?.on('error', () => {}); // a hook need not read its input
    child.stdin?.end(run.stdin);
  });
}

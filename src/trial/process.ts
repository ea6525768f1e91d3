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
/** Milliseconds from SIGTERM to SIGKILL. The runner of anyhook needs 300 of them to end a hook that ignores SIGTERM. */
const killDelay = 1000;
/** Milliseconds between two looks at whether a program has ended. */
const lookDelay = 20;
/** Milliseconds for which an agent that does not wait for pipes still reads them. */
const pipeDelay = 1000;
/** Milliseconds after a signal in which another is the same one: npm passes on what the terminal sends to all. */
const sameSignalDelay = 200;

/** Whether a signal ends this process: no program is started any more, and none is judged. */
let isEnding = false;

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

/** Tells whether a program or a child in its process group runs. */
function isTreeRunning(pid: number): boolean {
  try {
    return process.kill(isWindows ? pid : -pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Ends programs with their children: SIGTERM, on which the runner of anyhook ends its hooks, which have process groups
 * of their own. What still runs after a second gets SIGKILL.
 */
async function endTrees(pids: readonly number[]): Promise<void> {
  for (const pid of pids) killTree(pid, 'SIGTERM');
  const end = performance.now() + killDelay;
  while (pids.some(isTreeRunning) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, lookDelay));
  for (const pid of pids) killTree(pid, 'SIGKILL');
}

/**
 * Calls `work`. If a signal ends this process meanwhile, all programs that run now end before, and what `exit` handlers
 * remove is removed. A second signal ends everything at once.
 *
 * Programs in process groups of their own do not get the signals that a terminal sends to this process.
 */
export async function endHooksAtSignal<T>(work: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let since = 0;
  const end = () => process.exit(130);
  const stop = () => {
    if (!isEnding) {
      isEnding = true;
      since = performance.now();
      void endTrees([...running]).then(end);
    } else if (performance.now() - since > sameSignalDelay) {
      for (const pid of running) killTree(pid, 'SIGKILL');
      end();
    }
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
  }
}

/** Runs a program until it ends, its time is over, or it prints more than 32 MB. */
export function runProcess(run: HookProcess): Promise<Finished> {
  return new Promise((resolve) => {
    if (isEnding) return; // the promise stays pending until this process ends
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
      if (isEnding) return;
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      if (child.pid !== undefined) running.delete(child.pid);
      resolve({ code: null, ...exit, ...endReason, ...output() });
    };
    const endTree = (reason: typeof endReason) => {
      if (endReason) return;
      endReason = reason;
      const isEnded = endTrees(child.pid === undefined ? [] : [child.pid]);
      void isEnded.then(() => after(lookDelay, finish)); // what it printed last is read meanwhile
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

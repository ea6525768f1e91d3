import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { resolve as absolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AnyhookError } from '../errors.ts';
import type { Finished, Runtime } from '../mapping/adapter.ts';
import { maxBytes } from '../translate/machine.ts';
import { fillPipe, type Pipe } from './pipe.ts';
import type { SharedProcess } from './platform.ts';
import { makeUnlistedFile } from './private-files.ts';
import { programFor, readPlainCommand } from './shell-command.ts';
import { describeCommandError, describeOwnSpawnError } from './spawn-errors.ts';
import type { Substitution } from './substitute.ts';
import { callAfter } from './timer.ts';

/** A hook command, and how to run it. */
export interface Command {
  /** One word: a shell line. Several: a program and its arguments, run without a shell. */
  command: readonly string[];
  runtime: Pick<Runtime, 'shell'> & Substitution;
  /** What the hook reads on stdin. */
  input: Buffer | string;
  /**
   * A pipe through which the command is given `input`. It is empty, and no other command may use it.
   * Undefined: stdin is a temporary file that no folder lists, or on Windows a pipe of Node.
   */
  pipe: Pipe | undefined;
  /** In a shared process, which has no pipe to give, a `cat` puts `input` into a pipe. */
  needsPipe?: boolean;
  cwd: string | undefined;
  /** The environment of the command. It is changed: a command run without a shell gets `PWD`. */
  env: NodeJS.ProcessEnv;
  /** The environment from which the vendor's client takes the values of variables in its settings. */
  clientEnv: NodeJS.ProcessEnv;
  /** Milliseconds until the command and its children are ended. */
  timeout: number;
  /**
   * How many milliseconds after the end of the command its output is judged for the last time, if a child
   * still holds its pipes open: if the output is then a complete response, it counts. Absent: that is done
   * only at the end of `timeout`.
   */
  openPipeLimit?: number;
  /** Whether pipes that a child holds open after the end of the command are waited for longer than a second. */
  waitsForPipes: boolean;
  /** Tells whether the output is a complete response, although a pipe is open. */
  isCompleteResponse(finished: Finished, open: OpenPipes): boolean;
  /** The process is another program's: see {@link Platform.shared}. Absent: it is ours, and ends soon. */
  shared?: SharedProcess | undefined;
}

/** State of the pipes of a command that has ended, while a child of the command holds some of them open. */
export interface OpenPipes {
  /** True: stdout is open, or no time is left to look. False: only stderr is open. */
  isStdoutOpen: boolean;
  /** True: nothing was printed for a second, or no time is left to wait for that. */
  isSilent: boolean;
  /** True: the time is over, so nothing more is waited for. */
  isTimeOver?: true;
}

const signalNumbers: Record<string, number> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const isWindows = process.platform === 'win32';
/** Milliseconds from SIGTERM to SIGKILL. */
const killDelay = 300;
/**
 * Milliseconds without output, after which the output of an ended command with open pipes is judged for
 * the first time (`short`), and for the second and last time before its time is over (`long`).
 */
const silence = { short: 100, long: 1000 };

/** Whether a signal of the host was passed on. */
let isSignalled = false;
/** The number of commands that got a signal of the host and have not ended. */
let unended = 0;

/**
 * Runs a hook command until it ends, its time is over, or it prints too much.
 *
 * 1. From here on, signals of the host end the command with all its children, and then this process.
 * 2. Starts the command in a process group of its own. A plain command line is started without a
 *    shell. If that fails, a shell starts it, which prints an error in its own words.
 * 3. Collects the output. If that is over 32 MB, or the time is over, ends the group: SIGTERM, then SIGKILL.
 * 4. After the command has ended, a child may hold its pipes open. Then resolves when they are closed,
 *    or when the output is a complete response (`isCompleteResponse`), which is asked after a short silence,
 *    after a long one, and when the time is over. If pipes are not waited for, resolves after one second at
 *    the latest.
 *
 * In a process that is ours, handlers of signals and timers are not removed: it ends soon after. In a shared process there are
 * no such handlers: a signal of its own ends the group, timers are removed, and pipes are closed. Rejects with `line` if the
 * vendor's replacement of variables would run a value as code, and with `system` if no command could be
 * started, so that it is not known how the hook would end.
 *
 * @param viaShell Starts a plain command line through a shell too.
 */
export function runCommand(run: Command, viaShell = false): Promise<Finished> {
  return new Promise((resolve, reject) => {
    if (isSignalled) return; // this process ends soon
    // The program and the arguments of a shell line that needs no shell. Undefined: any other command.
    const plain = viaShell ? undefined : readPlainCommand(run.command);
    const [file, args] = plain ?? programFor(run.command, run.runtime, run.env, run.clientEnv);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;
    // `signalled`: a signal of the host was passed on. `resolved`: the promise is resolved.
    let state: 'running' | 'signalled' | 'resolved' = 'running';
    let exit: { code: number | null; signal: NodeJS.Signals | null } | undefined;
    // Why we ended the command.
    let endReason: { timedOut: true } | { tooMuch: true } | undefined;
    let silenceTimer: NodeJS.Timeout | undefined;

    const textOf = (chunks: Buffer[]) =>
      (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? '')).toString();
    const output = () => ({ stdout: textOf(stdout), stderr: textOf(stderr) });
    const fail = (error: NodeJS.ErrnoException) => {
      const problem = describeOwnSpawnError(run.cwd, error);
      if (problem) reject(new AnyhookError('system', problem));
      else resolve({ code: null, notStarted: describeCommandError(file, error), ...output() });
    };
    // By a signal the host says that it wants no answer any more: the command and its children get it
    // too. The handlers are set before the command starts, so that no signal is missed.
    const passSignal = (signal: NodeJS.Signals) => {
      const end = () => process.exit(128 + (signalNumbers[signal] ?? 15));
      process.once('exit', () => kill(child.pid, 'SIGKILL'));
      state = 'signalled';
      isSignalled = true;
      kill(child.pid, signal);
      // Of several commands, each has this time to end.
      if (!exit) {
        unended++;
        child.once('exit', () => {
          unended--;
          if (!unended) end();
        });
      }
      setTimeout(end, killDelay);
    };
    const { shared } = run;
    if (!shared) for (const signal in signalNumbers) process.on(signal, passSignal);

    if (plain && run.cwd) run.env.PWD = absolute(run.cwd); // as a shell would
    const { pipe } = run;
    // A file, because Node's pipes are sockets, which `jq . /dev/stdin` cannot open.
    const stdinFile = pipe || isWindows ? undefined : makeUnlistedFile(bytesOf(run.input));
    let child: ChildProcessByStdio<Writable | null, Readable, Readable>;
    try {
      const [program, words] =
        shared && run.needsPipe && !isWindows
          ? ['/bin/sh', ['-c', 'cat | "$@"', 'sh', file, ...args]]
          : [file, args];
      child = spawn(program, words, {
        cwd: run.cwd,
        env: run.env,
        detached: !isWindows, // makes a process group, so that its children can be ended
        stdio: [pipe?.read ?? stdinFile ?? 'pipe', 'pipe', 'pipe'],
        windowsHide: true,
      }) as typeof child;
    } catch (error) {
      return fail(error as Error);
    } finally {
      if (stdinFile !== undefined) closeSync(stdinFile);
    }
    // Where no file descriptor is left, Node makes no pipes.
    const pipes = child.stdout ? [child.stdout, child.stderr] : [];
    const finished = (): Finished => ({ code: null, ...exit, ...endReason, ...output() });
    const finish = () => {
      if (state !== 'running') return;
      state = 'resolved';
      // A pipe that a child holds open would keep this process alive.
      if (shared) leave();
      else for (const stream of pipes) if (!stream.readableEnded) stream.destroy();
      resolve(finished());
    };
    let isEnding = false;
    const endGroup = (reason?: typeof endReason) => {
      if (state !== 'running' || isEnding) return;
      isEnding = true;
      endReason = reason;
      kill(child.pid, 'SIGTERM');
      const killAll = () => {
        kill(child.pid, 'SIGKILL');
        finish();
      };
      setTimeout(killAll, killDelay);
    };
    /** Called when no time is left: finishes if the command has ended and its output is a complete response. */
    const finishIfComplete = () => {
      // Stdout is taken for open, closed or not: that matters only to a run with `--on-failure block`.
      const open = { isStdoutOpen: true, isSilent: true, isTimeOver: true } as const;
      if (exit && run.isCompleteResponse(finished(), open)) finish();
    };
    const endAtLimit = () => {
      finishIfComplete();
      endGroup({ timedOut: true });
    };
    const limitTimer = shared
      ? setTimeout(endAtLimit, run.timeout).unref()
      : callAfter(run.timeout, endAtLimit);
    const breakOff = () => endGroup();
    /** Takes back what the command has of a process that goes on. */
    const leave = () => {
      for (const stream of pipes) stream.destroy();
      clearTimeout(limitTimer as NodeJS.Timeout);
      clearTimeout(silenceTimer);
      shared?.signal?.removeEventListener('abort', breakOff);
      runningGroups.delete(child.pid);
    };
    if (shared) {
      if (child.pid) endWithProcess(child.pid);
      if (shared.signal?.aborted) breakOff();
      else shared.signal?.addEventListener('abort', breakOff);
    }
    /**
     * Judges the output of an ended command after the next short silence. If it is no complete response then,
     * judges it once more after a long one.
     */
    const awaitSilence = (isLong = false) => {
      if (state !== 'running') return;
      clearTimeout(silenceTimer);
      const judge = () => {
        const open = { isStdoutOpen: !child.stdout.readableEnded, isSilent: isLong };
        if (!run.waitsForPipes || run.isCompleteResponse(finished(), open)) finish();
        else if (!isLong) awaitSilence(true);
      };
      // `setImmediate`: what the pipes hold by then is read before.
      silenceTimer = setTimeout(() => setImmediate(judge), isLong ? silence.long : silence.short);
    };
    const collectInto = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else endGroup({ tooMuch: true });
      if (exit) awaitSilence();
    };

    child.on('error', (error: NodeJS.ErrnoException) => {
      if (shared) leave();
      // A shell prints its own error, and can run a script without a first line `#!`.
      if (plain && !child.pid) return resolve(runCommand(run, true));
      fail(error);
    });
    if (!pipes.length) return;
    let openPipes = pipes.length;
    for (const stream of pipes) {
      (stream as Socket).allowHalfOpen = true; // saves closing it: this process ends soon
      stream.on('end', () => {
        openPipes--;
        if (exit && !openPipes) finish();
      });
    }
    child.on('exit', (code, signal) => {
      exit = { code, signal };
      if (!openPipes) return finish();
      if (isEnding) return; // `killAll` finishes
      setImmediate(() => {
        awaitSilence();
        if (state !== 'running') return;
        if (!run.waitsForPipes)
          setTimeout(finish, 1000).unref(); // the open pipes keep this process alive
        else if (run.openPipeLimit !== undefined) callAfter(run.openPipeLimit, finishIfComplete);
      });
    });
    child.stdout.on('data', collectInto(stdout));
    child.stderr.on('data', collectInto(stderr));
    if (pipe && child.pid) fillPipe(pipe, bytesOf(run.input)); // without an id it was not started: a shell starts it
    child.stdin?.on('error', () => {}); // a hook need not read its input
    child.stdin?.end(run.input);
  });
}

/** The groups of commands that run in a shared process. */
const runningGroups = new Set<number | undefined>();
let hasExitHandler = false;

/** Ends a group of commands together with a shared process, if it still runs then. */
function endWithProcess(pid: number): void {
  runningGroups.add(pid);
  if (hasExitHandler) return;
  hasExitHandler = true;
  process.on('exit', () => {
    for (const one of runningGroups) kill(one, 'SIGKILL');
  });
}

/** Sends a signal to a process and to those of its children that stayed in its group. */
function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) return;
  try {
    if (!isWindows) process.kill(-pid, signal);
    else
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on(
        'error',
        () => {},
      );
  } catch {
    // It has ended already.
  }
}

const bytesOf = (input: Buffer | string): Buffer =>
  typeof input === 'string' ? Buffer.from(input) : input;

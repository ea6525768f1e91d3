import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { resolve as absolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AnyhookError } from '../errors.ts';
import type { Finished, Runtime } from '../mapping/adapter.ts';
import { maxBytes } from '../translate/machine.ts';
import { fillPipe, type Pipe } from './pipe.ts';
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
  /** An empty pipe for stdin, for this command alone. Undefined: stdin is a file without a name. */
  pipe: Pipe | undefined;
  cwd: string | undefined;
  /** The environment of the command. It is changed: a command run without a shell gets `PWD`. */
  env: NodeJS.ProcessEnv;
  /** The environment from which the vendor's client replaces variables of its settings. */
  clientEnv: NodeJS.ProcessEnv;
  /** Milliseconds until the command and its children are ended. */
  timeout: number;
  /**
   * Milliseconds until the answer of a command that has ended counts, although a child holds its pipes
   * open. Absent: `timeout`.
   */
  pipeWait?: number;
  /**
   * Whether pipes that a child holds open after the command has ended are waited for. False: for one
   * second at most.
   */
  waitsForPipes: boolean;
  /** Tells whether what was printed is a complete answer, although a pipe is open. */
  isCompleteResponse(finished: Finished, open: OpenPipes): boolean;
}

/** What is known of the pipes of a command that has ended while a child of it holds some open. */
export interface OpenPipes {
  /** True: stdout is open. False: stderr alone. */
  isStdoutOpen: boolean;
  /** True: nothing was printed for a second. */
  isSilent: boolean;
  /** True: the time is over, so nothing more is waited for. */
  isTimeOver?: true;
}

const signalNumbers: Record<string, number> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const windows = process.platform === 'win32';
/**
 * Times in milliseconds. `kill`: from SIGTERM to SIGKILL. `pipe`: the silence after which the output of
 * an ended command with open pipes is first looked at; `pipeMost`: the silence after which it is looked
 * at once more, and the time that open pipes are waited for without `waits`.
 */
const grace = { kill: 300, pipe: 100, pipeMost: 1000 };

/**
 * Runs a hook command until it ends, its time is over, or it prints too much.
 *
 * 1. From here on, signals of the host end the command with all its children, and then this process.
 * 2. Starts the command in a process group of its own. A plain command line is started without a
 *    shell; where that fails, it is started again through one, which has its own words for the error.
 * 3. Collects what it prints. Over 32 MB, or over the time, the group is ended: SIGTERM, then SIGKILL.
 * 4. After the command has ended, a child may hold its pipes open. The promise then resolves when they
 *    are closed; when `answered` says so after a silence; or, without `waits`, after one second.
 *
 * Handlers of signals and timers are left behind: this process ends soon after. Rejects with `line`
 * where the vendor's variables would run a value as code, and with `system` where the system lets
 * nothing be started, so that how the hook would end is not known.
 *
 * @param viaShell Starts a plain command line through a shell too.
 */
export function runCommand(run: Command, viaShell = false): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const plain = viaShell ? undefined : readPlainCommand(run.command);
    const [file, args] = plain ?? programFor(run.command, run.runtime, run.env, run.clientEnv);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let size = 0;
    // `passed`: a signal of the host was passed on. `over`: the promise is resolved.
    let state: 'running' | 'passed' | 'over' = 'running';
    let ended: { code: number | null; signal: NodeJS.Signals | null } | undefined;
    // Why we ended the command.
    let cut: { timedOut: true } | { tooMuch: true } | undefined;
    let quiet: NodeJS.Timeout | undefined;

    const text = (chunks: Buffer[]) =>
      (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? '')).toString();
    const printed = () => ({ stdout: text(out), stderr: text(err) });
    const fail = (error: NodeJS.ErrnoException) => {
      const problem = describeOwnSpawnError(run.cwd, error);
      if (problem) reject(new AnyhookError('system', problem));
      else resolve({ code: null, notStarted: describeCommandError(file, error), ...printed() });
    };
    // The host wants no answer any more: the command and its children get its signal. Handled from
    // before the command starts, so that no signal is missed.
    const passSignal = (signal: NodeJS.Signals) => {
      const end = () => process.exit(128 + (signalNumbers[signal] ?? 15));
      process.once('exit', () => kill(child.pid, 'SIGKILL')); // of several commands, the first to end ends all
      state = 'passed';
      kill(child.pid, signal);
      child.once('exit', end);
      setTimeout(end, grace.kill);
    };
    for (const signal in signalNumbers) process.on(signal, passSignal);

    // A shell would set it.
    if (plain && run.cwd) run.env.PWD = absolute(run.cwd);
    const { pipe } = run;
    // A file, because Node's pipes are sockets, which `jq . /dev/stdin` cannot open.
    const unlisted = pipe || windows ? undefined : makeUnlistedFile(bytesOf(run.input));
    let child: ChildProcessByStdio<Writable | null, Readable, Readable>;
    try {
      child = spawn(file, args, {
        cwd: run.cwd,
        env: run.env,
        detached: !windows, // a process group, so that its children can be ended
        stdio: [pipe?.read ?? unlisted ?? 'pipe', 'pipe', 'pipe'],
        windowsHide: true,
      }) as typeof child;
    } catch (error) {
      return fail(error as Error);
    } finally {
      if (unlisted !== undefined) closeSync(unlisted);
    }
    // Where no file descriptor is left, Node makes no pipes.
    const pipes = child.stdout ? [child.stdout, child.stderr] : [];
    const finished = (): Finished => ({ code: null, ...ended, ...cut, ...printed() });
    const done = () => {
      if (state !== 'running') return;
      state = 'over';
      // A pipe that a child holds open would keep this process alive.
      for (const pipe of pipes) if (!pipe.readableEnded) pipe.destroy();
      resolve(finished());
    };
    const endGroup = (why: typeof cut) => {
      if (state !== 'running' || cut) return;
      cut = why;
      kill(child.pid, 'SIGTERM');
      const killAll = () => {
        kill(child.pid, 'SIGKILL');
        done();
      };
      setTimeout(killAll, grace.kill);
    };
    /** Ends the wait of a command that has ended, if it gave a complete answer: no time is left. */
    const takeAnswer = () => {
      if (
        ended &&
        run.isCompleteResponse(finished(), { isStdoutOpen: true, isSilent: true, isTimeOver: true })
      )
        done();
    };
    callAfter(run.timeout, () => {
      takeAnswer();
      endGroup({ timedOut: true });
    });
    /** After a silence asks whether an ended command has answered; after a longer one, once more. */
    const awaitSilence = (late = false) => {
      if (state !== 'running') return;
      clearTimeout(quiet);
      const judge = () => {
        const open = { isStdoutOpen: !child.stdout.readableEnded, isSilent: late };
        if (!run.waitsForPipes || run.isCompleteResponse(finished(), open)) done();
        else if (!late) awaitSilence(true);
      };
      // Delayed once more: what the pipes hold by then is read first.
      quiet = setTimeout(() => setImmediate(judge), late ? grace.pipeMost : grace.pipe);
    };
    const collectInto = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else endGroup({ tooMuch: true });
      if (ended) awaitSilence();
    };

    child.on('error', (error: NodeJS.ErrnoException) => {
      // A shell prints its own error, and can run a script without a first line `#!`.
      if (plain && !child.pid) return resolve(runCommand(run, true));
      fail(error);
    });
    if (!pipes.length) return;
    let open = pipes.length;
    for (const pipe of pipes) {
      (pipe as Socket).allowHalfOpen = true; // saves closing it: this process ends soon
      pipe.on('end', () => {
        open--;
        if (ended && !open) done();
      });
    }
    child.on('exit', (code, signal) => {
      ended = { code, signal };
      if (!open) return done();
      if (cut) return;
      setImmediate(() => {
        awaitSilence();
        if (state !== 'running') return;
        if (!run.waitsForPipes) setTimeout(done, grace.pipeMost);
        else if (run.pipeWait !== undefined) callAfter(run.pipeWait, takeAnswer);
      });
    });
    child.stdout.on('data', collectInto(out));
    child.stderr.on('data', collectInto(err));
    if (pipe && child.pid) fillPipe(pipe, bytesOf(run.input)); // else it is started through a shell
    child.stdin?.on('error', () => {}); // a hook need not read its input
    child.stdin?.end(run.input);
  });
}

/** Sends a signal to a process and to those of its children that stayed in its group. */
function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) return;
  try {
    if (!windows) process.kill(-pid, signal);
    else spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
  } catch {
    // It has ended already.
  }
}

const bytesOf = (input: Buffer | string): Buffer =>
  typeof input === 'string' ? Buffer.from(input) : input;

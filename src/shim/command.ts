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

export interface Command {
  /** One: a shell line. Several: an argv, run without a shell. */
  command: readonly string[];
  runtime: Pick<Runtime, 'shell'> & Substitution;
  input: Buffer | string;
  /** Where the hook reads its input from a pipe: the ends of an empty one, for this command alone. */
  pipe: Pipe | undefined;
  cwd: string | undefined;
  /** The command's own: not used for anything else. */
  env: NodeJS.ProcessEnv;
  /** The environment that settings of the vendor are put together from. */
  client: NodeJS.ProcessEnv;
  /** Milliseconds until the whole tree is killed. */
  timeout: number;
  /** And until an ended hook's answer counts, whatever a pipe may yet bring; default: the same. */
  patience?: number;
  /** A pipe that outlives the process is waited for; otherwise it is given a moment. */
  waits: boolean;
  /** Whether what was printed is its answer already, although a pipe is open. */
  answered(finished: Finished, open: OpenPipes): boolean;
}

/** What may still be printed. */
export interface OpenPipes {
  /** On stdout too. */
  out: boolean;
  /** Nothing came for long. */
  late: boolean;
  /** It is not waited for any longer. */
  over?: true;
}

const numbers: Record<string, number> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const windows = process.platform === 'win32';
/** Between a polite signal and the last one, and for pipes that outlive their process. */
const grace = { kill: 300, pipe: 100, pipeMost: 1000 };

/**
 * Runs one hook command to its end, or to ours. Never hangs. For a process that ends soon after:
 * its timers and signal handlers stay. Rejects with `line` for a line nobody may run, and with
 * `system` where we could run nothing: how the hook ends is not known then.
 */
export function runCommand(run: Command, shell = false): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const plain = shell ? undefined : readPlainCommand(run.command);
    const [file, args] = plain ?? programFor(run.command, run.runtime, run.env, run.client);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let size = 0;
    let state: 'running' | 'passed' | 'over' = 'running';
    let ended: { code: number | null; signal: NodeJS.Signals | null } | undefined;
    let cut: { timedOut: true } | { tooMuch: true } | undefined;
    let quiet: NodeJS.Timeout | undefined;

    const text = (chunks: Buffer[]) =>
      (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? '')).toString();
    const printed = () => ({ stdout: text(out), stderr: text(err) });
    const unstarted = (error: NodeJS.ErrnoException) => {
      const ours = describeOwnSpawnError(run.cwd, error);
      if (ours) reject(new AnyhookError('system', ours));
      else resolve({ code: null, notStarted: describeCommandError(file, error), ...printed() });
    };
    // The host wants no answer any more: its signal goes to the whole tree, and nothing stays.
    // Heard from before the command exists, so that there is no moment to slip through.
    const pass = (signal: NodeJS.Signals) => {
      const end = () => process.exit(128 + (numbers[signal] ?? 15));
      process.once('exit', () => kill(child.pid, 'SIGKILL')); // whichever of several ends first
      state = 'passed';
      kill(child.pid, signal);
      child.once('exit', end);
      setTimeout(end, grace.kill);
    };
    for (const signal in numbers) process.on(signal, pass);

    // As a shell would set it.
    if (plain && run.cwd) run.env.PWD = absolute(run.cwd);
    const { pipe } = run;
    // Node's pipes are sockets, which `jq . /dev/stdin` cannot open.
    const unlisted = pipe || windows ? undefined : makeUnlistedFile(bytesOf(run.input));
    let child: ChildProcessByStdio<Writable | null, Readable, Readable>;
    try {
      child = spawn(file, args, {
        cwd: run.cwd,
        env: run.env,
        detached: !windows, // a group of its own, so that all of it can be ended
        stdio: [pipe?.read ?? unlisted ?? 'pipe', 'pipe', 'pipe'],
        windowsHide: true,
      }) as typeof child;
    } catch (error) {
      return unstarted(error as Error);
    } finally {
      if (unlisted !== undefined) closeSync(unlisted);
    }
    // Without a file descriptor to spare there are none.
    const pipes = child.stdout ? [child.stdout, child.stderr] : [];
    const finished = (): Finished => ({ code: null, ...ended, ...cut, ...printed() });
    const done = () => {
      if (state !== 'running') return;
      state = 'over';
      // A pipe somebody else still holds must not keep us here.
      for (const pipe of pipes) if (!pipe.readableEnded) pipe.destroy();
      resolve(finished());
    };
    const stop = (why: typeof cut) => {
      if (state !== 'running' || cut) return;
      cut = why;
      kill(child.pid, 'SIGTERM');
      const last = () => {
        kill(child.pid, 'SIGKILL');
        done();
      };
      setTimeout(last, grace.kill);
    };
    const give = () => {
      if (ended && run.answered(finished(), { out: true, late: true, over: true })) done();
    };
    callAfter(run.timeout, () => {
      give();
      stop({ timedOut: true });
    });
    // A child of the hook may hold the pipes for its whole life.
    const settle = (late = false) => {
      if (state !== 'running') return;
      clearTimeout(quiet);
      const judge = () => {
        const open = { out: !child.stdout.readableEnded, late };
        if (!run.waits || run.answered(finished(), open)) done();
        else if (!late) settle(true);
      };
      // What came meanwhile is read first.
      quiet = setTimeout(() => setImmediate(judge), late ? grace.pipeMost : grace.pipe);
    };
    const gather = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else stop({ tooMuch: true });
      if (ended) settle();
    };

    child.on('error', (error: NodeJS.ErrnoException) => {
      // The shell has words of its own for what cannot start, and runs what has no first line.
      if (plain && !child.pid) return resolve(runCommand(run, true));
      unstarted(error);
    });
    if (!pipes.length) return;
    let open = pipes.length;
    for (const pipe of pipes) {
      (pipe as Socket).allowHalfOpen = true; // not put away in order, as we end with it
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
        settle();
        if (state !== 'running') return;
        if (!run.waits) setTimeout(done, grace.pipeMost);
        else if (run.patience !== undefined) callAfter(run.patience, give);
      });
    });
    child.stdout.on('data', gather(out));
    child.stderr.on('data', gather(err));
    if (pipe && child.pid) fillPipe(pipe, bytesOf(run.input)); // else a shell may start it yet
    child.stdin?.on('error', () => {}); // it need not read
    child.stdin?.end(run.input);
  });
}

/** The whole tree, as far as it stayed in its group. */
function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) return;
  try {
    if (!windows) process.kill(-pid, signal);
    else spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
  } catch {
    // It is gone.
  }
}

const bytesOf = (input: Buffer | string): Buffer =>
  typeof input === 'string' ? Buffer.from(input) : input;

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Finished, Habitat } from '../adapter.ts';
import { limit } from '../translate/world.ts';
import { later } from './later.ts';
import { plainWords, program } from './shell.ts';
import type { Substitutes } from './substitute.ts';

export interface Run {
  /** One: a shell line. Several: an argv, run without a shell. */
  command: readonly string[];
  habitat: Pick<Habitat, 'shell'> & Substitutes;
  input: Buffer | string;
  cwd: string | undefined;
  /** The command's own: not used for anything else. */
  env: NodeJS.ProcessEnv;
  /** The environment that settings of the vendor are put together from. */
  client: NodeJS.ProcessEnv;
  /** Milliseconds until the whole tree is killed. */
  timeout: number;
}

const numbers: Record<string, number> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const windows = process.platform === 'win32';
/** Between a polite signal and the last one, and for pipes that outlive their process. */
const grace = { kill: 300, pipe: 100, pipeMost: 1000 };

/**
 * Runs one hook command to its end, or to ours. Throws `line` for a line nobody may run; never hangs. For a process that
 * ends soon after: its timers and signal handlers stay.
 */
export function runCommand(run: Run, shell = false): Promise<Finished> {
  return new Promise((resolve) => {
    const plain = shell ? undefined : plainWords(run.command);
    const [file, args] = plain ?? program(run.command, run.habitat, run.env, run.client);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let size = 0;
    let state: 'running' | 'passed' | 'over' = 'running';
    let ended: { code: number | null; signal: NodeJS.Signals | null } | undefined;
    const flags: Partial<Finished> = {};
    let quiet: NodeJS.Timeout | undefined;

    // The host wants no answer any more: its signal goes to the whole tree, and nothing stays.
    // Heard from before the command exists, so that there is no moment to slip through.
    const pass = (signal: NodeJS.Signals) => {
      const end = () => {
        kill(child.pid, 'SIGKILL');
        process.exit(128 + (numbers[signal] ?? 15));
      };
      state = 'passed';
      kill(child.pid, signal);
      child.once('exit', end);
      setTimeout(end, grace.kill);
    };
    for (const signal in numbers) process.on(signal, pass);

    // As a shell would set it.
    if (plain && run.cwd) run.env.PWD = run.cwd;
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(file, args, {
        cwd: run.cwd,
        env: run.env,
        detached: !windows, // a group of its own, so that all of it can be ended
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      });
    } catch (error) {
      const why = notStarted(file, run.cwd, error as Error);
      return resolve({ code: null, notStarted: why, stdout: '', stderr: '' });
    }
    // Without a file descriptor to spare there are none.
    const pipes = child.stdout ? [child.stdout, child.stderr] : [];
    const done = () => {
      if (state !== 'running') return;
      state = 'over';
      // A pipe somebody else still holds must not keep us here.
      for (const pipe of pipes) if (!pipe.readableEnded) pipe.destroy();
      const text = (chunks: Buffer[]) =>
        (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? '')).toString();
      resolve({ code: null, ...ended, ...flags, stdout: text(out), stderr: text(err) });
    };
    const stop = (why: Partial<Finished>) => {
      if (ended || state !== 'running') return;
      Object.assign(flags, why);
      kill(child.pid, 'SIGTERM');
      const last = () => {
        kill(child.pid, 'SIGKILL');
        done();
      };
      setTimeout(last, grace.kill);
    };
    later(run.timeout, () => stop({ timedOut: true }));
    // A child of the hook may hold the pipes for its whole life: it is not waited for.
    const settle = () => {
      if (state !== 'running') return;
      clearTimeout(quiet);
      quiet = setTimeout(done, grace.pipe);
    };
    const gather = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (!flags.tooMuch) stop({ tooMuch: true });
      if (ended) settle();
    };

    child.on('error', (error: NodeJS.ErrnoException) => {
      // The shell has words of its own for what cannot start, and runs what has no first line.
      if (plain && !child.pid) return resolve(runCommand(run, true));
      flags.notStarted ??= notStarted(file, run.cwd, error);
      done();
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
      if (flags.timedOut || flags.tooMuch) return;
      setImmediate(() => {
        settle();
        if (state === 'running') setTimeout(done, grace.pipeMost);
      });
    });
    child.stdout.on('data', gather(out));
    child.stderr.on('data', gather(err));
    child.stdin.on('error', () => {}); // it need not read
    child.stdin.end(run.input);
  });
}

function notStarted(file: string, cwd: string | undefined, error: NodeJS.ErrnoException): string {
  if (cwd !== undefined && !existsSync(cwd)) return `its working directory ${cwd} does not exist`;
  if (error.code === 'ENOENT') return `${file}: not found`;
  if (error.code === 'EMFILE') return 'too many open files';
  if (error.code === 'E2BIG') return 'its arguments and environment are too large';
  if (error.code === 'EACCES') return `${file}: not executable (chmod +x it)`;
  return `${file}: ${error.code ?? error.message}`;
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

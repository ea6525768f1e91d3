// A client's own process, to its end.
import { spawn } from 'node:child_process';

/**
 * A flag of Node's for clients that have WebAssembly, their parser of shell lines: it is compiled
 * quickly, and runs slower. With Node's own choice that takes longer than the rest of a session.
 */
export const plainWasm = '--liftoff-only';

export interface Finished {
  /** null: the session was killed because it took too long. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/**
 * The client leads its own process group, so that nothing of it outlives the limit; `sweeps`: nor
 * its own end.
 */
export function spawned(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
  limitMs: number,
  sweeps = false,
): Promise<Finished> {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  return new Promise((resolve, reject) => {
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {} // it is over
    };
    const limit = setTimeout(kill, limitMs);
    child.on('error', reject);
    child.on('close', (exitCode) => {
      clearTimeout(limit);
      if (sweeps) kill();
      resolve({ exitCode, ...output });
    });
  });
}

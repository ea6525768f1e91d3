/**
 * A run of the shim in this process: what `src/shim/run.ts` does between reading stdin and writing
 * stdout. The hook is started as a process, as always. It saves the start of Node, which takes
 * longer than all the rest; `test/shim/executable.system.test.ts` shows that the built executable
 * answers with the same bytes.
 */
import { runInNewContext } from 'node:vm';
import { type ParsedLine, parseFlags } from '../../src/canonical/flags.ts';
import { writeLogs } from '../../src/shim/log.ts';
import type { Platform } from '../../src/shim/platform.ts';
import { runShim } from '../../src/shim/shim.ts';
import { maxBytes } from '../../src/translate/machine.ts';
import { parseJsonObject } from '../../src/util/json.ts';
import { network } from '../network.ts';
import type { Result } from './run.ts';

/** Where a test says nothing of it, a client starts its hooks in the folder of the payload, and says so. */
export function lazyFor(bytes: Buffer): Platform {
  const folder = () => {
    const { cwd } = parseJsonObject(bytes.toString()) ?? {};
    return typeof cwd === 'string' ? cwd : undefined;
  };
  return {
    runBounded: (code, globals, timeout) => runInNewContext(code, globals, { timeout }),
    ...network,
    surroundings: {
      folder: () => (placed ? process.cwd() : folder()),
      variable: (name) => process.env[name] ?? folder(),
    },
  };
}

/** Whether the run has a folder of its own. */
let placed = false;

export interface Surroundings {
  env?: Readonly<Record<string, string>> | undefined;
  cwd?: string | undefined;
  /** The runner that a line starts. */
  runner?: string | undefined;
}

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
const own = signals.map((signal) => new Set(process.listeners(signal)));
let running = 0;

/** A shim ends with its run, and leaves its handlers of signals behind; this process goes on. */
function removeSignalHandlers(): void {
  for (const [i, signal] of signals.entries())
    for (const handler of process.listeners(signal))
      if (!own[i]?.has(handler)) process.off(signal, handler);
}
process.setMaxListeners(0);

/** Runs that need a folder or variables of their own have the process to themselves. */
let alone: Promise<unknown> = Promise.resolve();
let together: Promise<unknown> = Promise.resolve();

/** The words behind `anyhook run`, or what was read from them. */
type Line = readonly string[] | (Omit<ParsedLine, 'hooks'> & Partial<ParsedLine>);

export function runInProcess(
  line: Line,
  stdin: Buffer,
  surroundings: Surroundings,
): Promise<Result> {
  if (surroundings.env === undefined && surroundings.cwd === undefined) {
    const run = alone.then(() => runNow(line, stdin));
    together = Promise.all([together, run.catch(() => {})]);
    return run;
  }
  const run = Promise.all([alone, together]).then(() => runIn(line, stdin, surroundings));
  alone = run.catch(() => {});
  return run;
}

async function runIn(
  line: Line,
  stdin: Buffer,
  { env = {}, cwd, runner }: Surroundings,
): Promise<Result> {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  try {
    if (cwd !== undefined) process.chdir(cwd);
    placed = cwd !== undefined;
    Object.assign(process.env, env);
    return await runNow(line, stdin, runner);
  } finally {
    for (const name of Object.keys(env)) {
      const text = before.env[name];
      if (text === undefined) delete process.env[name];
      else process.env[name] = text;
    }
    process.chdir(before.cwd);
    placed = false;
  }
}

/** Writes the line of a log; what the shim says on stderr where it cannot. */
function logged(line: ParsedLine, said: Parameters<typeof writeLogs>[1]): string {
  const { write } = process.stderr;
  let text = '';
  process.stderr.write = (part) => {
    text += String(part);
    return true;
  };
  try {
    writeLogs(line, said, process.uptime() * 1000);
    return text;
  } finally {
    process.stderr.write = write;
  }
}

async function runNow(line: Line, bytes: Buffer, runner?: string): Promise<Result> {
  running++;
  try {
    const given = 'flags' in line ? { hooks: [line.flags], ...line } : parseFlags(line);
    if (given.flags.answer === 'later')
      throw new Error('--answer later starts the executable once more: use runExecutable');
    if (given.flags.answer !== 'heard') for (const flags of given.hooks) flags.onFailure = 'allow';
    const surrounded = { ...lazyFor(bytes), runnerPath: runner };
    const said = await runShim(given, { bytes, isCut: bytes.length > maxBytes }, surrounded);
    const { stdout, stderr, code } = said;
    return { stdout, stderr: stderr + logged(given, said), code, signal: null };
  } finally {
    running--;
    if (!running) removeSignalHandlers();
  }
}

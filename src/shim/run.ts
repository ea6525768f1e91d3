/**
 * The main module of the process `anyhook run`: parses the flags, reads the payload from stdin, calls
 * `runShim`, prints its answer, and ends the process. The agent waits for this process at each event, so
 * a module that few runs need is loaded only when it is called.
 */
import '../util/supported.ts';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { parseFlags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Surroundings } from '../mapping/adapter.ts';
import { machine } from '../translate/machine.ts';
import { refuseUnwritten, type ShimOutput } from '../translate/shim-output.ts';
import { attempt } from '../util/attempt.ts';
import { errorCodeOf } from '../util/errors.ts';
import { crash } from './crash.ts';
import { answerFailure } from './failure-answer.ts';
import { loaderDescriptor } from './hook-environment.ts';
import { writeLogs } from './log.ts';
import { leavesExitListeners, leavesThreads } from './module-process.ts';
import { answerOutput, canAnswer, noticeOutput } from './notices.ts';
import { setHomeLookup } from './own-folder.ts';
import { reopenStdin } from './pipe.ts';
import type { Platform, Require } from './platform.ts';
import { moveToRoot } from './project-runner.ts';
import { runComplete } from './run-complete.ts';
import { runShim } from './shim.ts';
import { readStdin, readStdinObject, type Stdin } from './stdin.ts';
import { runLimited, startWatchdog } from './watchdog.ts';

// The bundle is a CommonJS script, in which Node defines `require`.
declare const require: (name: string) => never;

setHomeLookup(() => (require('node:os') as typeof import('node:os')).userInfo().homedir);

// Node must print no warnings: the host would take one on stderr for output of the hook, and where a
// variable redirects warnings to a file, the file may be a pipe that nobody reads.
process.removeAllListeners('warning');

/** Blocks this process. */
const pause = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const surroundings: Surroundings = {
  folder: () => attempt(() => process.cwd()),
  variable: (name) => process.env[name],
};

const platform: Platform = {
  pause,
  elapsed: () => Math.round(process.uptime() * 1000),
  runnerPath: process.argv[1],
  runBounded: (code, globals, timeout) =>
    (require('node:vm') as typeof import('node:vm')).runInNewContext(code, globals, { timeout }),
  http: () => require('node:http'),
  https: () => require('node:https'),
  tls: () => require('node:tls'),
  require: require as Require,
  surroundings,
};

// Kept, since a run of a module replaces these functions.
const write = writeSync;
const { exit } = process;
const { reallyExit } = process as typeof process & { reallyExit(code: number): never };
/** Ends this process at once. */
const endNow = reallyExit.bind(process);

/** The number of bytes that one write puts into an empty pipe on every system, without waiting. */
const smallestPipe = 4096;

/**
 * Writes a whole text. The host may read it late or never. Therefore a text that may not fit into the
 * host's pipe is written asynchronously: meanwhile this process still handles signals.
 *
 * @returns false if the text could not be written, because no process can read it any more.
 */
function writeText(fd: number, text: string): boolean | Promise<boolean> {
  const bytes = Buffer.from(text);
  // Handlers share the code of pipes, so an answer of theirs is written by one that they cannot change.
  if (bytes.length > smallestPipe && line.flags.module === undefined) {
    try {
      const pipe = new Socket({ fd, readable: false, writable: true });
      return new Promise((resolve) => {
        pipe.on('error', () => resolve(false));
        pipe.write(bytes, (error) => resolve(!error));
      });
    } catch {
      // The descriptor is a file or a terminal, which takes all bytes at once.
    }
  }
  return writeBlocking(fd, bytes);
}

/**
 * Returns the exit code of this process for the exit code of an answer. Without `--proof`, that is the
 * code itself. With `--proof`, it is one of three codes that prove that there was an answer, since hardly
 * any script ends with them by chance: one for code 0 (the answer is on stdout), one for code 2 (a refusal,
 * whose reason is on stderr), and 10 for any other. The ending of a shim line knows 9 and 12. The loader
 * knows 85 and 86: Node itself ends with 9 where it is started with an option that it does not have.
 * Codes above 128 stand for a signal and stay as they are.
 */
function toProofCode(code: number): number {
  if (!proof || code > 128) return code;
  const isForLoader = proof === loaderDescriptor;
  if (code === 0) return isForLoader ? 85 : 9;
  if (code === 2) return isForLoader ? 86 : 12;
  return 10;
}

/** Writes bytes and blocks until all are written. Returns false if no process can read them any more. */
function writeBlocking(fd: number, bytes: Buffer): boolean {
  let unwritten = bytes;
  while (unwritten.length) {
    try {
      unwritten = unwritten.subarray(write(fd, unwritten));
    } catch (error) {
      if (errorCodeOf(error) !== 'EAGAIN') return false; // EAGAIN: the pipe is full at the moment
      pause(5);
    }
  }
  return true;
}

/** Refuses, since an answer could not be written, or not all of it. Returns the exit code for that. */
function refuseRest(output: ShimOutput): number {
  const { code, stderr } = refuseUnwritten(output);
  writeBlocking(noticeOutput.descriptor, Buffer.from(stderr));
  return code;
}

const line = parseFlags(process.argv.slice(3));
// With `--answer ignored` or `later` the host gets no answer of a hook, so no failure may refuse anything.
if (line.flags.answer !== 'heard') for (const flags of line.hooks) flags.onFailure = 'allow';
const { proof } = line.flags;
if (proof) {
  noticeOutput.descriptor = proof;
  // The exit code is needed for the proof, so the answer itself must be JSON on stdout.
  for (const flags of line.hooks) flags.exit ??= '0';
}
// `allocUnsafeSlow` costs least: the executable has called it already, so its code is compiled.
let payloadBytes: Buffer = Buffer.allocUnsafeSlow(0);
let isAnswered = false;
/** The answer, while it is written. */
let unwritten: ShimOutput | undefined;
let failure: unknown = new AnyhookError('system', 'the run ended without an answer');

// Answers if the run has ended without an answer: the host would go on as if there were no hook.
process.on('exit', (code) => {
  if (unwritten) process.exitCode = toProofCode(refuseRest(unwritten));
  if (isAnswered || code > 128) return; // above 128: a signal of the host ended the run
  const output = answerFailure(failure, line.hooks, { bytes: payloadBytes });
  writeBlocking(noticeOutput.descriptor, Buffer.from(output.stderr));
  const isWritten = writeBlocking(answerOutput.descriptor, Buffer.from(output.stdout));
  process.exitCode = toProofCode(isWritten ? output.code : refuseUnwritten(output).code);
});
// Node writes coverage to the folder that NODE_V8_COVERAGE names, unless the loader has cleared the
// variable. Node would try for ever to make a folder that cannot be made, so only a folder that exists is used.
process.on('exit', () => {
  const { NODE_V8_COVERAGE: folder } = process.env;
  if (!folder || attempt(() => statSync(folder).isDirectory())) return;
  (require('node:v8') as typeof import('node:v8')).stopCoverage();
  attempt(() => closeSync(2)); // otherwise Node writes an error to stderr
});
crash.take = (error) => {
  failure = error;
  process.exit(1);
};
process.on('uncaughtException', (error) => crash.take(error));
crash.giveUp = () => {
  const why = 'anyhook: the hook changed built-in objects for good\n';
  if (crash.lostCode) attempt(() => write(noticeOutput.descriptor, why));
  endNow(toProofCode(crash.lostCode));
};

/**
 * Ends this process. What a handler has left to be called at the end is called, for a second at most, and does not change the
 * exit code.
 */
function endProcess(code: number): void {
  if (line.flags.module === undefined) exit.call(process, code);
  const emit = () => attempt(() => process.emit('exit', code));
  if (leavesExitListeners()) attempt(() => runLimited(emit, 1000, require as Require));
  else emit();
  // A thread that waits for a pipe, for instance, would keep this process from ending.
  if (leavesThreads()) startWatchdog(0, require as Require);
  endNow(code);
}

/** The most bytes of a payload that are judged without a limit of the time that our own work takes. */
const usualSize = 65_536;
/** That limit where the line states none, in milliseconds. It is shorter than that of every agent at a gate. */
const usualTime = 20_000;

/** Returns the longest time that a hook of the line may take, in milliseconds. Undefined: the line does not state one for all. */
function hookTime(): number | undefined {
  const times = line.hooks.map(({ timeout = Number.NaN }) => timeout);
  return Math.max(...times) || undefined;
}

/** Runs the shim on what was read from stdin, prints the answer, writes the log, and ends the process. */
const answerStdin = (stdin: Stdin): void => {
  payloadBytes = stdin.bytes;
  // The pipe is given to one hook command only: a second would also read what the first left in it.
  let { isEnded: canReopen = false } = stdin;
  // A handler in this process must not wait for a stdin that the host has left open.
  if (line.flags.module !== undefined && !canReopen) {
    attempt(() => closeSync(0));
    attempt(() => openSync('/dev/null', 'r'));
    // A read of stdin that nothing ends would keep this process from ending.
    if (stdin.openAfter !== undefined) startWatchdog(0, require as Require);
  }
  platform.openPipe = () => {
    if (!canReopen) return undefined;
    canReopen = false;
    return reopenStdin();
  };
  const lose = line.flags.module === undefined ? crash.take : crash.giveUp;
  const answer = () => runShim(line, stdin, platform).then(print).catch(lose);
  if (payloadBytes.length <= usualSize) return void answer();
  const timeout = hookTime() ?? usualTime;
  try {
    runLimited(answer, timeout - process.uptime() * 1000, require as Require);
  } catch {
    crash.take(new AnyhookError('tool', 'the call is too large to be judged in time'));
  }
};

/** Prints the answer, writes the log, and ends the process. */
async function print(output: ShimOutput): Promise<void> {
  await writeText(noticeOutput.descriptor, output.stderr);
  isAnswered = true;
  unwritten = output;
  const isWritten = canAnswer() && (await writeText(answerOutput.descriptor, output.stdout));
  unwritten = undefined;
  if (!isWritten) output.code = refuseRest(output);
  writeLogs(line, output, process.uptime() * 1000);
  // A run that translated a payload (`told`) and ran a hook (`ran`) has compiled all code that later runs need.
  if (output.log.told && output.log.ran) process.emit(runComplete, 0);
  endProcess(toProofCode(output.code));
}

// If the line stands in the settings of a project above this folder, that project's runner takes over, and
// sets its own handlers.
const otherRunner = moveToRoot(line.flags, process.argv.slice(3), { ...machine, surroundings });
if (otherRunner) {
  for (const event of ['exit', 'uncaughtException', runComplete]) process.removeAllListeners(event);
  process.argv[1] = otherRunner;
  require(otherRunner);
} else {
  const { module } = line.flags;
  (module === undefined ? readStdin : readStdinObject)(answerStdin, hookTime());
}

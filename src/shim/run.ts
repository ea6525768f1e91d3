/**
 * The process of `anyhook run`: parses the flags, reads the payload from stdin, calls `runShim`, prints
 * its answer, and ends. Each agent waits for it at every event, so it loads nothing but what a run
 * needs.
 */
import '../util/supported.ts';
import { closeSync, statSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { parseFlags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Surroundings } from '../mapping/adapter.ts';
import { machine } from '../translate/machine.ts';
import { refuseUnwritten } from '../translate/shim-output.ts';
import { attempt } from '../util/attempt.ts';
import { errorCodeOf } from '../util/errors.ts';
import { answerFailure } from './failure-answer.ts';
import { writeLog } from './log.ts';
import { noticeOutput } from './notices.ts';
import { setHomeLookup } from './own-folder.ts';
import { reopenStdin } from './pipe.ts';
import type { Platform } from './platform.ts';
import { moveToRoot } from './project-runner.ts';
import { runComplete } from './run-complete.ts';
import { runShim } from './shim.ts';
import { readStdin, type Stdin } from './stdin.ts';

declare const require: (name: string) => never;

setHomeLookup(() => (require('node:os') as typeof import('node:os')).userInfo().homedir);

// A warning of Node would be taken for output of the hook, and the file that Node writes it to may be a
// pipe that nobody reads.
process.removeAllListeners('warning');

const pause = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const surroundings: Surroundings = {
  folder: () => attempt(() => process.cwd()),
  variable: (name) => process.env[name],
};

const platform: Platform = {
  pause,
  runnerPath: process.argv[1],
  runBounded: (code, globals, timeout) =>
    (require('node:vm') as typeof import('node:vm')).runInNewContext(code, globals, { timeout }),
  http: () => require('node:http'),
  https: () => require('node:https'),
  tls: () => require('node:tls'),
  surroundings,
};

/** The bytes that an empty pipe takes at once on every system. */
const pipeSize = 4096;

/**
 * Writes a text as a whole. The host may read late or never: a text that may not fit into its pipe is
 * written asynchronously, so that signals are still handled.
 *
 * @returns false where nobody can read it.
 */
function write(fd: number, text: string): boolean | Promise<boolean> {
  const bytes = Buffer.from(text);
  if (bytes.length > pipeSize) {
    try {
      const pipe = new Socket({ fd, readable: false, writable: true });
      return new Promise((resolve) => {
        pipe.on('error', () => resolve(false));
        pipe.write(bytes, (error) => resolve(!error));
      });
    } catch {
      // It is a file or a terminal.
    }
  }
  return writeNow(fd, bytes);
}

/**
 * Returns the exit code by which a line knows that there was an answer (`--proof`): 9 for an answer on
 * stdout, 12 for a refusal on stderr, 10 for another exit code of the hook. No script gives these by
 * chance.
 */
function toProofCode(code: number): number {
  if (!proof || code > 128) return code;
  return code === 0 ? 9 : code === 2 ? 12 : 10;
}

/** Writes bytes and blocks until all are written. Returns false where nobody can read them. */
function writeNow(fd: number, bytes: Buffer): boolean {
  let rest = bytes;
  while (rest.length) {
    try {
      const written = writeSync(fd, rest);
      if (written === rest.length) break;
      rest = rest.subarray(written);
    } catch (error) {
      if (errorCodeOf(error) !== 'EAGAIN') return false;
      pause(5);
    }
  }
  return true;
}

const line = parseFlags(process.argv.slice(3));
// An answer that nobody reads can refuse nothing.
if (line.flags.answer !== 'heard') line.flags.onFailure = 'allow';
const { proof } = line.flags;
if (proof) {
  noticeOutput.descriptor = proof;
  line.flags.exit ??= '0'; // the exit code is the proof, so the answer must be JSON
}
let bytes: Buffer = Buffer.allocUnsafeSlow(0); // the executable has called it already, so it is compiled
let isAnswered = false;
let thrown: unknown = new AnyhookError('system', 'the run ended without an answer');

// However the run ends, there is an answer: without one, the host would go on as if there were no hook.
process.on('exit', (code) => {
  if (isAnswered || code > 128) return; // above 128: a signal of the host ended the run
  const output = answerFailure(thrown, line.flags, { bytes });
  writeNow(noticeOutput.descriptor, Buffer.from(output.stderr));
  const isWritten = writeNow(1, Buffer.from(output.stdout));
  process.exitCode = toProofCode(isWritten ? output.code : refuseUnwritten(output).code);
});
// Where no loader cleared the variable, Node would try for ever to make a folder that cannot be made.
process.on('exit', () => {
  const { NODE_V8_COVERAGE: folder } = process.env;
  if (!folder || attempt(() => statSync(folder).isDirectory())) return;
  (require('node:v8') as typeof import('node:v8')).stopCoverage();
  attempt(() => closeSync(2)); // Node would write an error there
});
process.on('uncaughtException', (error) => {
  thrown = error;
  process.exit(1);
});

/** Runs the shim on the payload, prints the answer, writes the log, and ends the process. */
const answerStdin = (stdin: Stdin): void => {
  bytes = stdin.bytes;
  let { isEnded: canReopen = false } = stdin; // once: a second hook could read what the first left
  platform.openPipe = () => {
    if (!canReopen) return undefined;
    canReopen = false;
    return reopenStdin();
  };
  runShim(line, stdin, platform).then(async (output) => {
    await write(noticeOutput.descriptor, output.stderr);
    isAnswered = true;
    if (!(await write(1, output.stdout))) {
      const { code, stderr } = refuseUnwritten(output);
      write(noticeOutput.descriptor, stderr);
      output.code = code;
    }
    writeLog(line.flags, output);
    // A translated run has used all code that later runs need compiled.
    if (output.log.told && output.log.ran) process.emit(runComplete, 0);
    process.exit(toProofCode(output.code));
  });
};

// The runner of another project takes over this process, where the line is one of that project.
const otherRunner = moveToRoot(line.flags, process.argv.slice(3), { ...machine, surroundings });
if (otherRunner) {
  for (const event of ['exit', 'uncaughtException']) process.removeAllListeners(event);
  process.argv[1] = otherRunner;
  require(otherRunner);
} else {
  readStdin(answerStdin, line.flags.timeout);
}

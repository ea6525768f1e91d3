import { errorCodeOf } from '../util/errors.ts';
/** The executable's hot path: `anyhook run`. Loads nothing but what a run needs. */
import '../util/supported.ts';
import { closeSync, statSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { parseFlags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Surroundings } from '../mapping/adapter.ts';
import { machine } from '../translate/machine.ts';
import { refuseUnwritten } from '../translate/shim-output.ts';
import { attempt } from '../util/attempt.ts';
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

// A warning of Node is no word of a hook, and the file for it may be a pipe that nobody reads.
process.removeAllListeners('warning');

const pause = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const surroundings: Surroundings = {
  folder: () => attempt(() => process.cwd()),
  variable: (name) => process.env[name],
};

const lazy: Platform = {
  pause,
  runnerPath: process.argv[1],
  runBounded: (code, globals, timeout) =>
    (require('node:vm') as typeof import('node:vm')).runInNewContext(code, globals, { timeout }),
  http: () => require('node:http'),
  https: () => require('node:https'),
  tls: () => require('node:tls'),
  surroundings,
};

/** What an empty pipe takes at once, wherever it is. */
const hold = 4096;

/**
 * Writes all of a text. False: nobody can read it. A host may read late or never: what does not fit
 * into its pipe is written while signals are still heard.
 */
function write(fd: number, text: string): boolean | Promise<boolean> {
  const bytes = Buffer.from(text);
  if (bytes.length > hold) {
    try {
      const pipe = new Socket({ fd, readable: false, writable: true });
      return new Promise((resolve) => {
        pipe.on('error', () => resolve(false));
        pipe.write(bytes, (error) => resolve(!error));
      });
    } catch {
      // A file, or a terminal.
    }
  }
  return writeNow(fd, bytes);
}

/** Codes that no script gives by chance: an answer, a refusal on stderr, a code of the hook's own. */
function proved(code: number): number {
  if (!proof || code > 128) return code;
  return code === 0 ? 9 : code === 2 ? 12 : 10;
}

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

const given = parseFlags(process.argv.slice(3));
// What is not heard can refuse nothing.
if (given.flags.answer !== 'heard') given.flags.onFailure = 'allow';
const { proof } = given.flags;
if (proof) {
  noticeOutput.descriptor = proof;
  given.flags.exit ??= '0'; // the code says that there was an answer, and the answer is JSON
}
let bytes: Buffer = Buffer.allocUnsafeSlow(0); // as the executable calls it: compiled already
let answered = false;
let thrown: unknown = new AnyhookError('system', 'the run ended without an answer');

// However it ends: without an answer, a host would take it for none.
process.on('exit', (code) => {
  if (answered || code > 128) return; // a signal, passed on
  const said = answerFailure(thrown, given.flags, { bytes });
  writeNow(noticeOutput.descriptor, Buffer.from(said.stderr));
  const heard = writeNow(1, Buffer.from(said.stdout));
  process.exitCode = proved(heard ? said.code : refuseUnwritten(said).code);
});
// Where no loader has taken it from Node: Node tries for ever to make a folder that cannot be made.
process.on('exit', () => {
  const { NODE_V8_COVERAGE: folder } = process.env;
  if (!folder || attempt(() => statSync(folder).isDirectory())) return;
  (require('node:v8') as typeof import('node:v8')).stopCoverage();
  attempt(() => closeSync(2)); // on which it would complain
});
process.on('uncaughtException', (error) => {
  thrown = error;
  process.exit(1);
});

/** Runs the hook on what stdin holds, says the answer, and ends. */
const answer = (stdin: Stdin): void => {
  bytes = stdin.bytes;
  let { isEnded: ended = false } = stdin; // for one hook alone: another could read what it left
  lazy.openPipe = () => {
    if (!ended) return undefined;
    ended = false;
    return reopenStdin();
  };
  runShim(given, stdin, lazy).then(async (said) => {
    await write(noticeOutput.descriptor, said.stderr);
    answered = true;
    if (!(await write(1, said.stdout))) {
      const { code, stderr } = refuseUnwritten(said);
      write(noticeOutput.descriptor, stderr);
      said.code = code;
    }
    writeLog(given.flags, said);
    if (said.log.told && said.log.ran) process.emit(runComplete, 0);
    process.exit(proved(said.code));
  });
};

const other = moveToRoot(given.flags, process.argv.slice(3), { ...machine, surroundings });
if (other) {
  for (const event of ['exit', 'uncaughtException']) process.removeAllListeners(event);
  process.argv[1] = other;
  require(other);
} else {
  readStdin(answer, given.flags.timeout);
}

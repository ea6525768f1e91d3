/** The executable's hot path: `anyhook run`. Loads nothing but what a run needs. */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { parseFlags } from '../flags.ts';
import { served } from '../served.ts';
import { unsaid } from '../translate/said.ts';
import { writeLog } from './log.ts';
import { knowHome } from './private.ts';
import { type Lazy, shim } from './shim.ts';
import { readStdin } from './stdin.ts';

declare const require: (name: string) => never;

knowHome(() => (require('node:os') as typeof import('node:os')).userInfo().homedir);

const lazy: Lazy = {
  bounded: (code, globals, timeout) =>
    (require('node:vm') as typeof import('node:vm')).runInNewContext(code, globals, { timeout }),
};

/** What an empty pipe takes at once, wherever it is. */
const hold = 4096;

/**
 * Writes all of a text. False: nobody can read it. A host may read late or never: what does not fit
 * into its pipe is written while signals are still heard.
 */
function write(fd: number, text: string): boolean | Promise<boolean> {
  let rest = Buffer.from(text);
  if (rest.length > hold) {
    try {
      const pipe = new Socket({ fd, readable: false, writable: true });
      return new Promise((resolve) => {
        pipe.on('error', () => resolve(false));
        pipe.write(rest, (error) => resolve(!error));
      });
    } catch {
      // A file, or a terminal.
    }
  }
  while (rest.length) {
    try {
      const written = writeSync(fd, rest);
      if (written === rest.length) break;
      rest = rest.subarray(written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}

const given = parseFlags(process.argv.slice(3));
readStdin((stdin) => {
  shim(given, stdin, lazy).then(async (said) => {
    await write(2, said.stderr);
    if (!(await write(1, said.stdout))) {
      const { code, stderr } = unsaid(said);
      write(2, stderr);
      said.code = code;
    }
    writeLog(given.flags, said);
    if (said.log.told && said.log.ran) process.emit(served, 0);
    process.exit(said.code);
  });
});

/** What a handler in this process gets in place of what belongs to the run: stdin, stdout, stderr and `process.exit`. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { attempt } from '../util/attempt.ts';
import { asObject, isObject } from '../util/equal.ts';
import { once } from '../util/once.ts';
import { answerOutput, noticeOutput } from './notices.ts';
import type { Require } from './platform.ts';
import { makeUnlistedFile } from './private-files.ts';
import { startWatchdog } from './watchdog.ts';

/** The file that takes what handlers and their children print. */
let printed: number | undefined;
/** How much of it was taken, in bytes. */
let taken = 0;
/** How much of it is taken at most, in bytes. */
const maxPrinted = 1024 * 1024;

/**
 * Makes a file that takes what is printed, and puts it in the place of stdout and stderr (the descriptors 1 and 2). The
 * answer goes to a copy of stdout that only this process has. If stdout is a socket or a file, it cannot be copied: then the
 * functions of Node that print are changed.
 *
 * @param text The text of the module, which tells whether it starts processes.
 */
export function openPrinted(text: string, require: Require): void {
  if (printed !== undefined) return;
  mayUseThreads = unlisted.some((name) => text.includes(name));
  const { O_RDWR, O_WRONLY, O_APPEND, O_NONBLOCK } = constants;
  const file = makeUnlistedFile(Buffer.alloc(0)) ?? openSync('/dev/null', O_RDWR);
  printed = file;
  Object.defineProperty(process, 'stdin', { get: () => require('node:stream').Readable.from([]) });
  const copy = (fd: number) =>
    attempt(() => {
      // What others write to a file would begin where they left it, and not behind the answer.
      if (fstatSync(fd).isFile()) return undefined;
      // A pipe that nobody reads any more would be waited for, if the flag was not there.
      return openSync(`/dev/fd/${fd}`, O_WRONLY | O_APPEND | O_NONBLOCK);
    });
  const [answer, notices] = [copy(1), copy(2)];
  answerOutput.file = attempt(() => fstatSync(answer ?? 1));
  if (answer === undefined || notices === undefined) {
    replacePrinting(file, require);
    if (text.includes('child_process')) redirectChildren(file, require);
    return;
  }
  answerOutput.descriptor = answer;
  if (noticeOutput.descriptor === 2) noticeOutput.descriptor = notices;
  // A new descriptor is the lowest one that is free.
  for (const fd of [1, 2]) {
    closeSync(fd);
    openSync(`/dev/fd/${file}`, O_RDWR | O_APPEND);
  }
}

/** Returns what was printed since the last call. */
export function takePrinted(): string {
  if (printed === undefined) return '';
  const file = printed;
  const size = attempt(() => fstatSync(file).size) ?? 0;
  const length = Math.min(size - taken, maxPrinted);
  if (length <= 0) return '';
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, taken);
  taken = size;
  return bytes.toString();
}

type Callable = (...args: unknown[]) => unknown;

/** Replaces functions of a module of Node by functions that call them with other arguments. */
function replaceArguments(
  functions: object,
  names: readonly string[],
  change: (args: unknown[], name: string) => unknown[],
): void {
  const table = functions as Record<string, Callable>;
  for (const name of names) {
    const original = table[name];
    if (original) table[name] = (...args) => original(...change(args, name));
  }
}

/** Functions of `node:fs` that write to a descriptor, which is their first argument. */
const writers = [
  ...['write', 'writeSync', 'writev', 'writevSync', 'writeFile', 'writeFileSync'],
  ...['appendFile', 'appendFileSync'],
];

/** Changes the functions of Node that print to 1 and 2: they print into a file. */
function replacePrinting(file: number, require: Require): void {
  noticeOutput.isReplaced = true;
  const instead = (fd: unknown) => (fd === 1 || fd === 2 ? file : fd);
  const fs = require('node:fs');
  const { writeSync } = fs;
  replaceArguments(fs, writers, ([fd, ...rest]) => [instead(fd), ...rest]);
  for (const name of ['stdout', 'stderr'] as const) {
    let stream: unknown;
    const make = () => {
      const { Writable } = require('node:stream');
      return new Writable({
        write(chunk, _, done) {
          writeSync(file, chunk);
          done();
        },
      });
    };
    Object.defineProperty(process, name, { get: () => (stream ??= make()), configurable: true });
  }
}

/** Changes the functions of Node that start processes: these print into a file, and not to what is 1 and 2 here. */
function redirectChildren(file: number, require: Require): void {
  const redirect = (one: unknown, at: number) =>
    (at > 0 && one === 'inherit') || one === 1 || one === 2 ? file : one;
  const change = (options: unknown, isFork = false): unknown => {
    if (!isObject(options)) return options;
    const { stdio = isFork && !options.silent ? [0, file, file, 'ipc'] : undefined } = options;
    if (stdio === 'inherit') return { ...options, stdio: [0, file, file] };
    return Array.isArray(stdio) ? { ...options, stdio: stdio.map(redirect) } : options;
  };
  const processes = require('node:child_process');
  const names = ['spawn', 'spawnSync', 'execSync', 'execFileSync'];
  replaceArguments(processes, names, (args) => args.map((one) => change(one)));
  replaceArguments(processes, ['fork'], ([path, args, options]) =>
    Array.isArray(args)
      ? [path, args, change({ ...asObject(options) }, true)]
      : [path, [], change({ ...asObject(args ?? options) }, true)],
  );
}

/**
 * Makes the ways in which code ends its process end the hook, and not this process: `process.exit` and its like, and a
 * signal to this process or its group. They throw. They do so to its end, since code that a handler has put off may call them.
 *
 * @param onEnd Is told the call. Returns false if the hook has ended before: then nothing is thrown, since Node ends the
 *   process where a listener for errors throws.
 */
export function replaceExit(onEnd: (call: string) => boolean): void {
  const { kill, pid } = process;
  const stop = (name: string, ...values: unknown[]): never => {
    if (onEnd(`${name}(${values})`)) throw new Error(`process.${name} ends nothing in a hook`);
    return undefined as never;
  };
  for (const name of ['exit', 'reallyExit', 'abort'])
    Object.assign(process, { [name]: stop.bind(null, name) });
  process.kill = (target, signal) =>
    signal !== 0 && [pid, -pid, 0, -1].includes(Number(target))
      ? stop('kill', 'its own process')
      : kill.call(process, target, signal);
}

/** The events of the process that the run hears. */
const heard = ['exit', 'beforeExit', 'uncaughtException', 'unhandledRejection'] as const;
/** How many listeners the run has at the end of the process. */
let ownExitListeners = 0;
const { emit } = process;

/** Makes `process.removeAllListeners` leave the listeners that there are now. */
export function keepListeners(): void {
  const { removeAllListeners } = process;
  const kept = heard.map((name) => [name as string, process.rawListeners(name as 'exit')] as const);
  ownExitListeners = process.listenerCount('exit');
  process.removeAllListeners = (...names) => {
    removeAllListeners.apply(process, names);
    for (const [name, listeners] of kept)
      for (const one of listeners)
        if (!process.rawListeners(name as 'exit').includes(one as never))
          process.on(name, one as never);
    return process;
  };
}

/** Tells whether handlers have left something to be called at the end of the process. */
export const leavesExitListeners = (): boolean =>
  process.emit !== emit || process.listenerCount('exit') !== ownExitListeners;

/** Names of what has threads work for it, and is not among the requests that Node lists. */
const unlisted = ['zlib', 'scrypt', 'pbkdf2', 'subtle', 'Worker'];
let mayUseThreads = false;
const { getActiveResourcesInfo } = process;

/** Tells whether handlers may have left work to threads, which Node waits for at its end: with a file, a name of a host or a key. */
export const leavesThreads = (): boolean =>
  mayUseThreads || getActiveResourcesInfo().some((name) => name.includes('Req'));

/** Ends the processes that the handlers have started and that still run. */
export function endChildren(): void {
  const { _getActiveHandles: list } = process as unknown as {
    _getActiveHandles?(): { pid?: number; kill?(signal: string): void }[];
  };
  for (const handle of list?.call(process) ?? [])
    if (handle.pid !== undefined) attempt(() => handle.kill?.('SIGKILL'));
}

/**
 * Limits calls that the watchdog of V8 cannot end, since no JavaScript runs in them: processes that are waited for end
 * with the time of the hook, and a pipe or a device is not opened. A model can choose the path of a file that a hook reads.
 *
 * @param text The text of the module. One that names no such function needs no limits.
 * @param timeout The milliseconds that the hook has.
 */
export function limitBlockingCalls(text: string, timeout: number, require: Require): void {
  if (!text.includes('Sync')) return;
  const end = Date.now() + timeout;
  const limit = (options: unknown) => {
    const { timeout: own, ...rest } = asObject(options);
    const left = Math.max(1, end - Date.now());
    return { ...rest, timeout: Math.min(Number(own) || left, left), killSignal: 'SIGKILL' };
  };
  if (text.includes('child_process')) {
    const processes = require('node:child_process');
    replaceArguments(processes, ['execSync'], ([line, options]) => [line, limit(options)]);
    replaceArguments(processes, ['execFileSync', 'spawnSync'], ([file, args, options]) =>
      Array.isArray(args) ? [file, args, limit(options)] : [file, [], limit(args ?? options)],
    );
  }
  const fs = require('node:fs');
  const { statSync } = fs;
  const statOf = (file: unknown) =>
    attempt(() => (typeof file === 'number' ? fstatSync(file) : statSync(file as string)));
  const watch = once(() => startWatchdog(end - Date.now(), require));
  const refuseWaiting = (file: unknown, isRead: boolean) => {
    const stat = statOf(file);
    if (!stat) return;
    const isDevice = stat.isCharacterDevice() && stat.rdev !== statOf('/dev/null')?.rdev;
    if (typeof file !== 'number' && (isDevice || stat.isFIFO()))
      throw new Error(`${file} is a pipe or a device`);
    if (isRead && stat.size > maxRead) throw new Error(`${file} is over 256 MB`);
    // It may be a file of the system, such as /proc/kmsg, and wait like a pipe.
    if (!stat.size) watch();
  };
  replaceArguments(fs, openers, (args, name) => {
    refuseWaiting(args[0], /^[rc]/.test(name));
    if (name === 'copyFileSync') refuseWaiting(args[1], false);
    return args;
  });
}

/** Functions of `node:fs` that open a file by its path, and wait where that is a pipe. */
const openers = ['readFileSync', 'openSync', 'writeFileSync', 'appendFileSync', 'copyFileSync'];
/** How much of a file they read at most, in bytes: V8 cannot end a read. */
const maxRead = 2 ** 28;

/**
 * Runs hooks that are modules: calls the handler in this process, and takes its outcome as what the hook printed. A
 * handler is code of the project that may do anything a script does, so it is given what a script would get, and
 * each way in which it can end is an end of the hook.
 */

import { AnyhookError } from '../errors.ts';
import { endOfError, endOfValue, findHandler, type HandlerEnd } from '../hook/handler-end.ts';
import { handlerNameOf } from '../hook/handler-name.ts';
import type { Finished } from '../mapping/adapter.ts';
import { attempt } from '../util/attempt.ts';
import { errorCodeOf } from '../util/errors.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { type BuiltIns, exchangeBuiltIns } from './built-ins.ts';
import { crash } from './crash.ts';
import { handlersOf, readModule } from './module-file.ts';
import {
  endChildren,
  keepListeners,
  limitBlockingCalls,
  openPrinted,
  replaceExit,
  takePrinted,
} from './module-process.ts';
import type { Require } from './platform.ts';
import { callAfter } from './timer.ts';
import { runLimited, startWatchdog } from './watchdog.ts';

/** A hook that is a module, and one event for it. */
export interface ModuleHook {
  /** The name of its file in the folder `modules/` beside the runner. */
  module: string;
  /** Path of the runner. */
  runner: string;
  /** The canonical event, as JSON. */
  input: Buffer | string;
  cwd: string | undefined;
  /** The environment that the handler sees. */
  env: NodeJS.ProcessEnv;
  /** Milliseconds until the handler counts as one that ran out of time. */
  timeout: number;
  /** The exit code of this process if it can give no answer, since the handler has changed built-in objects for good. */
  lostCode: 0 | 2;
}

type End = HandlerEnd | { timedOut: true };

/** The handlers of the module, which is loaded once for all objects of a call. */
let handlers: unknown;
/** The built-in objects as they were before the first handler was loaded. */
let ours: BuiltIns | undefined;
/** The built-in objects as the handlers left them at the end of a call. */
let changed: BuiltIns | undefined;

// Kept, since a handler may replace it.
const { setImmediate: callLater } = globalThis;

/**
 * Calls the handler of an event.
 *
 * 1. Reads the file. If that fails, the hook was not started.
 * 2. Gives the handler its surroundings: folder, variables and arguments, an empty stdin, and a file in place of stdout
 *    and stderr. So nothing that it or its children print is taken for the answer.
 * 3. Loads the module and calls the handler. A watchdog of V8 ends whatever runs until both have returned and no
 *    microtask is left.
 * 4. If the handler has returned a promise that is not settled, another process watches this one: code that is called
 *    later and does not end cannot be ended in any other way.
 *
 * Rejects with `usage` if the file of this process is no runner.
 */
export async function callHandler(hook: ModuleHook, require: Require): Promise<Finished> {
  const { module, runner, input, cwd, env, timeout, lostCode } = hook;
  let file: ReturnType<typeof readModule>;
  try {
    file = readModule(module, runner);
  } catch (error) {
    if (error instanceof AnyhookError) throw error;
    return { code: null, stdout: '', stderr: '', notStarted: (error as Error).message };
  }
  const before = { argv: process.argv, env: process.env, folder: attempt(() => process.cwd()) };
  try {
    if (cwd !== undefined) process.chdir(cwd);
  } catch {
    throw new AnyhookError('system', `the working directory ${cwd} is not there`);
  }
  openPrinted(file.text, require);
  const { Script } = require('node:vm');
  // Without `await`, the method `then` of this promise would be called, which a handler may replace.
  return await new Promise((resolve) => {
    const fs = require('node:fs');
    // All that is ours to do is done before handlers change built-in objects.
    const event = JSON.parse(input.toString()) as Json;
    const name = handlerNameOf(String(event.event));
    ours ??= exchangeBuiltIns(fs);
    const built = ours;
    if (changed) exchangeBuiltIns(fs, changed);
    let end: End | undefined;
    /** Whether the watchdog is another process. Undefined while the handler is called. */
    let isWatched: boolean | undefined;
    /** Reads, at once, what a handler has returned or thrown. That may run its code, which must change nothing of ours. */
    const read = (makeEnd: () => End): End => {
      const theirs = exchangeBuiltIns(fs, built);
      const found = makeEnd();
      const isAsBefore = exchangeBuiltIns(fs, built) === built;
      if (theirs !== built) exchangeBuiltIns(fs, theirs);
      return isAsBefore || !('stdout' in found) ? found : { broken: 'changed built-in objects' };
    };
    const finish = (found: End): boolean => {
      if (end) return false;
      end = found;
      // What the handler has put off runs before the run goes on: it would change built-in objects of ours.
      if (isWatched) callLater(complete);
      else if (isWatched === false) complete();
      return true;
    };
    const complete = once(() => {
      changed = exchangeBuiltIns(fs, built);
      if (!end) return;
      if ('timedOut' in end) endChildren();
      process.argv = before.argv;
      process.env = before.env;
      if (before.folder !== undefined) attempt(() => process.chdir(before.folder as string));
      resolve({
        code: 'stdout' in end ? 0 : null,
        stdout: '',
        ...end,
        stderr: takePrinted(),
      } as Finished);
    });
    const fail = (error: unknown, how?: string) =>
      finish(
        attempt(() => errorCodeOf(error)) === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
          ? { timedOut: true }
          : read(() => endOfError(error, how)),
      );
    const breakOff = (broken: string) => finish({ broken });
    replaceExit((call) => breakOff(`called process.${call}, and gave no outcome`));
    // `await` uses nothing that a handler can replace.
    const take = async (promise: PromiseLike<unknown>) => {
      try {
        const value = await promise;
        finish(read(() => endOfValue(value)));
      } catch (error) {
        fail(error);
      }
    };
    Object.assign(crash, { take: fail, lostCode });
    crash.idle = () => breakOff('returned a promise that nothing is left to settle');
    hearProcess();
    process.argv = [process.execPath, file.path];
    process.env = env;
    /** Compiles and runs a text as a CommonJS module, and returns what it exports. */
    const load = (): unknown => {
      limitBlockingCalls(file.text, timeout, require);
      const text = `(function (exports, require, module, __filename, __dirname) {${file.text}\n})`;
      const scope = { exports: {} };
      // A file that does not name it needs none.
      const requireBuiltIn = file.text.includes('require') ? limitRequire(require) : undefined;
      new Script(text, { filename: file.path })
        .runInThisContext()
        .call(scope.exports, scope.exports, requireBuiltIn, scope, file.path, '');
      return scope.exports;
    };
    const call = () => {
      try {
        handlers ??= handlersOf(load());
      } catch (error) {
        return fail(error, 'could not be loaded:');
      }
      const handler = findHandler(handlers, name);
      if (typeof handler !== 'function') return finish(handler);
      const result = handler(event) as PromiseLike<unknown> | undefined;
      const isPromise = typeof result?.then === 'function';
      if (isPromise) take(result);
      // It is read at once, since what has been put off may change it.
      let found: End = { stdout: '' };
      if (!isPromise && result !== undefined) found = read(() => endOfValue(result));
      // What the handler has put off runs now, within its time. A rejection that nobody takes is then known.
      (process as unknown as { _tickCallback?(): void })._tickCallback?.();
      if (!isPromise) finish(found);
    };
    // In a callback of its own, an error that the watchdog of V8 throws goes to `crash`, and Node goes on.
    callLater(() => {
      try {
        runLimited(call, timeout, require);
      } finally {
        isWatched = false;
        if (end) complete();
      }
      if (end) return;
      isWatched = true;
      startWatchdog(timeout, require);
      callAfter(timeout, () => finish({ timedOut: true }));
    });
  });
}

/** Hears what becomes of what handlers leave behind. Listeners are set once for all objects of a call. */
const hearProcess = once(() => {
  process.on('unhandledRejection', (error) => crash.take(error, 'left a promise rejected with'));
  process.on('beforeExit', () => crash.idle());
  keepListeners();
});

/**
 * Returns the `require` of handlers, which knows the modules of Node alone, as does each that `createRequire` makes. All else
 * is in the file of the hook, or is missing as it was at `anyhook sync`: a model could put it into `node_modules`.
 */
function limitRequire(require: Require): NodeJS.Require {
  const modules = require('node:module');
  const { isBuiltin } = modules;
  const builtIn = (name: string) => {
    if (isBuiltin(name)) return name as 'node:module';
    const why = `Cannot find module '${name}' in its bundle`;
    throw Object.assign(new Error(why), { code: 'MODULE_NOT_FOUND' });
  };
  const limited = Object.assign((name: string) => require(builtIn(name)), {
    resolve: builtIn,
    cache: {},
  }) as never;
  modules.createRequire = () => limited;
  return limited;
}

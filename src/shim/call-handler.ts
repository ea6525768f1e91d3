/** Runs hooks that are modules: calls the handler in this process, and takes its outcome as what the hook printed. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { handlerNameOf } from '../hook/handler-name.ts';
import type { Finished } from '../mapping/adapter.ts';
import { isObject } from '../util/equal.ts';
import { errorMessageOf } from '../util/errors.ts';
import { parseJsonObject } from '../util/json.ts';

/** A hook that is a module, and one event for it. */
export interface ModuleHook {
  /** The name of its file in the folder `modules/` beside the runner. */
  module: string;
  /** Path of the runner. */
  runner: string;
  /** The canonical event, as JSON. */
  input: Buffer | string;
}

/** Calls the handler of the event, and returns its outcome as the stdout of a command. */
export async function callHandler({ module, runner, input }: ModuleHook): Promise<Finished> {
  const broken = (why: string): Finished => ({ code: null, broken: why, stdout: '', stderr: '' });
  try {
    const path = join(dirname(runner), 'modules', module);
    const scope = { exports: {} as Record<string, unknown> };
    const load = new Function('module', 'exports', readFileSync(path, 'utf8'));
    load(scope, scope.exports);
    const event = parseJsonObject(input.toString()) ?? {};
    const name = handlerNameOf(String(event.event));
    const handlers = scope.exports.default ?? scope.exports;
    const handler = isObject(handlers) ? handlers[name] : undefined;
    if (typeof handler !== 'function') return broken(`has no handler ${name}`);
    const outcome = (await handler(event)) ?? {};
    return { code: 0, stdout: JSON.stringify(outcome), stderr: '' };
  } catch (error) {
    return broken(`threw an error: ${errorMessageOf(error)}`);
  }
}

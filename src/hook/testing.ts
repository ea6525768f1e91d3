/** The entry point `anyhook/hook/testing`: asks a hook about one event as a run does, in a test of vitest or of `node:test`. */
import type { Event, EventName, Outcome, ToolName } from '../canonical/types.ts';
import { findVerdict, type Verdict } from '../canonical/verdict.ts';
import { AnyhookError, closedAsync } from '../errors.ts';
import { encode, hear, type Output, say, type VendorOrAdapter } from '../index.ts';
import { optionsOf } from '../library/arguments.ts';
import { emptyWorld } from '../library/world.ts';
import { isAbsolute } from '../mapping/path-codecs.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { endOfError, endOfValue, findHandler } from './handler-end.ts';
import { handlerNameOf } from './handler-name.ts';
import type { Handlers } from './hook.ts';

/**
 * An event to ask a hook about: the command of a shell; or a call, `{ tool: 'write', path: 'a.txt', content: '' }`, whose
 * arguments may also stand in `input`; or any event with its name, `{ event: 'stop', response: 'Done.' }`.
 */
export type TestedCall =
  | string
  | ({ tool: ToolName; event?: EventName; input?: Json } & Json)
  | ({ event: EventName } & Json);

/** Options of {@link testHook}. */
export interface TestOptions {
  /** The agent whose answer is returned as `output`. */
  host?: VendorOrAdapter;
}

/** What a hook says about an event. */
export interface TestedAnswer {
  /** `pass`: the hook has no opinion. */
  verdict: Verdict;
  /** Why the call is refused or put to the person, or why the turn ends. Absent: the hook gives no reason. */
  reason?: string;
  /** The whole outcome, as a run has it. */
  outcome: Outcome;
  /** How the hook failed. At an event that can be refused, that is a refusal with this reason. Absent: it did not fail. */
  failure?: string;
  /** What the agent of `host` would be told. Absent: no host was given, or the host fires no hook for the event. */
  output?: Output;
}

/**
 * Asks a hook about one event, as `anyhook run` does: an exception, a promise that is rejected, a value that is no outcome
 * and an unknown verdict are failures, which refuse at an event that can be refused. The hook runs in this process,
 * without a time limit.
 *
 * @param hook The handlers, as the file of the hook exports them.
 * @param call The event. A relative `path` counts from the working directory.
 * @throws {AnyhookError} `usage`: the call has neither a tool nor an event. `event`: there is no such event. `vendor`:
 *   there is no such host
 * @example
 * const { verdict, reason } = await testHook(guard, 'rm -rf x');
 * expect(verdict).toBe('deny');
 */
export const testHook = (
  hook: Handlers,
  call: TestedCall,
  options?: TestOptions,
): Promise<TestedAnswer> =>
  closedAsync(() => askHook(hook, call, optionsOf(options, ['host']).host));

async function askHook(
  hook: Handlers,
  call: TestedCall,
  host: VendorOrAdapter | undefined,
): Promise<TestedAnswer> {
  const event = eventOf(call);
  const handler = findHandler(hook, handlerNameOf(String(event.event)));
  const end = typeof handler === 'function' ? await endOf(handler, event) : handler;
  const finished = { code: 'stdout' in end ? 0 : null, stdout: '', stderr: '', ...end };
  const { outcome, failure } = hear('anyhook', event, finished as never, { world: emptyWorld });
  const payload = host && encode(host, event as Event, { world: emptyWorld })?.payload;
  const reason = outcome.halt ? outcome.haltReason : outcome.reason;
  return {
    verdict: findVerdict(outcome),
    ...(reason !== undefined && { reason }),
    outcome,
    ...(failure !== undefined && { failure }),
    ...(host && payload && { output: say(host, payload, outcome) }),
  };
}

/** Calls a handler with a copy of an event, which it may change. */
async function endOf(handler: (event: unknown) => unknown, event: Json) {
  try {
    return endOfValue(await handler(structuredClone(event)));
  } catch (error) {
    return endOfError(error);
  }
}

/** Returns the whole event that a short call stands for. */
function eventOf(call: TestedCall): Json {
  if (typeof call === 'string') return eventOf({ tool: 'shell', command: call });
  if (!isObject(call) || (call.tool === undefined && call.event === undefined))
    throw new AnyhookError('usage', 'testHook: say a command, a tool or an event');
  const cwd = process.cwd();
  const { event = 'before-tool', tool, ...fields } = call as Json;
  if (tool === undefined) return { cwd, event, ...fields };
  const { input = fields, name = tool, ...others } = fields;
  const argumentsOfCall = { ...(input as Json) };
  const { path } = argumentsOfCall;
  if (typeof path === 'string' && !isAbsolute(path)) argumentsOfCall.path = `${cwd}/${path}`;
  const rest = input === fields ? {} : others;
  return { cwd, event, tool, name, input: argumentsOfCall, ...rest };
}

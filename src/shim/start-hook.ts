/** Starts a hook: a command is run as a process, and an address gets the payload by an HTTP request. */
import { resolve } from 'node:path';
import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Finished, Runtime } from '../mapping/adapter.ts';
import { trimOutput } from '../mapping/finished-command.ts';
import { isGate } from '../translate/bindings.ts';
import { policyFor } from '../translate/failure-policy.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { canBeGate } from '../translate/likely-event.ts';
import { readStatedProject, requireProject, withLineProject } from '../translate/project.ts';
import { parseJsonObject } from '../util/json.ts';
import { callHandler } from './call-handler.ts';
import { type Command, runCommand } from './command.ts';
import { readHostEnvironment } from './hook-environment.ts';
import { postPayload } from './http-hook.ts';
import { isCompleteResponse } from './judge-hook.ts';
import { addRecordedValues } from './line-values.ts';
import { type Platform, worldOf } from './platform.ts';
import type { Run } from './prepare-run.ts';
import * as memory from './session-memory.ts';
import type { Stdin } from './stdin.ts';
import { resolveVariables } from './substitute.ts';
import { hookTimeWithin } from './time-limits.ts';

/**
 * Runs the hook once, on one of its inputs. The hook gets the variables that hooks at the start of the
 * session set, those that its own agent sets, and those of `--env`. Of one name, the last of these counts.
 *
 * @param stdin The payload of the input, as the text that the hook reads.
 * @param limits In milliseconds. `timeout`: the hook is then ended. `openPipeLimit`: how long after the end of
 *   the hook its output is judged for the last time, if a child of the hook still holds a pipe open: if the
 *   output is then a complete response, it counts.
 */
export function runHook(
  run: Run,
  input: HookInput,
  stdin: Buffer | string,
  limits: { timeout: number; openPipeLimit: number },
  platform: Platform,
): Promise<Finished> {
  const { flags, event, dialect } = run;
  const { runtime } = dialect;
  const project = event.cwd;
  const variables = {
    ...memory.readSessionVariables(run),
    ...unsetTooLong(runtime.env(event)),
    ...flags.env,
  };
  return startHook(flags, dialect, stdin, variables, platform, {
    ...limits,
    isAtGate: isGate(run.host.bindings[0]),
    project,
    waitsForPipes: runtime.waitsForPipes === true || isGate(input.binding),
    isCompleteResponse: (finished, pipes) => isCompleteResponse(run, input, finished, pipes),
  });
}

/**
 * Runs a hook on an event of its own agent that no table has. The hook receives the payload byte for
 * byte. Its response counts as complete once stdout is a JSON object and the exit code is 0.
 *
 * @param event The native name of the event.
 */
export function runHookOnUnknownEvent(
  flags: Flags,
  event: string,
  dialect: Adapter,
  stdin: Stdin,
  platform: Platform,
): Promise<Finished> {
  const world = withLineProject(dialect, worldOf(platform), flags.cwd);
  requireProject(dialect, world);
  addRecordedValues(flags, platform.runnerPath);
  return startHook(flags, dialect, stdin.bytes, flags.env, platform, {
    project: readStatedProject(dialect, world),
    timeout:
      (flags.timeout ?? hookTimeWithin(dialect.runtime.timeout)) - (platform.elapsed?.() ?? 0),
    isAtGate: canBeGate(event),
    waitsForPipes: dialect.runtime.waitsForPipes === true || canBeGate(event),
    isCompleteResponse: ({ code, stdout }) =>
      code === 0 && parseJsonObject(trimOutput(stdout)) !== undefined,
  });
}

/**
 * Runs the command of a hook, or posts the payload to its address.
 *
 * 1. Makes two environments from that of this process: `env` for the hook, and `clientEnv`, which stands
 *    for the environment of the vendor's client: it lacks the variables that the client sets for hooks.
 * 2. Sets the hook's variables in `env`. If the vendor replaces `$NAME` in its settings, it does so in the
 *    values of `--env` too: these are resolved from `clientEnv`.
 * 3. Resolves the folder of the plugin and the working directory against the project.
 * 4. Posts the payload, or runs the command.
 *
 * @param variables The variables to set for the hook. One with the value undefined is removed.
 * @param limits The fields of `Command` that say how long is waited; beside them `project`, the project's
 *   folder, and `isAtGate`: whether the event of the host is a gate.
 */
function startHook(
  flags: Flags,
  { runtime, http }: Adapter,
  input: Buffer | string,
  variables: Readonly<Record<string, string | undefined>>,
  platform: Platform,
  {
    project,
    isAtGate,
    ...limits
  }: Pick<Command, 'timeout' | 'openPipeLimit' | 'waitsForPipes' | 'isCompleteResponse'> & {
    project: string | undefined;
    isAtGate: boolean;
  },
): Promise<Finished> {
  const { substitutesSettings } = runtime;
  const env = readHostEnvironment(flags);
  const clientEnv = substitutesSettings ? { ...env } : env;
  if (substitutesSettings) for (const name of runtime.commandVariables) delete clientEnv[name];
  const [pluginRoot = ''] = runtime.pluginVariables ?? [];
  // A client that replaces variables in its settings puts the absolute path there.
  const pluginFolder = variables[pluginRoot] ?? env[pluginRoot];
  if (pluginFolder) clientEnv[pluginRoot] = belowProject(project, pluginFolder);
  for (const name in variables) {
    const value = variables[name];
    const isOnLine = name in flags.env;
    if (substitutesSettings && !isOnLine) delete clientEnv[name];
    if (value === undefined) delete env[name];
    else {
      const text = substitutesSettings && isOnLine ? resolveVariables(value, clientEnv) : value;
      [env[name]] = text.split('\0', 1); // a variable ends at a NUL byte
    }
  }
  if (env[pluginRoot]) env[pluginRoot] = belowProject(project, env[pluginRoot]);
  if (flags.url !== undefined)
    return postPayload(
      { ...flags, url: flags.url, env, vendorHttp: http, input, ...limits },
      platform,
    );
  const cwd = belowProject(project, flags.cwd) || undefined;
  const { module, onFailure } = flags;
  const { shared } = platform;
  const command =
    module !== undefined && shared ? shared.listModuleWords(module, onFailure) : flags.command;
  if (module !== undefined && !shared) {
    const { require, runnerPath: runner = '' } = platform;
    if (!require) throw new AnyhookError('usage', '--module is for a runner of its own process');
    const lostCode = isAtGate && policyFor('shim', flags.onFailure) === 'block' ? 2 : 0;
    const { timeout } = limits;
    return callHandler({ module, runner, input, cwd, env, timeout, lostCode }, require);
  }
  const needsPipe = runtime.stdin === 'pipe';
  const pipe = needsPipe ? platform.openPipe?.() : undefined;
  const stdin = { input, pipe, needsPipe };
  return runCommand({ command, runtime, ...stdin, cwd, env, clientEnv, shared, ...limits });
}

/**
 * Resolves a path of a shim line against the project, and not against the folder of this process, which
 * may be another one. Returns the project itself for an undefined path.
 */
const belowProject = (project: string | undefined, path: string | undefined): string | undefined =>
  path === undefined ? project : resolve(project ?? '', path);

/** The number of bytes that every system accepts as the value of one environment variable. */
const maxVariable = 32_000;

/**
 * Returns the variables, with undefined in place of each value that is too long for an environment. With
 * such a value the hook would not start, and its own agent could not have set it either.
 */
function unsetTooLong(env: ReturnType<Runtime['env']>): ReturnType<Runtime['env']> {
  // A UTF-16 unit takes 3 bytes at most, so the bytes of most texts need not be counted.
  const fits = (text = '') =>
    3 * text.length <= maxVariable || Buffer.byteLength(text) <= maxVariable;
  return Object.fromEntries(
    Object.entries(env).map(([name, text]) => [name, fits(text) ? text : undefined]),
  );
}

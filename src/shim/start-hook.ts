/** Starts a hook: as a process, or as a request to its address. */
import { resolve } from 'node:path';
import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Finished, Runtime } from '../mapping/adapter.ts';
import { trimOutput } from '../mapping/finished-command.ts';
import { isGate } from '../translate/bindings.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { canBeGate } from '../translate/likely-event.ts';
import { readStatedProject, requireProject, withLineProject } from '../translate/project.ts';
import { parseJsonObject } from '../util/json.ts';
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
 * Runs the hook of a run once, with the variables of its own agent.
 *
 * @param stdin The payload of the hook input as the text that the hook reads.
 * @param limits Milliseconds until the hook is ended (`timeout`), and until the answer of a hook that has
 *   ended counts although a child of it holds its pipes open (`pipeWait`).
 */
export function runHook(
  run: Run,
  input: HookInput,
  stdin: Buffer | string,
  limits: { timeout: number; pipeWait: number },
  platform: Platform,
): Promise<Finished> {
  const { flags, event, dialect } = run;
  const { runtime } = dialect;
  const project = event.cwd;
  const own = runtime.env(event);
  const variables = { ...memory.readSessionVariables(run), ...withoutLong(own), ...flags.env };
  return startHook(flags, dialect, stdin, variables, platform, {
    ...limits,
    project,
    waitsForPipes: runtime.waitsForPipes === true || isGate(input.binding),
    isCompleteResponse: (finished, open) => isCompleteResponse(run, input, finished, open),
  });
}

/**
 * Runs a hook on an event of its own agent that no table knows: it receives the payload byte for
 * byte, and its answer counts as complete once it is a JSON object.
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
    timeout: (flags.timeout ?? hookTimeWithin(dialect.runtime.timeout)) - (stdin.waited ?? 0),
    waitsForPipes: dialect.runtime.waitsForPipes === true || canBeGate(event),
    isCompleteResponse: ({ code, stdout }) =>
      code === 0 && parseJsonObject(trimOutput(stdout)) !== undefined,
  });
}

/**
 * Starts a command or a request.
 *
 * 1. Takes the environment that the host gave this process, and sets the variables of the hook.
 * 2. Where the dialect's vendor replaces `$NAME` in its settings, the values of `--env` are resolved,
 *    from an environment without the variables that the vendor itself sets.
 * 3. Makes the folder of a plugin and the working directory absolute, below the project.
 * 4. Posts the payload to the address, or runs the command.
 *
 * @param variables Variables of the hook; undefined: the hook must not have this one.
 */
function startHook(
  flags: Flags,
  { runtime, http }: Adapter,
  input: Buffer | string,
  variables: Readonly<Record<string, string | undefined>>,
  platform: Platform,
  {
    project,
    ...limits
  }: Pick<Command, 'timeout' | 'pipeWait' | 'waitsForPipes' | 'isCompleteResponse'> & {
    project: string | undefined;
  },
): Promise<Finished> {
  const env = readHostEnvironment(flags);
  const client = runtime.substitutesSettings ? { ...env } : env;
  if (runtime.substitutesSettings) for (const name of runtime.commandVariables) delete client[name];
  for (const name in variables) {
    const value = variables[name];
    if (runtime.substitutesSettings && !(name in flags.env)) delete client[name];
    if (value === undefined) delete env[name];
    else {
      const text =
        runtime.substitutesSettings && name in flags.env ? resolveVariables(value, client) : value;
      [env[name]] = text.split('\0', 1); // a variable ends at a NUL byte
    }
  }
  const [pluginRoot = ''] = runtime.pluginVariables ?? [];
  if (env[pluginRoot]) env[pluginRoot] = belowProject(project, env[pluginRoot]);
  if (flags.url !== undefined)
    return postPayload(
      { ...flags, url: flags.url, env, vendorHttp: http, input, ...limits },
      platform,
    );
  const cwd = belowProject(project, flags.cwd) || undefined;
  const { command } = flags;
  const pipe = runtime.stdin === 'pipe' ? platform.openPipe?.() : undefined;
  return runCommand({ command, runtime, input, pipe, cwd, env, clientEnv: client, ...limits });
}

/**
 * Resolves a path of a shim line against the project, in whatever folder this process was started.
 * Without a path, returns the project.
 */
const belowProject = (project: string | undefined, path: string | undefined): string | undefined =>
  path === undefined ? project : resolve(project ?? '', path);

/** The size in bytes that every system accepts for one environment variable. */
const maxVariable = 32_000;

/**
 * Sets variables to undefined whose values are so long that no agent could have set them, and with
 * which the hook would not start.
 */
function withoutLong(env: ReturnType<Runtime['env']>): ReturnType<Runtime['env']> {
  const fits = (text = '') =>
    3 * text.length <= maxVariable || Buffer.byteLength(text) <= maxVariable;
  return Object.fromEntries(
    Object.entries(env).map(([name, text]) => [name, fits(text) ? text : undefined]),
  );
}

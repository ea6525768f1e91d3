import { resolve } from 'node:path';
import { type Flags, isHook } from '../canonical/flags.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Finished, Runtime, Surroundings, World } from '../mapping/adapter.ts';
import { clean } from '../mapping/finished.ts';
import { isGate, requireBinding } from '../translate/bindings.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { adapterOf, findHost, type Host, parsePayload } from '../translate/host.ts';
import { canBeGate } from '../translate/likely-event.ts';
import { machine } from '../translate/machine.ts';
import { type BoundedRunner, isExpression } from '../translate/matching.ts';
import { readStatedProject, requireProject, withLineProject } from '../translate/project.ts';
import {
  formatNotice,
  neutralAnswer,
  renderAnswer,
  type ShimOutput,
} from '../translate/shim-output.ts';
import { type Json, objectIn } from '../util/json.ts';
import { largeBytes } from '../util/large.ts';
import { type Command, runCommand } from './command.ts';
import { repeatsOwnEntry } from './cross-loaded.ts';
import { startDetachedRun } from './detached-run.ts';
import { answerFailure } from './failure-answer.ts';
import { makeFiringNote } from './firings.ts';
import {
  answerFromHook,
  answerWithoutHook,
  type FinishedHook,
  isCompleteAnswer,
  isRefusal,
} from './hook-answer.ts';
import { readHostEnvironment } from './hook-environment.ts';
import { type Network, postPayload } from './http-hook.ts';
import { addRecordedValues } from './line-values.ts';
import type { Pipe } from './pipe.ts';
import type { Pause } from './poll.ts';
import { hookInputsOf, prepareRun, type Run } from './prepare-run.ts';
import { openSession } from './session.ts';
import * as memory from './session-memory.ts';
import type { Stdin } from './stdin.ts';
import { resolveVariables } from './substitute.ts';
import { hookTimeWithin, timeLimitOf } from './time-limits.ts';
import { answerUnknownEvent, findUnknownEvent } from './unknown-event.ts';

/** What is loaded only when a run needs it. */
export interface Platform extends Network {
  runBounded: BoundedRunner;
  /** Waits for what another process notes; absent: nothing is waited for. */
  pause?: Pause;
  /** At its first call the ends of an empty pipe, where there is one. */
  openPipe?: () => Pipe | undefined;
  /** What the client gave this process beside the payload. */
  surroundings?: Surroundings;
  /** The file that this process runs. */
  runnerPath?: string | undefined;
}

/** One run of the shim, from stdin to what the host hears. Never throws. */
export async function runShim(
  given: { flags: Flags; problem?: AnyhookError },
  stdin: Stdin,
  lazy: Platform,
): Promise<ShimOutput> {
  const { flags, problem } = given;
  let host: Host | undefined;
  try {
    const payload = payloadOf(stdin, given);
    const unknown = findUnknownEvent(flags, payload);
    if (unknown && !problem) {
      const said = await answerUnknownEvent(flags, unknown, payload, (dialect) =>
        runAs(flags, unknown.name, dialect, stdin, lazy),
      );
      return flags.answer === 'heard' ? said : { ...said, stdout: '', code: 0 };
    }
    host = findHost(flags, payload, process.env);
    if (problem) throw problem;
    const dialect = adapterOf(flags.as as string, '--as');
    refuseEmpty(flags, host, dialect);
    if (host.isCrossLoaded) {
      if (repeatsOwnEntry(host, flags, outside(lazy), lazy))
        return renderAnswer(host, neutralAnswer(host), {});
      flags.exit = '0'; // the line's ending is for another agent
    }
    const note = makeFiringNote(host, flags, outside(lazy));
    const { sideBySide } = host.agents[0]?.own ?? {};
    if (sideBySide) note?.();
    const said = await serve(flags, host, dialect, stdin, lazy);
    if (!sideBySide) note?.(); // one that was ended before it answered was not heard
    return isGate(host.bindings[0]) ? { ...said, gate: true } : said;
  } catch (error) {
    return answerFailure(error, flags, host ? { host } : stdin);
  }
}

/** The payload on stdin. Without one, what is wrong with the line itself is to be mended first. */
function payloadOf(
  stdin: Stdin,
  { flags, problem }: { flags: Flags; problem?: AnyhookError },
): Json {
  try {
    return parsePayload(stdin.bytes, stdin.isCut, stdin.openAfter);
  } catch (error) {
    for (const flag of ['host', 'as'] as const)
      if (flags[flag] !== undefined) adapterOf(flags[flag], `--${flag}`);
    throw problem ?? error;
  }
}

/** A line without a command remembers; one of a gate's hook, for a tool's gate, was to guard it. */
function refuseEmpty(flags: Flags, { bindings: [binding] }: Host, as: Adapter): void {
  const { event } = flags;
  if (isHook(flags) || event === undefined || traitsOf(binding?.event).begins === 'turn') return;
  if (isGate(binding) && isGate(requireBinding(as, event)))
    throw new AnyhookError('usage', 'there is no command: it comes after --');
}

const outside = ({ surroundings }: Platform): World =>
  surroundings ? { ...machine, surroundings } : machine;

async function serve(
  flags: Flags,
  host: Host,
  dialect: Adapter,
  stdin: Stdin,
  lazy: Platform,
): Promise<ShimOutput> {
  const hook = hookId(flags);
  const open: Parameters<typeof prepareRun>[4] = (agent, project, event) =>
    openSession(agent, project, event, hook);
  const run = prepareRun(flags, host, dialect, outside(lazy), open, lazy.pause);
  const { event } = run;
  if (flags.log !== undefined) flags.log = resolve((event.cwd as string) ?? '', flags.log);
  let later = false;
  try {
    const goesOn = memory.isContinuedPrompt(run);
    if (!goesOn) memory.addRememberedFields(run);
    const haltReason = memory.haltReasonOf(run);
    if (haltReason !== undefined) return answerWithoutHook(run, { halt: true, haltReason });
    const told = hookInputsOf(run, lazy.runBounded);
    // Prompt hooks of another dialect were told.
    if (isHook(flags) && told.length && (run.isVerbatim || !goesOn)) {
      addRecordedValues(flags, lazy.runnerPath);
      later = flags.answer === 'later' && (await startDetachedRun(stdin.bytes));
      if (later) return answerWithoutHook(run, {});
      const again = !told[0]?.binding.eager && memory.wasAskedBefore(run);
      if (!again) return await serveTold(run, told, stdin, lazy);
    }
    if (!isHook(flags) && !goesOn) memory.rememberFields(run);
    const outcome: Outcome = {};
    memory.deferOutcome(outcome, run);
    const said = answerWithoutHook(run, outcome);
    return told.length ? said : { ...said, stderr: said.stderr + matcherNotice(flags) };
  } finally {
    if (traitsOf(event.event).ends === 'session' && !later) run.session().forget();
  }
}

/** Why a hook whose matcher cannot be read was not started. */
const matcherNotice = ({ matcher }: Flags): string =>
  matcher === undefined || isExpression(matcher)
    ? ''
    : formatNotice(`--matcher ${matcher} is no regular expression`);

/** Runs the hook on all that it is told, within the time for one, and says its answer. */
async function serveTold(
  run: Run,
  all: readonly HookInput[],
  { bytes, waited = 0 }: Stdin,
  lazy: Platform,
): Promise<ShimOutput> {
  const { flags, dialect, host, isVerbatim: same } = run;
  const agent = host.agents[0] as Adapter;
  const limits = [timeLimitOf(dialect, all[0]?.binding), timeLimitOf(agent, host.bindings[0])];
  const whole = (flags.timeout ?? hookTimeWithin(Math.min(...limits))) - waited;
  // Without a second there is no clock to load.
  const began = all.length > 1 ? performance.now() : 0;
  const ended: FinishedHook[] = [];
  for (const [i, told] of all.entries()) {
    // In other words, or under another name, it was refused already.
    if (told.isRepeat && ended.some((one) => isRefusal(run, one))) continue;
    const left = i ? whole - (performance.now() - began) : whole;
    const input = same ? bytes : largeBytes(`${JSON.stringify(told.payload)}\n`);
    const until = { timeout: left, patience: left / (all.length - i) };
    const finished = left > 0 ? await runHook(run, told, input, until, lazy) : outOfTime;
    ended.push({ told, finished, isShort: left < whole });
  }
  if (flags.answer === 'heard') return answerFromHook(run, ended);
  const said = answerWithoutHook(run, {});
  return { ...said, log: { ...said.log, ran: ended.map(({ finished }) => finished) } };
}

const outOfTime: Finished = { code: null, timedOut: true, stdout: '', stderr: '' };

/** A path that a line gives, which is relative to the project, wherever this process was started. */
const below = (project: string | undefined, path: string | undefined): string | undefined =>
  path === undefined ? project : resolve(project ?? '', path);

/** Runs the hook on what its own agent says, where that means nothing to us. */
function runAs(flags: Flags, name: string, dialect: Adapter, stdin: Stdin, lazy: Platform) {
  const world = withLineProject(dialect, outside(lazy), flags.cwd);
  requireProject(dialect, world);
  addRecordedValues(flags, lazy.runnerPath);
  return start(flags, dialect, stdin.bytes, flags.env, lazy, {
    project: readStatedProject(dialect, world),
    timeout: (flags.timeout ?? hookTimeWithin(dialect.runtime.timeout)) - (stdin.waited ?? 0),
    waits: dialect.runtime.waits === true || canBeGate(name),
    answered: ({ code, stdout }) => code === 0 && objectIn(clean(stdout)) !== undefined,
  });
}

/** The most that every system takes of one variable, in bytes. */
const longest = 32_000;

/** Without what no agent could have set: with it, the hook would not start at all. */
function known(env: ReturnType<Runtime['env']>): ReturnType<Runtime['env']> {
  const fits = (text = '') => 3 * text.length <= longest || Buffer.byteLength(text) <= longest;
  return Object.fromEntries(
    Object.entries(env).map(([name, text]) => [name, fits(text) ? text : undefined]),
  );
}

function runHook(
  run: Run,
  told: HookInput,
  input: Buffer | string,
  until: { timeout: number; patience: number },
  lazy: Platform,
): Promise<Finished> {
  const { flags, event, dialect } = run;
  const { runtime } = dialect;
  const project = event.cwd as string | undefined;
  const own = runtime.env(event);
  const variables = { ...memory.readSessionVariables(run), ...known(own), ...flags.env };
  return start(flags, dialect, input, variables, lazy, {
    ...until,
    project,
    waits: runtime.waits === true || isGate(told.binding),
    answered: (finished, open) => isCompleteAnswer(run, told, finished, open),
  });
}

function start(
  flags: Flags,
  { runtime, http }: Adapter,
  input: Buffer | string,
  variables: Readonly<Record<string, string | undefined>>,
  lazy: Platform,
  {
    project,
    ...until
  }: Pick<Command, 'timeout' | 'patience' | 'waits' | 'answered'> & { project: string | undefined },
): Promise<Finished> {
  const env = readHostEnvironment(flags);
  const client = runtime.substitutes ? { ...env } : env;
  if (runtime.substitutes) for (const name of runtime.expands) delete client[name];
  for (const name in variables) {
    const value = variables[name];
    if (runtime.substitutes && !(name in flags.env)) delete client[name];
    if (value === undefined) delete env[name];
    else {
      const text =
        runtime.substitutes && name in flags.env ? resolveVariables(value, client) : value;
      [env[name]] = text.split('\0', 1); // all that a process can be given of it
    }
  }
  const [pluginRoot = ''] = runtime.ofPlugin ?? [];
  if (env[pluginRoot]) env[pluginRoot] = below(project, env[pluginRoot]);
  if (flags.url !== undefined)
    return postPayload({ ...flags, url: flags.url, env, http, input, ...until }, lazy);
  const cwd = below(project, flags.cwd) || undefined;
  const { command } = flags;
  const pipe = runtime.stdin === 'pipe' ? lazy.openPipe?.() : undefined;
  return runCommand({ command, runtime, input, pipe, cwd, env, client, ...until });
}

/** One script may stand for hooks of several agents and events: each of them is a hook of its own. */
const hookId = ({ name = '', as, event, command, url }: Flags): string =>
  JSON.stringify([name, as, event, command, url]);

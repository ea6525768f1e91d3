/** Asks one hook of an agent's settings about a made-up event, as that agent would. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { runBounded } from '../coverage/names.ts';
import type { Adapter, Context, Finished } from '../mapping/adapter.ts';
import type { Handler } from '../mapping/settings.ts';
import { handlerOf, onFailureOf } from '../settings/own-agent.ts';
import { describeUnheardAnswer, findUnheardAnswer } from '../settings/unheard-answers.ts';
import { postPayload } from '../shim/http-hook.ts';
import { programFor } from '../shim/shell-command.ts';
import { timeLimitOf } from '../shim/time-limits.ts';
import { isGate } from '../translate/bindings.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { applyFailurePolicy, outcomeAfterPolicy } from '../translate/hook-outcome.ts';
import { isMatcherMet } from '../translate/matching.ts';
import { readAsVendor } from '../translate/reading.ts';
import { isSameJson } from '../util/equal.ts';
import { errorMessageOf } from '../util/errors.ts';
import { waitFor } from '../util/progress.ts';
import type { TrialScene } from './call.ts';
import { describeEffect } from './effect.ts';
import { type Environments, environmentsFor } from './environment.ts';
import { describeOutcome, type HookTrial } from './hook-trial.ts';
import { worldOfScene } from './payloads.ts';
import { runProcess } from './process.ts';
import { type InnerStory, readShimLog, withLog } from './shim-log.ts';
import { order } from './summary.ts';

/** A hook as it stands in the settings of an agent: if it starts through anyhook, with the whole line. */
export interface TrialHook {
  agent: Adapter;
  /** The native event in whose list it stands. */
  event: string;
  /** The entry, read as a hook of the agent, with the command line as it stands. */
  hook: Hook;
  /** The agent whose settings hold the hook, where another agent loads them. The hook is then one of this agent. */
  owner?: Adapter;
  /** The name for people. */
  name: string;
  /** The number by which a person can name it. */
  number?: number | undefined;
  /** Why the agent starts it for no call, as the end of a sentence. Absent: it starts the hook. */
  neverStarts?: string | undefined;
  /** Why it can do nothing but refuse, as the end of a sentence. Absent: nothing is known against it. */
  cannotRun?: string | undefined;
  /** Why it is not started for this call, though it is for such calls. Absent: nothing is known against it. */
  ending?: string | undefined;
  /** Whether `anyhook sync` has yet to write it into the settings of the agent. */
  isUnwritten?: boolean;
  /** Whether its line is written, and the source of its module has changed since the module file was made. */
  isOutdated?: boolean;
  /** Why the hook may answer otherwise than its source says, as a sentence without its full stop. Absent: it does not. */
  askedAsItStands?: string;
  /** The line that starts it beside other hooks, and its index on the line. Absent: nothing else starts with it. */
  ofLine?: { line: SharedLine; index: number };
  /** Variables that the settings of the agent set for all hooks. */
  env?: Readonly<Record<string, string>>;
  /** Folder of the plugin that brings the hook. */
  pluginFolder?: string;
}

/** A line that starts several hooks. */
export interface SharedLine {
  /** Its hooks: the dialect of each, and what the log of the runner calls it. */
  hooks: readonly { speaks: string; name: string }[];
}

/** Limits of a trial. */
export interface TrialLimits {
  /** Milliseconds after which a hook is ended, if its agent would wait longer. */
  timeout?: number | undefined;
}

/**
 * Asks a hook about an event. A line that starts several hooks is run once for all of them that have the same `runs`. The
 * command line is run by the shell of the agent, in the project, with the variables
 * that the agent sets, and is ended with its children when its time is over. An address is asked by a request.
 * Never throws for anything that the hook does.
 */
export async function tryHook(
  entry: TrialHook,
  input: HookInput,
  scene: TrialScene,
  { timeout: longest = Number.POSITIVE_INFINITY }: TrialLimits = {},
  runs: Map<SharedLine, Promise<LineRun>> = new Map(),
): Promise<HookTrial> {
  const { agent, hook, neverStarts, cannotRun } = entry;
  const handler = handlerOf(hook);
  const trial = emptyTrial(entry, input);
  const whyNotAsked = explainNotStarted(entry, input, scene);
  if (whyNotAsked) return { ...trial, verdict: 'not-asked', notRun: whyNotAsked };
  if (neverStarts !== undefined)
    return {
      ...trial,
      verdict: 'not-asked',
      notRun: `never runs: ${neverStarts}`,
      neverRuns: true,
    };
  if (entry.ending !== undefined) return { ...trial, verdict: 'not-asked', notRun: entry.ending };
  const whyNotRun = explainNotRunHere(handler);
  if (whyNotRun) return { ...trial, notRun: whyNotRun };
  const timeout = Math.min(hook.timeout ?? timeLimitOf(agent, input.binding), longest);
  const { line, index = 0 } = entry.ofLine ?? {};
  let run: LineRun;
  try {
    const running = (line && runs.get(line)) ?? runLine(entry, handler, input, scene, timeout);
    if (line) runs.set(line, running);
    const awaited = line ? `a line with ${line.hooks.length} hooks` : entry.name;
    run = await waitFor(`${awaited} (${agent.title})`, running);
  } catch (error) {
    return { ...trial, notRun: errorMessageOf(error) };
  }
  const { finished, taken, milliseconds, isLogged, stories } = run;
  const { code: exitCode, signal = null, stdout, stderr } = finished;
  const inner = line ? findStory(line, stories, index) : stories[0];
  const isUnrelated = inner && !inner.runs.length && inner.error === undefined;
  const innerFailure =
    inner?.error ?? inner?.runs.find((run) => run.failure !== undefined)?.failure;
  // The runner writes the log before it ends. Without one, what was printed is the line's own.
  const isUnanswered = isLogged && !stories.length && hook.answer === undefined;
  if (line && stories.length && !inner)
    return { ...trial, verdict: 'not-asked', notRun: 'another hook of its line refused before' };
  const judged = inner?.said ? judgeOfLine(taken, inner, stories) : taken;
  // Of a script that is missing, an agent may take the exit code of the shell for a refusal.
  const isBroken = cannotRun !== undefined && judged.verdict === 'deny';
  return {
    ...{ ...trial, exitCode, signal, stdout, stderr, milliseconds },
    ...(line && { isLineTime: true }),
    ...(judged.verdict === 'none' && !line
      ? (judgeAsOwner(entry, input, finished, scene) ?? judged)
      : judged),
    ...(isBroken && { failure: judged.failure ?? `cannot run, because ${cannotRun}` }),
    ...(isUnanswered && { failure: judged.failure ?? describeNoAnswer(finished) }),
    ...(innerFailure !== undefined && { failure: innerFailure }),
    ...(inner && { inner }),
    ...(isUnrelated && { verdict: 'not-asked', notRun: 'the hook is not for such a call' }),
  };
}

/** What came of running a line once. */
export interface LineRun {
  finished: Finished;
  /** What the agent takes from the line. */
  taken: Partial<HookTrial>;
  milliseconds: number;
  /** Whether the runner of anyhook was told to write a log. */
  isLogged: boolean;
  /** What the runner did for each hook of the line, as far as it wrote that. */
  stories: readonly InnerStory[];
}

/** Runs the line of an entry. Throws where it cannot be started. */
async function runLine(
  entry: TrialHook,
  handler: Handler,
  input: HookInput,
  scene: TrialScene,
  timeout: number,
): Promise<LineRun> {
  const began = performance.now();
  const log = scene.scratch === undefined ? '' : join(scene.scratch, `${randomUUID()}.log`);
  const logged = withLogOf(handler, log);
  const finished = await start(entry, logged, input, scene, timeout);
  const milliseconds = Math.round(performance.now() - began);
  const stories = log ? readShimLog(log, scene) : [];
  const taken = judge(entry, input, finished, scene);
  return { finished, taken, milliseconds, isLogged: logged !== handler, stories };
}

/**
 * Finds what the runner did for one hook of a line. Hooks of one name were run in their order.
 *
 * @returns Undefined: the hook was not run.
 */
function findStory(
  { hooks }: SharedLine,
  stories: readonly InnerStory[],
  index: number,
): InnerStory | undefined {
  const isLike = (a: SharedLine['hooks'][number] | undefined) => (b: InnerStory) =>
    a?.speaks === b.dialect && a.name === b.name;
  const hook = hooks[index];
  const before = hooks.slice(0, index).filter((one) => isSameJson(one, hook)).length;
  return stories.filter(isLike(hook))[before];
}

/**
 * Returns what one hook said of a line that starts several, without what is kept for a later event. The agent gets one
 * answer for all of them, and may take another verdict from it: that is the verdict on the first of the hooks whose own is
 * the strictest.
 *
 * @param ofLine What the agent takes from the line.
 */
function judgeOfLine(
  ofLine: Partial<HookTrial>,
  own: InnerStory,
  stories: readonly InnerStory[],
): Partial<HookTrial> {
  const isNow = ([key]: [string, unknown]) => !own.delayed?.includes(key);
  const said = describeOutcome(Object.fromEntries(Object.entries(own.said ?? {}).filter(isNow)));
  const strictness = ({ said = {} }: InnerStory) => order.indexOf(describeOutcome(said).verdict);
  const strictest = Math.max(...stories.map(strictness));
  if (stories.find((one) => strictness(one) === strictest) !== own) return said;
  if (said.verdict !== ofLine.verdict) return ofLine;
  return { ...said, ...(ofLine.failure !== undefined && { failure: ofLine.failure }) };
}

/** Returns the trial of a hook that has not been asked. */
const emptyTrial = (
  { agent, hook, name, number, owner, isUnwritten, isOutdated, askedAsItStands }: TrialHook,
  { binding, payload }: HookInput,
): HookTrial => ({
  ...{ agent: agent.id, native: binding.native, hook: name, line: lineOf(handlerOf(hook)) },
  ...(number !== undefined && { number }),
  ...(isUnwritten && { isUnwritten }),
  ...(isOutdated && { isOutdated }),
  ...(askedAsItStands !== undefined && { askedAsItStands }),
  ...(owner && { owner: owner.id }),
  ...{ payload, exitCode: null, signal: null, stdout: '', stderr: '' },
  ...{ milliseconds: 0, verdict: 'unknown', outcome: {} },
});

/** Returns the trial of a hook that is not started, since its agent never makes such a call. `why` is the reason. */
export const trialWithoutCall = (entry: TrialHook, input: HookInput, why: string): HookTrial => ({
  ...emptyTrial(entry, { ...input, payload: {} }),
  verdict: 'not-asked',
  notRun: why,
});

/** Says that the runner of anyhook did not answer, as the end of a sentence about the hook. */
function describeNoAnswer({ stderr }: Finished): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const why = lines.filter((line) => line && line !== 'npx anyhook sync').join('; ');
  return `was not started, because anyhook gave no answer${why && ` (${why})`}`;
}

/** Adds a log to a shim line, so that it can be told what the hook behind it got and said. */
function withLogOf(handler: Handler, log: string): Handler {
  if (handler.kind !== 'shell' || !log) return handler;
  const command = withLog(handler.command, log);
  return command === undefined ? handler : { ...handler, command };
}

/** Explains why an agent does not start a hook for an event. Undefined: it starts the hook. */
export function explainNotStarted(
  { agent, event, hook, owner }: TrialHook,
  input: HookInput,
  scene: TrialScene,
): string | undefined {
  const { native } = input.binding;
  if (event !== native) return `it stands under ${event}, and this is ${native}`;
  const { matcher, condition: rule } = hook;
  const isTranslated = owner !== undefined && event !== hook.event;
  const [reader, compared] = isTranslated
    ? [owner, inputOfOwner(owner, hook.event, input, scene)]
    : [agent, input];
  if (matcher !== undefined && compared && !isMatcherMet(reader, matcher, compared, runBounded))
    return `not for this call: its matcher is ${JSON.stringify(matcher)}`;
  const isRuleMet =
    rule === undefined || agent.matchesRule?.(rule, { native, payload: input.payload }) !== false;
  return isRuleMet ? undefined : `not for this call: its rule is ${JSON.stringify(rule)}`;
}

/**
 * Returns the event as the agent whose settings hold a hook would tell it, since an agent that translates the names of
 * events translates those of tools in matchers as well. Undefined: that agent has no such event.
 */
const inputOfOwner = (
  owner: Adapter,
  event: string,
  { variant }: HookInput,
  scene: TrialScene,
): HookInput | undefined =>
  generateHookInputs(owner, variant.event, worldOfScene(scene), event, true).next().value;

/** Explains why what an entry starts cannot be run here. Undefined: it can. */
function explainNotRunHere(handler: Handler): string | undefined {
  switch (handler.kind) {
    case 'model':
      return 'a model answers for this hook, and none is asked here';
    case 'mcp':
      return `it calls the tool ${handler.tool} of the MCP server ${handler.server}, which is not started here`;
    case 'elsewhere':
      return `it has a command for ${handler.systems.join(', ')} only`;
    case 'unknown':
      return 'it starts nothing that this version of anyhook knows';
    default:
      return undefined;
  }
}

/** Returns the command line or the address that an entry has, for people. */
function lineOf(handler: Handler): string | undefined {
  if (handler.kind === 'shell') return handler.command;
  if (handler.kind === 'program') return handler.words.join(' ');
  return handler.kind === 'http' ? handler.url : undefined;
}

/** Starts a hook, and waits for its end. */
async function start(
  entry: TrialHook,
  handler: Handler,
  { binding, payload, variant }: HookInput,
  { root }: TrialScene,
  timeout: number,
): Promise<Finished> {
  const { agent, hook } = entry;
  const { runtime } = agent;
  const environments = environmentsFor(entry, variant.event);
  const { env, clientEnv } = environments;
  const stdin = `${JSON.stringify(payload)}\n`;
  if (handler.kind === 'http') {
    const { headers, headerEnv } = hook;
    const request = {
      ...{ url: handler.url, env, input: stdin, timeout, vendorHttp: agent.http },
      ...(headers && { headers }),
      ...(headerEnv && { headerEnv }),
    };
    return postPayload(request, await loadNetwork());
  }
  const words =
    handler.kind === 'program'
      ? replaceNames(handler, environments)
      : [(handler as { command: string }).command];
  const [file, args] =
    handler.kind === 'program'
      ? [words[0] as string, words.slice(1)]
      : programFor(words, runtime, env, clientEnv);
  const waitsForPipes = runtime.waitsForPipes === true || isGate(binding);
  return runProcess({ file, args, cwd: root, env, stdin, timeout, waitsForPipes });
}

/** Replaces `${NAME}` in the words of a program by the values of the variables that the agent replaces there. */
const replaceNames = (
  { words, names = [] }: Extract<Handler, { kind: 'program' }>,
  { env }: Environments,
): string[] =>
  words.map((word) =>
    word.replace(/\$\{(\w+)\}/g, (whole, name: string) =>
      names.includes(name) ? (env[name] ?? '') : whole,
    ),
  );

/** Loads the modules for requests. */
async function loadNetwork() {
  const [http, https, tls] = await Promise.all([
    import('node:http'),
    import('node:https'),
    import('node:tls'),
  ]);
  return { http: () => http, https: () => https, tls: () => tls };
}

/**
 * Returns what an agent that translates the events of another agent's settings takes from an answer in the words of that
 * agent, which it translates as well. Undefined: it translates nothing.
 */
function judgeAsOwner(
  entry: TrialHook,
  input: HookInput,
  finished: Finished,
  scene: TrialScene,
): Partial<HookTrial> | undefined {
  const { owner, hook, event } = entry;
  const asked =
    owner && event !== hook.event ? inputOfOwner(owner, hook.event, input, scene) : undefined;
  return owner && asked && judge({ ...entry, agent: owner }, asked, finished, scene);
}

/** Returns what the agent takes from a finished hook. */
function judge(
  { agent, hook }: TrialHook,
  input: HookInput,
  finished: Finished,
  scene: TrialScene,
): Partial<HookTrial> {
  const { event } = input.variant;
  const context: Context<Adapter> = { adapter: agent, event, world: worldOfScene(scene) };
  const reading = readAsVendor(agent, input.binding, finished, event);
  const { failure } = reading;
  // Some agents take silence for a failure, and go on all the same unless the entry says otherwise.
  const isSilence = finished.code === 0 && finished.stdout.trim() === '';
  const failed = failure !== undefined && !isSilence && { failure };
  if (hook.answer !== undefined) return { ...failed, verdict: 'none' };
  const terms = {
    ...{ isAtGate: isGate(input.binding), isOurLimit: false, dialect: agent },
    flags: { onFailure: onFailureOf(hook) ?? 'native' } as const,
  };
  try {
    const afterPolicy = applyFailurePolicy(reading, finished, terms);
    const outcome = outcomeAfterPolicy(reading, afterPolicy, context, input);
    const { native } = input.binding;
    const fired = { agent, event: event.event, native, payload: input.payload };
    const unheard =
      describeEffect(fired, outcome).tone === 'go'
        ? undefined
        : findUnheardAnswer(agent.id, native, finished);
    // What is not known stays as the agent's pages have it, with the doubt beside it.
    const taken = unheard?.isSeen ? ({ verdict: 'none' } as const) : describeOutcome(outcome);
    return { ...failed, ...taken, ...(unheard && { unheard: describeUnheardAnswer(unheard) }) };
  } catch (error) {
    return { failure: errorMessageOf(error), verdict: 'none' };
  }
}

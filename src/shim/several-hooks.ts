/**
 * Runs the hooks of a line that has several, and makes one answer of theirs. Each hook is judged by itself, with its own
 * limit, failure policy, matcher and memory. Their order is that of `hook-order.ts`; `mergeHooks` merges first the
 * hooks of each dialect as their own agent does, and then the dialects as the host does. A hook that fails, hangs or
 * cannot be run costs only itself: what the others say still counts.
 *
 * The output of a hook of the host's own dialect is passed on byte for byte only if no other hook says anything.
 */
import type { Flags } from '../canonical/flags.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { AnyhookError, type ErrorCode } from '../errors.ts';
import type { Binding, Context } from '../mapping/adapter.ts';
import { encodeAnswer } from '../translate/answer.ts';
import { isGate } from '../translate/bindings.ts';
import type { Host } from '../translate/host.ts';
import { isRefused, mergeHooks } from '../translate/merged-outcome.ts';
import { changePayload } from '../translate/native-call.ts';
import { limitStderr, renderAnswer, type ShimOutput } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { isAtSessionEnd, prepareHookRun, runHookOnEvent } from './event-run.ts';
import { judgeFailure } from './failure-answer.ts';
import { type HookSpeech, hearHook, hostContextOf, logOf, passThrough } from './hook-answer.ts';
import { remarkOn, titleOfHook, toSentenceStart } from './hook-name.ts';
import { type LineHook, orderHooks } from './hook-order.ts';
import type { HookRun } from './judge-hook.ts';
import { type Platform, worldOf } from './platform.ts';
import type { Run } from './prepare-run.ts';
import * as memory from './session-memory.ts';

/** What became of one hook of a line. */
export interface HookEnd extends HookSpeech {
  hook: LineHook;
  /** Absent: the run could not be prepared. */
  run?: Run;
  /** Absent: the hook was not run. */
  hookRuns?: readonly HookRun[];
  /** The event as the hooks after it get it. Absent: the hook changed nothing of it. */
  rewritten?: At;
  /** Why anyhook itself failed. */
  error?: string;
}

/**
 * Runs the hooks of a line and answers. What fails for one hook counts for this hook alone.
 *
 * @param flags The flags of the line.
 * @param bytes The payload, as it was read.
 */
export async function answerWithHooks(
  hooks: readonly LineHook[],
  flags: Flags,
  host: Host,
  bytes: Buffer,
  platform: Platform,
): Promise<ShimOutput> {
  const { groups, isInTurn } = orderHooks(hooks, host.agents[0]);
  const first: At = { host, bytes, isLater: false };
  const ends: HookEnd[][] = [];
  if (isInTurn) {
    let at = first;
    for (const steps of groups) {
      const done = await runSteps(steps, at, platform);
      ends.push(done.ends);
      if (done.isLast) break;
      ({ at } = done);
    }
  } else {
    const all = groups.map((steps) => runSteps(steps, first, platform));
    for (const done of await Promise.all(all)) ends.push(done.ends);
  }
  try {
    return mergeEnds(ends, flags, host, platform);
  } finally {
    for (const { run } of ends.flat()) if (run && isAtSessionEnd(run)) run.session().forget();
  }
}

/** Tells whether a host that runs hooks in turn starts no further hook after an answer: one that refuses, asks or ends the turn, if the event takes that. */
const endsList = (said: HookSpeech['said'], { outcome: rows }: Binding): boolean =>
  (said.outcome.halt === true && rows.halt !== undefined) ||
  (rows.decision !== undefined && (isRefused(said) || said.outcome.decision === 'ask'));

/** The event that hooks are run on: its payload, decoded and as bytes. */
interface At {
  host: Host;
  bytes: Buffer;
  /** Other hooks were run before. */
  isLater: boolean;
}

/**
 * Runs hooks of one dialect, step by step. After a step that has rewritten the call, the hooks get the rewritten one.
 *
 * @returns `ends`: what became of the hooks that were run. `at`: the event with the call as they rewrote it. `isLast`: the
 *   host starts no further hook, since one of them refuses or asks.
 */
async function runSteps(
  steps: readonly (readonly LineHook[])[],
  at: At,
  platform: Platform,
): Promise<{ ends: HookEnd[]; at: At; isLast: boolean }> {
  const ends: HookEnd[] = [];
  const isHostInTurn = at.host.agents[0].merging?.inTurn === true;
  let isLast = false;
  for (const step of steps) {
    // The time of a later step begins when the step does.
    const now = () => platform.elapsed?.() ?? 0;
    const startedAt = at.isLater ? now() : 0;
    const elapsed = () => now() - startedAt;
    const place = at;
    const done = await Promise.all(
      step.map((hook) => runOne(hook, place, { ...platform, elapsed })),
    );
    ends.push(...done);
    const { inTurn, stages } = step[0]?.dialect.merging ?? {};
    const isRefusal = done.some(({ said }) => isRefused(said));
    // A host that runs hooks at the same time would hear the later hooks as well, and one of them may refuse.
    isLast ||= isHostInTurn && done.some(({ said }) => endsList(said, at.host.bindings[0]));
    if ((inTurn && (isLast || isRefusal)) || (stages && isRefusal)) break;
    const { rewritten } = done.findLast((one) => one.rewritten) ?? {};
    at = { ...at, ...rewritten, isLater: true };
  }
  return { ends, at, isLast };
}

/**
 * Returns the event as the hooks after a hook get it: with the call as the hook rewrote it, and with what else its dialect
 * passes on (`passesOn`). Undefined: the hook changed nothing.
 */
function changeEvent(at: At, run: Run, said: HookSpeech['said'], isDone: boolean): At | undefined {
  const before = at.host.payload;
  const passesOn = (isDone && run.dialect.merging?.passesOn) || [];
  const payload = changePayload(at.host.bindings[0], before, said.outcome, passesOn, () =>
    hostContextOf(run),
  );
  if (payload === before) return undefined;
  const bytes = Buffer.from(`${JSON.stringify(payload)}\n`);
  return { host: { ...at.host, payload }, bytes, isLater: true };
}

/** Codes of errors whose cause is the call, or the memory of its session. They are the same for all hooks of a line. */
const sharedErrors: readonly ErrorCode[] = ['payload', 'tool', 'state'];

/** Returns an error about a hook with the name of this hook, since the line has several. */
const nameHook = (title: string, error: unknown): unknown =>
  error instanceof AnyhookError && !sharedErrors.includes(error.code)
    ? new AnyhookError(error.code, remarkOn(title, error.message))
    : error;

/** Runs one hook. A failure of anyhook itself is what the hook says: at a gate a refusal. */
async function runOne(hook: LineHook, at: At, platform: Platform): Promise<HookEnd> {
  const { flags, dialect } = hook;
  const { host, bytes } = at;
  const title = titleOfHook(flags, false);
  let run: Run | undefined;
  try {
    if (hook.problem) throw hook.problem;
    run = prepareHookRun(flags, title, host, dialect, platform);
    const { hookRuns, outcome, notice } = await runHookOnEvent(run, bytes, platform);
    if (!hookRuns) return { hook, run, said: { outcome }, losses: [], stderr: notice };
    const speech = hearHook(run, hookRuns);
    JSON.stringify(speech.said.outcome); // throws if it is nested too deep, which must not cost the others their answer
    const isDone = hookRuns.every(({ finished }) => finished.code === 0);
    const rewritten = changeEvent(at, run, speech.said, isDone); // throws if the call is nested too deep
    return { hook, run, hookRuns, ...speech, ...(rewritten && { rewritten }) };
  } catch (error) {
    const agent = host.isCertain ? host.agents[0] : undefined;
    const failure = judgeFailure(nameHook(title, error), flags, isGate(host.bindings[0]), agent);
    const { outcome, stderr, why } = failure;
    const said = { outcome, isOfFailure: true as const };
    return { hook, ...(run && { run }), said, losses: [], stderr, error: why };
  }
}

/**
 * Makes one answer from what became of the hooks.
 *
 * @param groups The hooks of each group (`orderHooks`).
 */
export function mergeEnds(
  groups: readonly (readonly HookEnd[])[],
  flags: Pick<Flags, 'ask'>,
  host: Host,
  platform: Platform,
): ShimOutput {
  const ends = groups.flat();
  const logs = ends.map(
    ({ hook, run, hookRuns, said, error }): Json => ({
      ...(run ? logOf(run, hookRuns) : { host: host.agents[0].id, as: hook.flags.as }),
      ...(error !== undefined && { error }),
      said: said.outcome,
    }),
  );
  const log = logs.find(({ told, ran }) => told && ran) ?? logs[0] ?? {};
  const output = passOnOnlyAnswer(ends) ?? answerWithAll(groups, flags, host, platform, log);
  const { outcome, out, losses } = output.log;
  return {
    ...output,
    logs: ends.map(({ hook }, i) => ({
      flags: hook.flags,
      log: { ...logs[i], outcome, out, losses },
    })),
  };
}

/** Tells whether a text on stdout says nothing: it is blank, or an empty object. */
const isSilent = (stdout: string): boolean => /^(?:\{\s*\})?$/.test(stdout.trim());

/** Tells whether a hook says anything, or anything that our tables may not know. */
const speaks = ({ run, hookRuns = [], said }: HookEnd): boolean =>
  Object.keys(said.outcome).length > 0 ||
  said.lostRewrite !== undefined ||
  (run?.isVerbatim === true &&
    hookRuns.some(({ finished }) => finished.code !== 0 || !isSilent(finished.stdout)));

/** Returns the output of the only hook that says anything, if it can be the answer as it is. */
function passOnOnlyAnswer(ends: readonly HookEnd[]): ShimOutput | undefined {
  const [only, ...others] = ends.filter(speaks);
  return only?.run && !others.length ? passThrough(only.run, only.hookRuns ?? []) : undefined;
}

/** Gives a refusal, a halt or a question that no hook gave a reason for one that names the first hook which wants it. */
function giveReason(outcome: Outcome, ends: readonly HookEnd[]): void {
  const { decision, halt, reason, haltReason, message, followUp } = outcome;
  if ([reason, haltReason, message, followUp].some((text) => text?.trim())) return;
  const wanted = ends.find(({ said }) =>
    halt ? said.outcome.halt : said.outcome.decision === decision,
  );
  if (!wanted) return;
  const title = titleOfHook(wanted.hook.flags, false);
  if (halt) outcome.haltReason = `Stopped by ${title}.`;
  else if (decision === 'deny') outcome.reason = `Blocked by ${title}.`;
  else if (decision === 'ask') outcome.reason = `${toSentenceStart(title)} asks for it.`;
}

/** Makes the answer for the host from what all hooks say. */
function answerWithAll(
  groups: readonly (readonly HookEnd[])[],
  flags: Pick<Flags, 'ask'>,
  host: Host,
  platform: Platform,
  log: Json,
): ShimOutput {
  const ends = groups.flat();
  const deferred: memory.Deferred[] = [];
  /** Returns what a hook says now. What the host takes later is kept in the memory of the hook. */
  const keepRest = ({ said, run }: HookEnd): HookSpeech['said'] => {
    const outcome = { ...said.outcome };
    if (run) deferred.push(memory.keepForLater(outcome, run));
    return { ...said, outcome };
  };
  const said = mergeHooks(
    groups.map((group) => mergeHooks(group.map(keepRest), group[0]?.hook.dialect.merging)),
    host.agents[0].merging,
  );
  giveReason(said.outcome, ends);
  const runs = ends.flatMap(({ run }) => run ?? []);
  const run = runs.find(({ isVerbatim }) => !isVerbatim) ?? runs[0];
  if (run) memory.addKeptContext(said.outcome, run);
  const event = { event: host.bindings[0].event };
  const context: Context = run
    ? { ...hostContextOf(run), adapter: host.agents[0] }
    : { adapter: host.agents[0], event, world: worldOf(platform) };
  // Questions of hooks that were written for the host are passed on, as those of a single hook are.
  const asksAsHost = ends.every(
    (one) => one.said.outcome.decision !== 'ask' || one.run?.isVerbatim,
  );
  const ask = flags.ask === 'auto' && asksAsHost ? 'host' : flags.ask;
  const answered = encodeAnswer(said, host, context, { ask });
  answered.losses.push(...[...deferred, ...ends].flatMap(({ losses }) => losses));
  const notices = [...ends.map(({ stderr }) => stderr), ...deferred.map(({ notice }) => notice)];
  const texts = [...new Set(notices)].filter(Boolean); // what is true of all hooks is said once
  const stderr = texts.map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('');
  return renderAnswer(host, answered, log, limitStderr(host, answered, stderr));
}

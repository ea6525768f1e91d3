/** Makes the answer for the host from what a hook printed, or from an outcome that no hook gave. */
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Context, Finished } from '../mapping/adapter.ts';
import { answerHost, encodeAnswer, type HostOutcome, toHostOutcome } from '../translate/answer.ts';
import { outcomeAfterPolicy } from '../translate/hook-outcome.ts';
import { isShortEnough, printResponse } from '../translate/response.ts';
import {
  formatNotice,
  limitStderr,
  renderAnswer,
  type ShimOutput,
} from '../translate/shim-output.ts';
import { mergeStrictest } from '../translate/strictest-outcome.ts';
import { unchangedVariant } from '../translate/variant.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { answerFailure } from './failure-answer.ts';
import { remarkOn, toSentenceStart, unnamedHook } from './hook-name.ts';
import {
  describeForeignResponse,
  describeUnknownKeys,
  type HookRun,
  type Judgement,
  judgeHook,
} from './judge-hook.ts';
import type { Run } from './prepare-run.ts';
import { noStateReason } from './session.ts';
import * as memory from './session-memory.ts';

/** Returns the fields that the log line of every run has. */
const logFields = ({ host, dialect }: Run): Json => ({
  host: host.agents[0]?.id,
  event: host.bindings[0]?.native,
  as: dialect.id,
  in: host.payload,
});

/** Returns several values as a list, and a single value by itself: the form in which the log has them. */
const valueOrList = <T>(values: readonly T[]): T | readonly T[] =>
  values.length > 1 ? values : (values[0] as T);

/** Makes the answer for an outcome that no hook gave: no hook was started, or nobody waits for it. */
export const answerWithoutHook = (run: Run, outcome: Outcome): ShimOutput => {
  const { host, flags, world } = run;
  const event = Object.keys(outcome).length ? run.fullEvent() : run.event;
  const context: Context = { adapter: host.agents[0], event, world };
  return renderAnswer(host, answerHost(outcome, host, context, flags), logFields(run));
};

/**
 * Makes the answer for the host from the runs of a hook, one for each of its inputs. Of several
 * outcomes the strictest counts. Output that cannot be decoded is answered as a failure of anyhook.
 */
export function answerFromHook(run: Run, hooks: readonly HookRun[]): ShimOutput {
  try {
    return buildAnswer(run, hooks);
  } catch (error) {
    return answerFailure(error, [run.flags], { host: run.host });
  }
}

/** Says that a rewrite of a hypothetical call was dropped. It is said once for any number of them. */
const droppedRewrite =
  'a change of a call is dropped: this agent does not make the call on its way to the edit';

const hasRewrite = ({ outcome, lostRewrite }: HostOutcome): boolean =>
  outcome.input !== undefined || lostRewrite !== undefined;

/** What one hook says, from all its runs, in the terms of the host. */
export interface HookSpeech {
  said: HostOutcome;
  /** What of it is lost on the way. */
  losses: Loss[];
  /** A text for stderr: what the hook printed there, and notices about it. */
  stderr: string;
}

/** Returns the context in which the answer of a run is encoded. */
export const hostContextOf = (run: Run): Context => ({
  adapter: run.host.agents[0],
  event: run.fullEvent(),
  world: run.world,
});

/**
 * Builds the answer of {@link answerFromHook}.
 *
 * 1. In a verbatim run, returns the output byte for byte, if nothing of it has to change.
 * 2. Finds out what the hook says (`hearHook`).
 * 3. Keeps for later events what the host does not take now, and adds what was kept for this event.
 * 4. Encodes the outcome in the host's words.
 */
function buildAnswer(run: Run, hooks: readonly HookRun[]): ShimOutput {
  const { host, flags } = run;
  const unchanged = passThrough(run, hooks);
  if (unchanged) return unchanged;
  const { said, losses, stderr } = hearHook(run, hooks);
  const deferred = memory.exchangeWithMemory(said.outcome, run);
  const answered = encodeAnswer(said, host, hostContextOf(run), flags);
  answered.losses.push(...deferred.losses, ...losses);
  return renderAnswer(
    host,
    answered,
    logOf(run, hooks),
    limitStderr(host, answered, stderr + deferred.notice),
  );
}

/** Returns the fields of the log line of a run whose hook was run. */
export const logOf = (run: Run, hooks: readonly HookRun[] | undefined): Json => ({
  ...logFields(run),
  ...(hooks && !run.isVerbatim && { told: valueOrList(hooks.map(({ input }) => input.payload)) }),
  ...(hooks && { ran: valueOrList(hooks.map(({ finished }) => finished)) }),
});

/** Returns the output of a verbatim run's hook, if it can be the answer as it is. Undefined: the answer has to be made. */
export function passThrough(run: Run, [hook]: readonly HookRun[]): ShimOutput | undefined {
  return run.isVerbatim && hook ? passOutputThrough(run, hook, judgeHook(run, hook)) : undefined;
}

/**
 * Finds out what a hook says. For each run of the hook, in order:
 *
 * 1. Reads what the hook's own vendor takes from the output, and applies the failure policy.
 * 2. Decodes the output to a canonical outcome. If the input repeats an earlier one and a rewrite was
 *    taken already, this outcome's rewrite is dropped.
 * 3. Puts rewritten arguments into the words of the host's call, and collects losses and notices.
 *
 * Then takes the strictest outcome, and drops a follow-up over the limit.
 */
export function hearHook(run: Run, hooks: readonly HookRun[]): HookSpeech {
  const { host, dialect, isVerbatim, title } = run;
  const hostContext = once<Context>(() => hostContextOf(run));
  const outcomes: HostOutcome[] = [];
  const losses: Loss[] = run.invalidPaths.map((path) => ({ kind: 'odd', path }));
  let hookStderr = '';
  let hasOwnRefusal = false;
  for (const hook of hooks) {
    const { reading, afterPolicy } = judgeHook(run, hook);
    const foreignRemark = describeForeignResponse(run, hook.input, reading);
    const input = isVerbatim
      ? { ...hook.input, variant: unchangedVariant(run.fullEvent()) }
      : hook.input;
    const hookContext = { ...hostContext(), adapter: dialect };
    const outcome = outcomeAfterPolicy(reading, afterPolicy, hookContext, input, losses);
    nameHookInReasons(outcome, hook.finished, title);
    const isOwn = afterPolicy === reading && !reading.stricter;
    hasOwnRefusal ||= isOwn && outcome.decision === 'deny';
    if (input.isRepeat && outcomes.some(hasRewrite)) delete outcome.input;
    if (foreignRemark) outcome.message ??= `anyhook: ${foreignRemark}`;
    for (const path of reading.ignoredPaths ?? []) losses.push({ kind: 'unheard', path });
    outcomes.push(
      toHostOutcome(outcome, host, hostContext(), { dialect, hookInput: input }, losses),
    );
    // `unmade`: a rewrite of a call that the host does not make was dropped.
    if (losses.some(({ kind }) => kind === 'unmade') && !hookStderr.includes(droppedRewrite))
      hookStderr += formatNotice(remarkOn(title, droppedRewrite));
    const failure =
      reading.failure === undefined ? '' : formatNotice(`${title} ${reading.failure}`);
    const remark = foreignRemark ?? describeUnknownKeys(run, reading);
    const remarkNotice = remark && !hookStderr.includes(remark) ? formatNotice(remark) : '';
    hookStderr +=
      hook.finished.stderr + (hookStderr.includes(failure) ? '' : failure) + remarkNotice;
  }
  const said = outcomes.length > 1 ? mergeStrictest(outcomes) : (outcomes[0] as HostOutcome);
  if (said.outcome.decision === 'deny' && !hasOwnRefusal) said.isOfFailure = true;
  const loopNotice = limitFollowUps(said.outcome, run);
  return { said, losses, stderr: hookStderr + loopNotice };
}

/** The texts of an outcome that say why a hook refuses or stops. */
const reasonKeys = ['reason', 'haltReason', 'followUp', 'replaced'] as const;

/** Puts the name of a hook into the reasons that an adapter made up, which are those that the hook did not print. */
function nameHookInReasons(outcome: Outcome, finished: Finished, title: string): void {
  if (title === unnamedHook) return;
  const printed = finished.stdout + finished.stderr;
  for (const key of reasonKeys) {
    const text = outcome[key];
    if (text === undefined) continue;
    const spellings = [text, JSON.stringify(text).slice(1, -1)];
    if (spellings.some((spelling) => printed.includes(spelling))) continue;
    outcome[key] = text
      .replace(/^The hook(?= )/, () => toSentenceStart(title))
      .replace(/^(Blocked by )a hook(?=[ .])/, (_, start) => start + title);
  }
}

/**
 * Returns the output of a hook in a verbatim run as the answer, unchanged. With `--exit 0` the exit code
 * is 0, and a response that the hook did not print on stdout is printed there as JSON.
 *
 * @returns undefined where the answer has to be made from the outcome:
 *   - the failure policy changed the reading, or anyhook takes the output for a refusal although the vendor
 *     would not (`stricter`);
 *   - the hook was killed;
 *   - `--ask deny` or `--loop-limit` is given;
 *   - with `--exit 0`, something has to be printed, and there is no response, or it is longer than the host
 *     reads.
 */
function passOutputThrough(
  run: Run,
  { input, finished }: HookRun,
  { reading, afterPolicy }: Judgement,
): ShimOutput | undefined {
  const { flags, dialect } = run;
  const { code, stdout, stderr } = finished;
  if (afterPolicy !== reading || reading.stricter || code === null) return undefined;
  if (flags.ask === 'deny' || flags.loopLimit !== undefined) return undefined;
  memory.noteFollowUpOfReading(afterPolicy, input, run);
  const log = { ...logFields(run), ran: finished };
  const { failure, response } = reading;
  // The response is on stdout already, or there is none.
  const hasNothingToPrint = stdout.trim() !== '' || response === undefined;
  if (flags.exit !== '0' || (code === 0 && failure === undefined && hasNothingToPrint)) {
    const foreignRemark = code === 0 && describeForeignResponse(run, input, reading);
    const allStderr = foreignRemark ? stderr + formatNotice(foreignRemark) : stderr;
    return { stdout, stderr: allStderr, code, log };
  }
  if (response && isShortEnough(response, dialect.answerLimit))
    return { stdout: printResponse(response), stderr, code: 0, log };
  return undefined;
}

/**
 * Counts a follow-up that the hook asks for, and drops it from the outcome if the limit is reached, or if
 * there is a limit and nothing can be counted. Where the host limits follow-ups itself, only notes it.
 *
 * @returns the notice that a follow-up was dropped, or an empty text.
 */
function limitFollowUps(outcome: Outcome, run: Run): string {
  const { flags, title, host, dialect, session } = run;
  const { followUp } = outcome;
  if (!followUp || host.agents[0]?.capsLoops) {
    memory.noteFollowUp(followUp, run);
    return '';
  }
  const limit = flags.loopLimit === undefined ? dialect.runtime.loopLimit : flags.loopLimit;
  const claim = session().claimFollowUp(followUp, limit);
  if (claim === 'counted' || (limit === null && claim === 'unkept')) return '';
  delete outcome.followUp;
  const why =
    claim === 'unkept'
      ? `${noStateReason}, so no loop could be ended`
      : `${limit} in a row is the limit (--loop-limit)`;
  return formatNotice(remarkOn(title, `follow-up dropped: ${why}`));
}

/**
 * Judges the output of a hook command: how the hook's own vendor reads it, whether it is a refusal, and
 * whether more output can still change it.
 */
import type { Adapter, Context, Finished, Reading } from '../mapping/adapter.ts';
import { trimOutput } from '../mapping/finished-command.ts';
import { joinKeys } from '../translate/any-dialect-response.ts';
import { isGate } from '../translate/bindings.ts';
import { findForeignVerdict } from '../translate/foreign-responses.ts';
import type { HookInput } from '../translate/hook-input.ts';
import {
  applyFailurePolicy,
  decodeReading,
  outcomeAfterPolicy,
} from '../translate/hook-outcome.ts';
import { listAdapters } from '../translate/host.ts';
import { readAsVendor, readHookOutput } from '../translate/reading.ts';
import { parseJsonObject } from '../util/json.ts';
import type { OpenPipes } from './command.ts';
import { unnamedHook } from './hook-name.ts';
import type { Run } from './prepare-run.ts';

/** One run of the hook's command: the input it was given, and how it ended. */
export interface HookRun {
  input: HookInput;
  finished: Finished;
  /** True: earlier inputs had taken a part of the run's time limit, so less than the limit was left. */
  hadLessTime?: boolean;
}

/** How a hook's output is read, before and after the failure policy (`--on-failure`). */
export interface Judgement {
  /** What the hook's own vendor takes from the output. */
  reading: Reading;
  /** The reading that the answer is made from; the same object as `reading` if the policy changes nothing. */
  afterPolicy: Reading;
}

/**
 * Reads a hook's output as the hook's own vendor does, except that broken or contradictory JSON at a
 * gate is a refusal (`readHookOutput`). Then applies the failure policy of the run.
 */
export function judgeHook(
  { flags, host, dialect }: Run,
  { input, finished, hadLessTime }: HookRun,
): Judgement {
  const reading = readHookOutput(dialect, input.binding, finished, input.variant.event);
  // Without `--timeout`, we choose the limit, and it is shorter than that of the hook's own agent.
  const isOurLimit = hadLessTime === true || flags.timeout === undefined;
  // The first binding is the host's event. A failure would block the action of the host.
  const terms = { isAtGate: isGate(host.bindings[0]), isOurLimit, dialect, flags };
  return { reading, afterPolicy: applyFailurePolicy(reading, finished, terms) };
}

/**
 * Tells whether a hook refused its input. Returns false for an output that cannot be decoded:
 * `answerFromHook`, which decodes it again, handles that error.
 */
export function isRefusal(run: Run, hook: HookRun): boolean {
  const { reading, afterPolicy } = judgeHook(run, hook);
  const context: Context<Adapter> = {
    adapter: run.dialect,
    event: run.fullEvent(),
    world: run.world,
  };
  try {
    const { decision, halt } = outcomeAfterPolicy(reading, afterPolicy, context, hook.input);
    return halt === true || decision === 'deny';
  } catch {
    return false;
  }
}

/**
 * Tells whether the output of a hook command that has ended is its complete response. More output may
 * come, since a process that the command started holds stdout or stderr open.
 *
 * - A refusal is complete as soon as there is any output, which may be its reason, or after a second without
 *   any. But a refusal by which the vendor answers a failure of the hook is never complete.
 * - Any other response is complete if the exit code is 0 and stdout is one JSON object.
 * - Some vendors take a JSON object that is followed by more text for a refusal (`isSpoiltByMoreText`).
 *   At their gates, a response that is no refusal is complete only once stdout is closed or the time is
 *   over; with `--on-failure block`, only once stdout is closed.
 */
export function isCompleteResponse(
  run: Run,
  input: HookInput,
  finished: Finished,
  open: OpenPipes,
): boolean {
  const { dialect, event, world } = run;
  const reading = readAsVendor(dialect, input.binding, finished, input.variant.event);
  const { deny, failure, response } = reading;
  const isRefusalComplete = finished.stdout !== '' || finished.stderr !== '' || open.isSilent;
  if (deny !== undefined) return failure === undefined && isRefusalComplete;
  if (!response) return false;
  const { decision, halt } = decodeReading({ response }, { adapter: dialect, event, world }, input);
  if (halt || decision === 'deny') return isRefusalComplete;
  const mayGetMoreText = open.isStdoutOpen && !(open.isTimeOver && run.flags.onFailure !== 'block');
  const maySpoil =
    mayGetMoreText && dialect.runtime.isSpoiltByMoreText === true && isGate(input.binding);
  return (
    finished.code === 0 && !maySpoil && parseJsonObject(trimOutput(finished.stdout)) !== undefined
  );
}

const answerOf = (title: string): string =>
  title === unnamedHook ? `${title}'s answer` : `the answer of ${title}`;

/**
 * Describes, for a notice, a response that decides nothing for the hook's own agent, but would decide
 * something for other agents: names its keys and those agents.
 *
 * @returns undefined for any other response.
 */
export function describeForeignResponse(
  { dialect, title }: Run,
  { binding }: HookInput,
  { response }: Reading,
): string | undefined {
  // The canonical dialect is no agent that could read a response: it is the adapter without tools.
  const otherAgents = () => listAdapters().filter((one) => one !== dialect && one.tools.length);
  const verdict = response && findForeignVerdict(response, dialect, binding, otherAgents);
  return (
    verdict &&
    `${answerOf(title)} (${verdict.keys.join(', ')}) is not for ${dialect.title}, but for ${verdict.agents.join(', ')}`
  );
}

/**
 * Describes, for a notice, the keys of a hook's response that no vendor knows.
 *
 * @returns undefined where every key is known, or the hook failed.
 */
export const describeUnknownKeys = (
  { title }: Run,
  { ignoredPaths, failure }: Reading,
): string | undefined =>
  ignoredPaths?.length && failure === undefined
    ? `ignored in ${answerOf(title)}: ${joinKeys(ignoredPaths)}`
    : undefined;

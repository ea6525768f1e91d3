/**
 * Judges what a hook printed: what its own vendor takes from it, whether that is a refusal, and whether
 * it is complete.
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
import type { Run } from './prepare-run.ts';

/** One run of the hook's command: the input it was given, and how it ended. */
export interface HookRun {
  input: HookInput;
  finished: Finished;
  /** True: earlier inputs had taken a part of the time, so this one had less than the limit of the run. */
  hadLessTime?: boolean;
}

/** What a vendor takes from a hook's output, before and after the failure policy (`--on-failure`). */
export interface Judgement {
  /** Before the failure policy. */
  reading: Reading;
  /** After the failure policy; the same object as `reading` if the policy changes nothing. */
  counted: Reading;
}

/**
 * Reads a hook's output as its own vendor does, except that broken or contradictory JSON at a gate is
 * a refusal (`readHookOutput`). Then applies the failure policy of the run.
 */
export function judgeHook(
  { flags, host, dialect }: Run,
  { input, finished, hadLessTime }: HookRun,
): Judgement {
  const reading = readHookOutput(dialect, input.binding, finished, input.variant.event);
  // Without `--timeout`, the limit is our own, and shorter than that of the hook's own agent.
  const isOurLimit = hadLessTime === true || flags.timeout === undefined;
  const gate = isGate(host.bindings[0]);
  return {
    reading,
    counted: applyFailurePolicy(reading, finished, { gate, limited: isOurLimit, dialect, flags }),
  };
}

/**
 * Tells whether a hook refused its input. Returns false for an output that cannot be decoded: the error
 * is thrown again, and handled, when the answer for the host is made.
 */
export function isRefusal(run: Run, hook: HookRun): boolean {
  const { reading, counted } = judgeHook(run, hook);
  const context: Context = { adapter: run.dialect, event: run.fullEvent(), world: run.world };
  try {
    const { decision, halt } = outcomeAfterPolicy(reading, counted, context, hook.input);
    return halt === true || decision === 'deny';
  } catch {
    return false;
  }
}

/**
 * Tells whether what a hook has printed is its complete response. The command has ended, but a process
 * that it started holds stdout or stderr open, so that more may come.
 *
 * - A refusal is complete once something was printed, which may be its reason, or nothing was printed
 *   for a second. A refusal beside a failure is never complete.
 * - Any other response is complete if the exit code is 0 and stdout is one JSON object.
 * - Some vendors take a JSON object with more text behind it for a refusal (`isSpoiltByMoreText`). At
 *   their gates such a response is complete only once stdout is closed or the time is over; with
 *   `--on-failure block`, only once stdout is closed.
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
  const hasReason = finished.stdout !== '' || finished.stderr !== '' || open.isSilent;
  if (deny !== undefined) return failure === undefined && hasReason;
  if (!response) return false;
  const { decision, halt } = decodeReading({ response }, { adapter: dialect, event, world }, input);
  if (halt || decision === 'deny') return hasReason;
  const mayGetMoreText = open.isStdoutOpen && !(open.isTimeOver && run.flags.onFailure !== 'block');
  const maySpoil =
    mayGetMoreText && dialect.runtime.isSpoiltByMoreText === true && isGate(input.binding);
  return (
    finished.code === 0 && !maySpoil && parseJsonObject(trimOutput(finished.stdout)) !== undefined
  );
}

/**
 * Describes, for a notice, a response in which the hook's own agent reads nothing and other agents
 * would read a verdict: its keys, and those agents.
 *
 * @returns undefined for any other response.
 */
export function describeForeignResponse(
  dialect: Adapter,
  { binding }: HookInput,
  { response }: Reading,
): string | undefined {
  // The canonical dialect has no tools of its own. It is no agent that could read a response.
  const others = () => listAdapters().filter((one) => one !== dialect && one.tools.length);
  const found = response && findForeignVerdict(response, dialect, binding, others);
  return (
    found &&
    `the hook's answer (${found.keys.join(', ')}) is none of ${dialect.title}: ${found.agents.join(', ')} would hear it`
  );
}

/**
 * Describes, for a notice, the keys of a hook's response that no vendor knows.
 *
 * @returns undefined where there are none, or the hook failed.
 */
export const describeUnknownKeys = ({ ignoredPaths, failure }: Reading): string | undefined =>
  ignoredPaths?.length && failure === undefined
    ? `not known, and not heard, in the hook's answer: ${joinKeys(ignoredPaths)}`
    : undefined;

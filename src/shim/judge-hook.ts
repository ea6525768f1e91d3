/** What a hook's own vendor takes from its output, and whether that is an answer, or a refusal. */
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

/** One input of a hook, and how the hook ended on it. */
export interface FinishedHook {
  input: HookInput;
  finished: Finished;
  /** True: the hook had less time than its own agent would have given it. */
  isShort?: boolean;
}

/** What a vendor takes from a hook's output, and what that counts as by the failure policy. */
export interface Judgement {
  reading: Reading;
  /** What the reading counts as. It is the object of `reading` where the failure policy changes nothing. */
  judged: Reading;
}

/** Reads a hook's output as its own vendor does, and applies the failure policy of the run. */
export function judgeHook(
  { flags, host, dialect }: Run,
  { input, finished, isShort }: FinishedHook,
): Judgement {
  const reading = readHookOutput(dialect, input.binding, finished, input.variant.event);
  const limited = isShort === true || flags.timeout === undefined;
  const gate = isGate(host.bindings[0]);
  return {
    reading,
    judged: applyFailurePolicy(reading, finished, { gate, limited, dialect, flags }),
  };
}

/**
 * Tells whether a hook refused its input. An answer that cannot be handled counts as none here: it
 * is an error of the whole answer later.
 */
export function isRefusal(run: Run, hook: FinishedHook): boolean {
  const { reading, judged } = judgeHook(run, hook);
  const context: Context = { adapter: run.dialect, event: run.fullEvent(), world: run.world };
  try {
    const { decision, halt } = outcomeAfterPolicy(reading, judged, context, hook.input);
    return halt === true || decision === 'deny';
  } catch {
    return false;
  }
}

/**
 * Tells whether what a hook has printed is its answer, although a process still holds its stdout or
 * stderr open, so that more may come.
 *
 * A refusal is an answer once some text came, or nothing came for long: the text may be its reason.
 * Any other response must be a whole JSON object at exit code 0; and at a gate of a vendor for which
 * more text would make a refusal of it, stdout must be closed, or no longer waited for.
 */
export function isCompleteAnswer(
  run: Run,
  input: HookInput,
  finished: Finished,
  open: OpenPipes,
): boolean {
  const { dialect, event, world } = run;
  const reading = readAsVendor(dialect, input.binding, finished, input.variant.event);
  const { deny, failure, response } = reading;
  const hasReason = finished.stdout !== '' || finished.stderr !== '' || open.late;
  if (deny !== undefined) return failure === undefined && hasReason;
  if (!response) return false;
  const { decision, halt } = decodeReading({ response }, { adapter: dialect, event, world }, input);
  if (halt || decision === 'deny') return hasReason;
  const isAwaited = open.out && !(open.over && run.flags.onFailure !== 'block');
  const maySpoil =
    isAwaited && dialect.runtime.isSpoiltByMoreText === true && isGate(input.binding);
  return (
    finished.code === 0 && !maySpoil && parseJsonObject(trimOutput(finished.stdout)) !== undefined
  );
}

/**
 * Describes an answer in the words of other agents than the one the hook was written for.
 *
 * @returns undefined where the dialect knows the answer's words.
 */
export function describeForeignAnswer(
  dialect: Adapter,
  { binding }: HookInput,
  { response }: Reading,
): string | undefined {
  const others = () => listAdapters().filter((one) => one !== dialect && one.tools.length);
  const found = response && findForeignVerdict(response, dialect, binding, others);
  return (
    found &&
    `the hook's answer (${found.keys.join(', ')}) is none of ${dialect.title}: ${found.agents.join(', ')} would hear it`
  );
}

/** Describes the keys of an answer that nobody knows. Undefined: it has none, or the hook failed. */
export const describeUnknownKeys = ({ unheard, failure }: Reading): string | undefined =>
  unheard?.length && failure === undefined
    ? `not known, and not heard, in the hook's answer: ${joinKeys(unheard)}`
    : undefined;

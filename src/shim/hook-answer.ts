import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Adapter, Context, Finished, Reading } from '../mapping/adapter.ts';
import { clean } from '../mapping/finished.ts';
import {
  answerHost,
  applyFailurePolicy,
  decodeReading,
  encodeAnswer,
  type HostOutcome,
  outcomeAfterPolicy,
  toHostOutcome,
} from '../translate/answer.ts';
import { joinKeys } from '../translate/any-dialect-response.ts';
import { isGate } from '../translate/bindings.ts';
import { unchangedVariant } from '../translate/event-variants.ts';
import { findForeignVerdict } from '../translate/foreign-responses.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { listAdapters } from '../translate/host.ts';
import { readAsVendor, readHookOutput } from '../translate/reading.ts';
import { printResponse } from '../translate/response.ts';
import {
  formatNotice,
  limitStderr,
  renderAnswer,
  type ShimOutput,
} from '../translate/shim-output.ts';
import { isShortEnough } from '../translate/shortened-outcome.ts';
import { mergeStrictest } from '../translate/strictest-outcome.ts';
import type { Json } from '../util/json.ts';
import { objectIn } from '../util/json.ts';
import { once } from '../util/once.ts';
import type { OpenPipes } from './command.ts';
import { answerFailure } from './failure-answer.ts';
import type { Run } from './prepare-run.ts';
import { noStateReason } from './session.ts';
import * as memory from './session-memory.ts';

const logged = ({ host, dialect }: Run): Json => ({
  host: host.agents[0]?.id,
  event: host.bindings[0]?.native,
  as: dialect.id,
  in: host.payload,
});

/** One as it is, several as a list. */
const listed = <T>(values: readonly T[]): T | readonly T[] =>
  values.length > 1 ? values : (values[0] as T);

/** Says an outcome that no hook gave. */
export const answerWithoutHook = (run: Run, outcome: Outcome): ShimOutput => {
  const { host, flags, world } = run;
  const event = Object.keys(outcome).length ? run.fullEvent() : run.event;
  const context: Context = { adapter: host.agents[0] as Adapter, event, world };
  return renderAnswer(host, answerHost(outcome, host, context, flags), logged(run));
};

/** A hook that was told something, and its end. */
export interface FinishedHook {
  told: HookInput;
  finished: Finished;
  /** It had less time than its own agent would have given it. */
  isShort?: boolean;
}

/**
 * What a hook comes to, as the host hears it; told of every part of a call, the strictest answer
 * holds. An answer that cannot be handled refuses.
 */
export function answerFromHook(run: Run, parts: readonly FinishedHook[]): ShimOutput {
  try {
    return buildAnswer(run, parts);
  } catch (error) {
    return answerFailure(error, run.flags, { host: run.host });
  }
}

/** That a hook answers in the words of another agent than it was written for. */
function strangeTo(
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

/** That keys of an answer are not heard. */
const unheardIn = ({ unheard, failure }: Reading): string | undefined =>
  unheard?.length && failure === undefined
    ? `not known, and not heard, in the hook's answer: ${joinKeys(unheard)}`
    : undefined;

const unmade = formatNotice(
  'a change of a call is dropped: this agent does not make the call on its way to the edit',
);

const isRewrite = ({ outcome, lostRewrite }: HostOutcome): boolean =>
  outcome.input !== undefined || lostRewrite !== undefined;

/** What the hook's own agent takes from its end, and what that counts as here. */
function judgedBy({ flags, host, dialect }: Run, { told, finished, isShort: short }: FinishedHook) {
  const reading = readHookOutput(dialect, told.binding, finished, told.variant.event);
  const limited = short === true || flags.timeout === undefined;
  const gate = isGate(host.bindings[0]);
  return {
    reading,
    judged: applyFailurePolicy(reading, finished, { gate, limited, dialect, flags }),
  };
}

/** Whether a hook refused what it was told. */
export function isRefusal(run: Run, part: FinishedHook): boolean {
  const { reading, judged } = judgedBy(run, part);
  const context: Context = { adapter: run.dialect, event: run.fullEvent(), world: run.world };
  try {
    const { decision, halt } = outcomeAfterPolicy(reading, judged, context, part.told);
    return halt === true || decision === 'deny';
  } catch {
    return false; // said of the whole, where all that was heard is put together
  }
}

function buildAnswer(run: Run, parts: readonly FinishedHook[]): ShimOutput {
  const { flags, host, dialect, world, isVerbatim: same } = run;
  const context = once<Context>(() => ({
    adapter: host.agents[0] as Adapter,
    event: run.fullEvent(),
    world,
  }));
  const heard: HostOutcome[] = [];
  const losses: Loss[] = run.invalidPaths.map((path) => ({ kind: 'odd', path }));
  let errors = '';
  for (const part of parts) {
    const { told, finished } = part;
    const { reading, judged } = judgedBy(run, part);
    const { code, stdout, stderr } = finished;
    const plain = judged === reading && !reading.stricter && code !== null;
    if (same && plain && flags.ask !== 'deny' && flags.loopLimit === undefined) {
      memory.noteFollowUpOfReading(judged, told, run);
      const log = { ...logged(run), ran: finished };
      const { failure, response } = reading;
      const aloud = stdout.trim() !== '' || response === undefined;
      if (flags.exit !== '0' || (code === 0 && failure === undefined && aloud)) {
        const strange = code === 0 && strangeTo(dialect, told, reading);
        return {
          stdout,
          stderr: strange ? `${stderr}${formatNotice(strange)}` : stderr,
          code,
          log,
        };
      }
      if (response && isShortEnough(response, dialect.longest))
        return { stdout: printResponse(response), stderr, code: 0, log };
    }
    const strange = strangeTo(dialect, told, reading);
    const full = same ? { ...told, variant: unchangedVariant(run.fullEvent()) } : told;
    const outcome = outcomeAfterPolicy(
      reading,
      judged,
      { ...context(), adapter: dialect },
      full,
      losses,
    );
    if (told.isRepeat && heard.some(isRewrite)) delete outcome.input;
    if (strange) outcome.message ??= `anyhook: ${strange}`;
    for (const path of reading.unheard ?? []) losses.push({ kind: 'unheard', path });
    heard.push(toHostOutcome(outcome, host, context(), { dialect, told: full }, losses));
    if (!errors.includes(unmade) && losses.some(({ kind }) => kind === 'unmade')) errors += unmade;
    const failed = reading.failure === undefined ? '' : formatNotice(`the hook ${reading.failure}`);
    const said = strange ?? unheardIn(reading);
    const aside = said && !errors.includes(said) ? formatNotice(said) : '';
    errors += stderr + (errors.includes(failed) ? '' : failed) + aside;
  }
  const all = heard.length > 1 ? mergeStrictest(heard) : (heard[0] as HostOutcome);
  const note = limitLoop(all.outcome, run);
  const kept = memory.deferOutcome(all.outcome, run);
  const answered = encodeAnswer(all, host, context(), flags);
  answered.losses.push(...kept.losses, ...losses);
  const log = {
    ...logged(run),
    ...(same ? {} : { told: listed(parts.map(({ told }) => told.payload)) }),
    ran: listed(parts.map(({ finished }) => finished)),
  };
  return renderAnswer(host, answered, log, limitStderr(host, answered, errors + note + kept.note));
}

/**
 * Whether what a hook printed is its answer although a pipe is open: it refuses, and said why or
 * had the time to; or it is whole, and no more text could make a refusal of it.
 */
export function isCompleteAnswer(
  run: Run,
  told: HookInput,
  finished: Finished,
  open: OpenPipes,
): boolean {
  const { dialect, event, world } = run;
  const reading = readAsVendor(dialect, told.binding, finished, told.variant.event);
  const { deny, failure, response } = reading;
  const said = finished.stdout !== '' || finished.stderr !== '' || open.late;
  if (deny !== undefined) return failure === undefined && said;
  if (!response) return false;
  const { decision, halt } = decodeReading({ response }, { adapter: dialect, event, world }, told);
  if (halt || decision === 'deny') return said;
  const waits = open.out && !(open.over && run.flags.onFailure !== 'block');
  const spoils = waits && dialect.runtime.spoils === true && isGate(told.binding);
  return finished.code === 0 && !spoils && objectIn(clean(finished.stdout)) !== undefined;
}

/** Ends a loop of follow-ups on a host that has no limit of its own. Returns what to tell of it. */
function limitLoop(outcome: Outcome, run: Run): string {
  const { flags, host, dialect, session } = run;
  const { followUp } = outcome;
  if (!followUp || host.agents[0]?.capsLoops) {
    memory.noteFollowUp(followUp, run);
    return '';
  }
  const limit = flags.loopLimit === undefined ? dialect.runtime.loopLimit : flags.loopLimit;
  const asked = session().claimFollowUp(followUp, limit);
  if (asked === 'asked' || (limit === null && asked === 'unkept')) return '';
  delete outcome.followUp;
  const why =
    asked === 'unkept'
      ? `${noStateReason}, so no loop could be ended`
      : `${limit} in a row is the limit (--loop-limit)`;
  return formatNotice(`follow-up dropped: ${why}`);
}

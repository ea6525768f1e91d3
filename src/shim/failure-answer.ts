import type { Flags } from '../canonical/flags.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { AnyhookError, type ErrorCode } from '../errors.ts';
import type { Adapter, Context } from '../mapping/adapter.ts';
import { answerHost } from '../translate/answer.ts';
import { isGate } from '../translate/bindings.ts';
import { policyFor } from '../translate/failure-policy.ts';
import type { Host } from '../translate/host.ts';
import { guessEvent, type LikelyEvent } from '../translate/likely-event.ts';
import { machine } from '../translate/machine.ts';
import {
  formatNotice,
  limitStderr,
  makeRefusal,
  neutralAnswer,
  renderNativeAnswer,
  type ShimOutput,
  toOneLine,
} from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';

/** Codes of errors whose cause is the shim line: a person can correct it. */
const lineErrors: readonly ErrorCode[] = ['usage', 'vendor', 'event', 'line'];

/**
 * Makes the answer for a failure of anyhook itself. A gate refuses, with the reason and a way out,
 * unless the line says `--on-failure allow`. At other events the person gets a message, and the agent
 * nothing. If it is not certain which agent the host is, exit code 2 refuses, as every agent knows it.
 *
 * @param error The error that was thrown: an `AnyhookError`, or any other, which is a bug.
 * @param hooks The flags of each hook of the line. It is refused if the failure of any of them would refuse.
 * @param at The host, if host and event were found before the failure; else the bytes that came on
 *   stdin, from which they are guessed.
 */
export function answerFailure(
  error: unknown,
  hooks: readonly Flags[],
  at: { host: Host } | { bytes: Buffer },
): ShimOutput {
  const outputs = hooks.map((flags) => answerFailureOf(error, flags, at));
  return outputs.find(({ isAtGate }) => isAtGate) ?? (outputs[0] as ShimOutput);
}

/** Makes the answer of {@link answerFailure} for one hook. */
function answerFailureOf(
  error: unknown,
  flags: Flags,
  at: { host: Host } | { bytes: Buffer },
): ShimOutput {
  const { host, canGate }: LikelyEvent =
    'host' in at
      ? { host: at.host, canGate: isGate(at.host.bindings[0]) }
      : guessEvent(flags, at.bytes.toString());
  const certainHost = host?.isCertain ? host : undefined;
  const { why, outcome, stderr } = judgeFailure(error, flags, canGate, certainHost?.agents[0]);
  const log: Json = { error: why, as: flags.as };
  if (outcome.reason !== undefined) {
    if (!certainHost) return makeRefusal(outcome.reason, log);
    const refusal = encodeFor(certainHost, outcome);
    return { ...renderNativeAnswer(certainHost, refusal, log, stderr), isAtGate: true };
  }
  if (!certainHost) return { stdout: '', stderr, code: 0, log };
  const answer = canGate ? neutralAnswer(certainHost) : encodeFor(certainHost, outcome);
  return renderNativeAnswer(certainHost, answer, log, limitStderr(certainHost, answer, stderr));
}

/**
 * Judges a failure of anyhook itself, as {@link answerFailure} does.
 *
 * @param error The error that was thrown.
 * @param canGate Whether the event may be a gate.
 * @param agent The host. Absent: it is not certain which agent that is.
 * @returns what the host is told, which at a gate is a refusal with a reason, or nothing; a text for stderr; and why
 *   the run failed, for the log.
 */
export function judgeFailure(
  error: unknown,
  { onFailure }: Pick<Flags, 'onFailure'>,
  canGate: boolean,
  agent: Adapter | undefined,
): { outcome: Outcome; stderr: string; why: string } {
  const isAnyhookError = error instanceof AnyhookError;
  const why = toOneLine(isAnyhookError ? error.message : describeBug(error as Error));
  const code = isAnyhookError ? error.code : undefined;
  const wayOut = describeWayOut(agent, code);
  if (canGate && policyFor('shim', onFailure) === 'block') {
    const effect = code === 'tool' ? 'this call is not let through' : everythingIsHeld;
    const reason = `anyhook: ${why}, so ${effect}. ${wayOut}`;
    return { outcome: { decision: 'deny', reason }, stderr: `${reason}\n`, why };
  }
  const text = `${why}. ${wayOut}`;
  return {
    outcome: canGate ? {} : { message: `anyhook: ${text}` },
    stderr: formatNotice(text),
    why,
  };
}

/** Returns the answer that states an outcome to a host. The outcome is ours, so there is no payload or hook. */
function encodeFor(host: Host, outcome: Parameters<typeof answerHost>[0]) {
  const [adapter, binding] = [host.agents[0], host.bindings[0]];
  const context: Context = { adapter, event: { event: binding.event }, world: machine };
  return answerHost(outcome, { ...host, payload: {} }, context, { ask: 'auto' });
}

const everythingIsHeld = 'nothing is let through until this is fixed';

/**
 * Describes what can be done about a failure. The agent is told only to make another call, if that helps.
 * Anything else is for a person, since an agent must not be led to change its own hooks.
 */
function describeWayOut(agent: Adapter | undefined, code: ErrorCode | undefined): string {
  const place = agent?.hooksIn ?? "the agent's settings";
  if (code === 'tool')
    return `Call it in another way; a person can take this hook out of ${place}.`;
  if (code === 'settings')
    return `A person can run: npx anyhook sync; or take this hook out of ${place}.`;
  return code && lineErrors.includes(code)
    ? `A person can correct this hook in ${place}, or take it out; see anyhook run --help.`
    : `A person can take this hook out of ${place}, or add --on-failure allow to its line.`;
}

/** Describes an error that is not ours. A `RangeError` means that a stack or a text grew too large. */
const describeBug = (error: Error): string =>
  error instanceof RangeError
    ? 'the payload or the answer is nested too deep, or too large'
    : `the payload cannot be handled (${error.message})`;

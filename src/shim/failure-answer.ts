import type { Flags } from '../canonical/flags.ts';
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
 * @param at The host, if host and event were found before the failure; else the bytes that came on
 *   stdin, from which they are guessed.
 */
export function answerFailure(
  error: unknown,
  flags: Flags,
  at: { host: Host } | { bytes: Buffer },
): ShimOutput {
  const isAnyhookError = error instanceof AnyhookError;
  const why = toOneLine(isAnyhookError ? error.message : describeBug(error as Error));
  const { host, canGate }: LikelyEvent =
    'host' in at
      ? { host: at.host, canGate: isGate(at.host.bindings[0]) }
      : guessEvent(flags, at.bytes.toString());
  const log: Json = { error: why, as: flags.as };
  const certainHost = host?.isCertain ? host : undefined;
  const code = isAnyhookError ? error.code : undefined;
  const wayOut = describeWayOut(certainHost?.agents[0], code);
  if (canGate && policyFor('shim', flags.onFailure) === 'block') {
    const effect = code === 'tool' ? 'this call is not let through' : everythingIsHeld;
    const reason = `anyhook: ${why}, so ${effect}. ${wayOut}`;
    if (!certainHost) return makeRefusal(reason, log);
    const refusal = encodeFor(certainHost, { decision: 'deny', reason });
    return { ...renderNativeAnswer(certainHost, refusal, log, `${reason}\n`), isAtGate: canGate };
  }
  const stderr = formatNotice(`${why}. ${wayOut}`);
  if (!certainHost) return { stdout: '', stderr, code: 0, log };
  const answer = canGate
    ? neutralAnswer(certainHost)
    : encodeFor(certainHost, { message: `anyhook: ${why}. ${wayOut}` });
  return renderNativeAnswer(certainHost, answer, log, limitStderr(certainHost, answer, stderr));
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

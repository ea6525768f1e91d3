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

/** Error codes whose cause is the shim line. */
const lineErrors: readonly ErrorCode[] = ['usage', 'vendor', 'event', 'line'];

/**
 * Makes the answer for a failure of anyhook itself. A gate refuses, with the reason and a way out,
 * unless the line says `--on-failure allow`. At other events the person is told, and never the agent.
 * A host that is not certain is refused with exit code 2, which every agent takes for a refusal.
 *
 * @param error What was thrown: an error of ours, or that of a bug.
 * @param at The host, where the event was placed; else what came on stdin, from which host and event
 *   are guessed.
 */
export function answerFailure(
  error: unknown,
  flags: Flags,
  at: { host: Host } | { bytes: Buffer },
): ShimOutput {
  const isOurs = error instanceof AnyhookError;
  const why = toOneLine(isOurs ? error.message : describeError(error as Error));
  const { host, canGate }: LikelyEvent =
    'host' in at
      ? { host: at.host, canGate: isGate(at.host.bindings[0]) }
      : guessEvent(flags, at.bytes.toString());
  const log: Json = { error: why, as: flags.as };
  const certain = host?.isCertain ? host : undefined;
  const code = isOurs ? error.code : undefined;
  const wayOut = describeWayOut(certain?.agents[0], code);
  if (canGate && policyFor('shim', flags.onFailure) === 'block') {
    const effect = code === 'tool' ? 'this call is not let through' : everythingIsHeld;
    const reason = `anyhook: ${why}, so ${effect}. ${wayOut}`;
    if (!certain) return makeRefusal(reason, log);
    return {
      ...renderNativeAnswer(
        certain,
        encodeFor(certain, { decision: 'deny', reason }),
        log,
        `${reason}\n`,
      ),
      isAtGate: canGate,
    };
  }
  const stderr = formatNotice(`${why}. ${wayOut}`);
  if (!certain) return { stdout: '', stderr, code: 0, log };
  const answered = canGate
    ? neutralAnswer(certain)
    : encodeFor(certain, { message: `anyhook: ${why}. ${wayOut}` });
  return renderNativeAnswer(certain, answered, log, limitStderr(certain, answered, stderr));
}

/** Encodes an outcome of our own in the words of a host. */
function encodeFor(host: Host, outcome: Parameters<typeof answerHost>[0]) {
  const [adapter, binding] = [host.agents[0], host.bindings[0]];
  const context: Context = { adapter, event: { event: binding.event }, world: machine };
  return answerHost(outcome, { ...host, payload: {} }, context, { ask: 'auto' });
}

const everythingIsHeld = 'nothing is let through until this is mended';

/**
 * Describes what can be done about a failure: by the agent where another call helps, else by a person,
 * since an agent must not be led to change its own hooks.
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

/** Describes an error that we did not throw; a `RangeError` is a stack or a text that grew too large. */
const describeError = (error: Error): string =>
  error instanceof RangeError
    ? 'the payload or the answer is nested too deep, or too large'
    : `the payload cannot be handled (${error.message})`;

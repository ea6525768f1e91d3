import type { Flags } from '../canonical/flags.ts';
import { AnyhookError, type ErrorCode } from '../errors.ts';
import type { Adapter, Binding, Context } from '../mapping/adapter.ts';
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

/** Failures that the hook's line is the cause of. */
const written: readonly ErrorCode[] = ['usage', 'vendor', 'event', 'line'];

/**
 * A failure of ours, where the event was placed or from what stdin holds: a gate refuses, unless
 * the line says to allow; elsewhere a person is told, and never the agent.
 */
export function answerFailure(
  error: unknown,
  flags: Flags,
  at: { host: Host } | { bytes: Buffer },
): ShimOutput {
  const known = error instanceof AnyhookError;
  const why = toOneLine(known ? error.message : odd(error as Error));
  const { host, canGate }: LikelyEvent =
    'host' in at
      ? { host: at.host, canGate: isGate(at.host.bindings[0]) }
      : guessEvent(flags, at.bytes.toString());
  const log: Json = { error: why, as: flags.as };
  const sure = host?.isCertain ? host : undefined;
  const code = known ? error.code : undefined;
  const way = wayOut(sure?.agents[0], code);
  if (canGate && policyFor('ours', flags.onFailure) === 'block') {
    const so = code === 'tool' ? 'this call is not let through' : held;
    const words = `anyhook: ${why}, so ${so}. ${way}`;
    if (!sure) return makeRefusal(words, log);
    return {
      ...renderNativeAnswer(
        sure,
        said(sure, { decision: 'deny', reason: words }),
        log,
        `${words}\n`,
      ),
      gate: canGate,
    };
  }
  const stderr = formatNotice(`${why}. ${way}`);
  if (!sure) return { stdout: '', stderr, code: 0, log };
  const answered = canGate
    ? neutralAnswer(sure)
    : said(sure, { message: `anyhook: ${why}. ${way}` });
  return renderNativeAnswer(sure, answered, log, limitStderr(sure, answered, stderr));
}

/** What we say ourselves, in the words of a host that was placed. */
function said(host: Host, outcome: Parameters<typeof answerHost>[0]) {
  const [adapter, binding] = [host.agents[0] as Adapter, host.bindings[0] as Binding];
  const context: Context = { adapter, event: { event: binding.event }, world: machine };
  return answerHost(outcome, { ...host, payload: {} }, context, { ask: 'auto' });
}

const held = 'nothing is let through until this is mended';

/** What can be done about it: about a call by the agent, about the rest by a person, never by the agent. */
function wayOut(agent: Adapter | undefined, code: ErrorCode | undefined): string {
  const place = agent?.hooksIn ?? "the agent's settings";
  if (code === 'tool')
    return `Call it in another way; a person can take this hook out of ${place}.`;
  if (code === 'settings')
    return `A person can run: npx anyhook sync; or take this hook out of ${place}.`;
  return code && written.includes(code)
    ? `A person can correct this hook in ${place}, or take it out; see anyhook run --help.`
    : `A person can take this hook out of ${place}, or add --on-failure allow to its line.`;
}

/** A stack or a string that came to its end. */
const odd = (error: Error): string =>
  error instanceof RangeError
    ? 'the payload or the answer is nested too deep, or too large'
    : `the payload cannot be handled (${error.message})`;

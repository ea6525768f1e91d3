import type { Flags } from '../canonical/flags.ts';
import { AnyhookError, type ErrorCode } from '../errors.ts';
import type { Adapter, Binding, Context } from '../mapping/adapter.ts';
import { answer, isGate } from '../translate/answer.ts';
import { policyFor } from '../translate/failure.ts';
import type { Host } from '../translate/host.ts';
import { machine } from '../translate/io.ts';
import { type LikelyEvent, likelyEvent } from '../translate/likely-event.ts';
import {
  beside,
  neutral,
  notice,
  type Output,
  onOneLine,
  refusal,
  say,
} from '../translate/output.ts';
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
): Output {
  const known = error instanceof AnyhookError;
  const why = onOneLine(known ? error.message : odd(error as Error));
  const { host, gate }: LikelyEvent =
    'host' in at
      ? { host: at.host, gate: isGate(at.host.bindings[0]) }
      : likelyEvent(flags, at.bytes.toString());
  const log: Json = { error: why, as: flags.as };
  const sure = host?.sure ? host : undefined;
  const code = known ? error.code : undefined;
  const way = wayOut(sure?.agents[0], code);
  if (gate && policyFor('ours', flags.onFailure) === 'block') {
    const so = code === 'tool' ? 'this call is not let through' : held;
    const words = `anyhook: ${why}, so ${so}. ${way}`;
    if (!sure) return refusal(words, log);
    return {
      ...say(sure, said(sure, { decision: 'deny', reason: words }), log, `${words}\n`),
      gate,
    };
  }
  const stderr = notice(`${why}. ${way}`);
  if (!sure) return { stdout: '', stderr, code: 0, log };
  const answered = gate ? neutral(sure) : said(sure, { message: `anyhook: ${why}. ${way}` });
  return say(sure, answered, log, beside(sure, answered, stderr));
}

/** What we say ourselves, in the words of a host that was placed. */
function said(host: Host, outcome: Parameters<typeof answer>[0]) {
  const [adapter, binding] = [host.agents[0] as Adapter, host.bindings[0] as Binding];
  const context: Context = { adapter, event: { event: binding.event }, world: machine };
  return answer(outcome, { ...host, payload: {} }, context, { ask: 'auto' });
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

import type { Binding, Spoken } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import type { Answer } from './answer.ts';
import { isGate } from './bindings.ts';
import type { Host, HostEvent } from './host.ts';
import { printResponse } from './response.ts';

/** What the shim prints, and what the log is told of it. */
export interface ShimOutput {
  stdout: string;
  stderr: string;
  code: number;
  log: Json;
  /** What it says can stop something. */
  gate?: true;
}

/** An answer that could not be printed must not pass for none: 2 refuses everywhere. */
export function refuseUnwritten({
  gate,
  code,
  log,
  stdout,
}: ShimOutput): Pick<ShimOutput, 'code' | 'stderr'> {
  const { outcome = stdout.trim() } = log;
  if (!gate || !Object.keys(outcome as object | string).length) return { code, stderr: '' };
  return { code: 2, stderr: formatNotice('the answer could not be written to stdout') };
}

/** A text on one line, and without what a terminal would obey: a model may have written of it. */
export const toOneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ');

/** What we say ourselves on stderr. */
export const formatNotice = (text: string): string => `anyhook: ${toOneLine(text)}\n`;

/** The answer of a hook that has no opinion. */
export const neutralAnswer = ({ bindings }: { bindings: readonly Binding[] }): Answer => ({
  response: bindings[0]?.silence ?? null,
  outcome: {},
  losses: [],
});

/** A response as an agent hears it. */
export const renderResponse = ({ agents, bindings }: HostEvent, response: Json | null): Spoken =>
  agents[0]?.says?.(response, bindings[0] as Binding) ?? {
    stdout: printResponse(response),
    stderr: '',
    exitCode: 0,
  };

/** An answer as what the shim prints. */
export function renderNativeAnswer(
  host: HostEvent,
  answer: Answer,
  log: Json,
  stderr = '',
): ShimOutput {
  const { response, outcome, losses } = answer;
  const { stdout, stderr: own, exitCode } = renderResponse(host, response);
  return {
    stdout,
    stderr: own + stderr,
    code: exitCode,
    log: { ...log, outcome, out: response, losses },
  };
}

/**
 * The one refusal that every agent hears, whichever it is: 2, why on stderr, and nothing on stdout.
 */
export const makeRefusal = (why: string, log: Json): ShimOutput => ({
  stdout: '',
  stderr: why.endsWith('\n') ? why : `${why}\n`,
  code: 2,
  log,
  gate: true,
});

/** An answer to a host that may be another: a refusal is one in every agent's terms. */
export function renderAnswer(host: Host, answer: Answer, log: Json, stderr = ''): ShimOutput {
  const { decision, halt, reason, haltReason } = answer.outcome;
  const refuses = halt === true || decision === 'deny';
  if (host.isCertain || !refuses || !isGate(host.bindings[0]))
    return renderNativeAnswer(host, answer, log, stderr);
  const why = reason ?? haltReason ?? '';
  const { outcome, losses } = answer;
  return makeRefusal(stderr.includes(why) ? stderr : `${stderr}${why}`, {
    ...log,
    outcome,
    losses,
  });
}

/** Whether an agent takes stderr for the answer where stdout is blank. */
const readsStderr = ({ agents, bindings }: HostEvent): boolean =>
  agents.some((agent) => {
    const silent = { code: 0, stdout: '', stderr: 'x' };
    return Object.keys(agent.reads(silent, bindings[0] as Binding)).length > 0;
  });

/**
 * What may go to stderr beside an answer: nothing where stdout is blank and the host, or one that it
 * may be, reads stderr instead.
 */
export const limitStderr = (
  host: HostEvent,
  { response }: Pick<Answer, 'response'>,
  stderr: string,
): string => (response || !stderr || !readsStderr(host) ? stderr : '');

import type { Flags } from '../canonical/flags.ts';
import type { Binding, Dialect, PrintedAnswer } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import type { Answer } from './answer.ts';
import { isGate } from './bindings.ts';
import type { Host, HostEvent } from './host.ts';
import { printResponse } from './response.ts';

/** What the shim prints and how it ends. */
export interface ShimOutput {
  stdout: string;
  stderr: string;
  /** Exit code. */
  code: number;
  /** Fields of the run's line in the log file. */
  log: Json;
  /** The line in the log of each hook of a line that has several, with the flags that say where. Absent: one hook. */
  logs?: readonly { flags: Flags; log: Json }[];
  /** The answer is to a gate. If it were lost, the gate could let something pass. */
  isAtGate?: true;
}

/**
 * Returns the exit code and stderr for an answer that could not be written to stdout. At a gate, an
 * answer that says something must not be taken for no opinion: exit code 2 refuses with every agent.
 */
export function refuseUnwritten({
  isAtGate,
  code,
  log,
  stdout,
}: ShimOutput): Pick<ShimOutput, 'code' | 'stderr'> {
  const { outcome = stdout.trim() } = log;
  if (!isAtGate || !Object.keys(outcome as object | string).length) return { code, stderr: '' };
  return { code: 2, stderr: formatNotice('the answer could not be written to stdout') };
}

/** Puts a text on one line, without control characters: a model may have written parts of it for a terminal. */
export const toOneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ');

/** Returns the line that the shim itself writes to stderr. */
export const formatNotice = (text: string): string => `anyhook: ${toOneLine(text)}\n`;

/** Returns the answer of a hook that has no opinion, in the words of the host's event. */
export const neutralAnswer = ({ bindings }: { bindings: readonly Binding[] }): Answer => ({
  response: bindings[0]?.neutralResponse ?? null,
  outcome: {},
  losses: [],
});

/** Renders a response as the agent reads it: stdout, stderr and exit code. */
export const renderResponse = (
  { agents, bindings }: HostEvent<Dialect>,
  response: Json | null,
): PrintedAnswer =>
  agents[0]?.printResponse?.(response, bindings[0]) ?? {
    stdout: printResponse(response),
    stderr: '',
    exitCode: 0,
  };

/** Renders an answer in the host's own words. `stderr` is written after the host's part of stderr. */
export function renderNativeAnswer(
  host: HostEvent<Dialect>,
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

/** A refusal that every agent takes for one: exit code 2, the reason on stderr, empty stdout. */
export const printRefusal = (why: string): PrintedAnswer => ({
  stdout: '',
  stderr: why.endsWith('\n') ? why : `${why}\n`,
  exitCode: 2,
});

/** Renders a refusal by its exit code (see {@link printRefusal}). */
export function makeRefusal(why: string, log: Json): ShimOutput {
  const { stdout, stderr, exitCode: code } = printRefusal(why);
  return { stdout, stderr, code, log, isAtGate: true };
}

/**
 * Renders an answer to a host. Where it is not certain which agent the host is, a refusal at a gate
 * becomes the one that every agent understands.
 */
export function renderAnswer(host: Host, answer: Answer, log: Json, stderr = ''): ShimOutput {
  const { decision, halt, reason, haltReason } = answer.outcome;
  const isRefusal = halt === true || decision === 'deny';
  if (host.isCertain || !isRefusal || !isGate(host.bindings[0]))
    return renderNativeAnswer(host, answer, log, stderr);
  const why = reason ?? haltReason ?? '';
  const { outcome, losses } = answer;
  return makeRefusal(stderr.includes(why) ? stderr : `${stderr}${why}`, {
    ...log,
    outcome,
    losses,
  });
}

/** Tells whether the host, or an agent that it may be, takes stderr for the answer where stdout is empty. */
const readsStderr = ({ agents, bindings }: HostEvent): boolean =>
  agents.some((agent) => {
    const silent = { code: 0, stdout: '', stderr: 'x' };
    return Object.keys(agent.readFinished(silent, bindings[0])).length > 0;
  });

/**
 * Returns the text that may be written to stderr with an answer. It is empty if nothing is printed on stdout and
 * the host, or an agent that it may be, would take stderr for the answer.
 */
export const limitStderr = (
  host: HostEvent,
  { response }: Pick<Answer, 'response'>,
  stderr: string,
): string => (response || !stderr || !readsStderr(host) ? stderr : '');

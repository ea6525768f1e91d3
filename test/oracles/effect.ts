import type { Vendor } from '../../src/adapters/index.ts';
import type { Severity } from '../../src/canonical/loss.ts';
import type { OutcomeKey } from '../../src/canonical/outcome.ts';
import { type Verdict, verdicts } from '../../src/canonical/verdict.ts';
import type { Reason } from '../matrix/reasons.ts';

/** A hook command that is over, as the agent's client sees it. */
export interface FinishedCommand {
  code: number | null;
  signal?: string | null;
  timedOut?: boolean;
  notStarted?: string;
  stdout: string;
  stderr: string;
}

/** What an agent does because of a hook's answer. Absent fields: the answer changes nothing of the kind. */
export interface Effect {
  verdict: Verdict;
  /** The tool arguments that the agent uses instead of the call's own. */
  input?: Record<string, unknown>;
  /** The prompt with which the agent goes on after the end of its turn. */
  followUp?: string;
  /** The reason of a refusal or question, as the model or the person reads it. */
  reason?: string;
  /** Text that the model reads beside what it sees anyway. */
  context?: string;
  /** Text that the model sees in place of a tool's result or of the model's own text. */
  replaced?: string;
  /** A rewritten tool output. */
  output?: unknown;
  /** Changes to the request to the model, and a response that replaces the model's own. */
  request?: unknown;
  response?: unknown;
  /** The only tools on offer. */
  offered?: { mode: unknown; names: unknown };
  /** A tool to run next. */
  tail?: unknown;
  /** The turn ends after the call (or other subject of the event), which itself is not stopped. */
  ends?: true;
  /** A prompt in place of the person's, a prompt before the person's first, and the title of the session. */
  prompt?: string;
  firstPrompt?: string;
  title?: string;
  /** Text that the person sees in place of the model's text. */
  display?: string;
  /** The conversation is forgotten. */
  clear?: true;
  /** Variables for later hooks, and folders of plugins that are loaded. */
  env?: unknown;
  plugins?: unknown;
  /** A message for the person. */
  message?: string;
}

/** The fields of an effect beside the verdict. */
export type EffectKey = Exclude<keyof Effect, 'verdict'>;

/** A model of how an agent combines several hooks of one event, which are listed in the order of their settings. */
export type MergingOracle = (
  event: string,
  ran: readonly FinishedCommand[],
  side: 'native' | 'host',
) => Effect;

/**
 * An independent model of how a vendor reads a hook. Where builds or pages differ, `native` is the
 * current build and the strictest page, for the hook's own vendor; `host` is the most lenient, for
 * the agent that must be convinced.
 */
export type Oracle = (event: string, ran: FinishedCommand, side: 'native' | 'host') => Effect;

/** Adapts an effect to the payload of its event, for agents whose effect depends on the call. */
export type EffectOnPayload = (heard: Effect, payload: Json) => Effect;

export type Json = Record<string, unknown>;
export const pass: Effect = { verdict: 'pass' };
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Turns a command that could not be started into the exit code that a shell would report. */
export const asShell = (ran: FinishedCommand): FinishedCommand =>
  ran.notStarted === undefined
    ? ran
    : { ...ran, code: 127, stderr: `line 1: ${ran.notStarted}: command not found` };

/** Returns how strict a verdict is, as a number. */
export const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);
/** Returns the effect with the stricter verdict, with the fields that only the other has. */
export function stricterOf(a: Effect, b: Effect): Effect {
  const [one, other] = rank(b.verdict) > rank(a.verdict) ? [b, a] : [a, b];
  return { ...other, ...one };
}
/** A model of matchers: tells whether an agent starts an entry with a matcher for a payload of its event. */
export type MatcherOracle = (event: string, matcher: string, payload: Json) => boolean;

/** Makes a matcher oracle for an agent that takes a blank matcher or an asterisk for every call. */
export const withUsualWildcards =
  (starts: MatcherOracle): MatcherOracle =>
  (event, matcher, payload) => {
    const text = matcher.trim();
    return text === '' || text === '*' || starts(event, text, payload);
  };

/** One incident in a host, such as a call, with the payload of every event that it fires there. */
export interface Happening {
  name: string;
  payloads: Json[];
  mcp?: { server: string; tool: string };
}

/**
 * Plays a client that calls our plugin for an event: makes the arguments of the call from a recorded payload, and returns
 * what the client makes of the end of the call.
 *
 * @param signal The signal by which the client breaks off what it waits for. Absent: it never does.
 */
export type CallPlugin = (
  native: string,
  payload: Json,
  handle: (native: string, given: readonly unknown[]) => Promise<unknown>,
  signal?: AbortSignal,
) => Promise<Effect>;

/** What the file of an oracle exports, beside the oracle itself, which has the vendor's id for a name. */
export interface OracleFile {
  /** The oracle for several hooks on one event. */
  mergingOracle: MergingOracle;
  /** Absent: every matcher matches. */
  matcherOracle?: MatcherOracle;
  /** Absent: the effect does not depend on the payload. */
  effectOnPayload?: EffectOnPayload;
  /**
   * Whether arguments that a rewritten call leaves out keep their values (`merge`) or are gone
   * (`replace`).
   */
  rewrites: 'merge' | 'replace';
  /** Outcome keys for which the agent has no form on any event, each with the severity of the loss and its description. */
  withoutForm?: Partial<Record<OutcomeKey, readonly [Severity, why: string]>>;
  /**
   * Lists the incidents in the agent. Absent: it fires one event for a call, and each of its tools has one
   * name (`happenings/usual.ts`).
   */
  listHappenings?: (vendor: Vendor) => Happening[];
  /** Absent: the agent starts hook commands, and loads no plugin of ours. */
  callPlugin?: CallPlugin;
  /** The events at which it calls our plugin. Absent: all. */
  pluginEvents?: readonly string[];
  /** Why the agent does something else than a hook's own agent would have done, on some of its events. */
  reasons?: readonly Reason[];
}

/**
 * Tells whether an expression is found in a subject. A matcher that is no valid expression must equal the
 * subject; without a subject, every matcher applies.
 */
export function matchesExpression(matcher: string, subject: unknown): boolean {
  if (subject === undefined) return true;
  try {
    return new RegExp(matcher).test(String(subject));
  } catch {
    return subject === matcher;
  }
}

/** Returns the fields that both effects have, with the weaker of the two verdicts. */
export function weakerOf(a: Effect, b: Effect): Effect {
  const one = rank(b.verdict) < rank(a.verdict) ? b : a;
  const other = one === a ? b : a;
  const both = Object.entries(one).filter(([key]) => key in other || key === 'reason');
  return { ...Object.fromEntries(both), verdict: one.verdict };
}
/** Makes a field of an effect, if the value is a text that is not empty. */
export const textField = <K extends EffectKey>(
  key: K,
  value: unknown,
): Partial<Record<K, string>> =>
  typeof value === 'string' && value ? ({ [key]: value } as Record<K, string>) : {};
/** Makes a field of an effect, if the value is truthy. */
export const valueField = <K extends EffectKey>(
  key: K,
  value: unknown,
): Partial<Record<K, unknown>> => (value ? ({ [key]: value } as Record<K, unknown>) : {});
/** Makes the field `reason`, if the reason is a text that is not empty. */
export const reasonField = (reason: unknown): { reason?: string } =>
  typeof reason === 'string' && reason ? { reason } : {};

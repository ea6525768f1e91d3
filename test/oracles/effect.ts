import { type Verdict, verdicts } from '../../src/canonical/verdict.ts';

/** A hook command that is over, as a vendor sees it. */
export interface FinishedCommand {
  code: number | null;
  signal?: string | null;
  timedOut?: boolean;
  notStarted?: string;
  stdout: string;
  stderr: string;
}

/** What a vendor makes of it. */
export interface Effect {
  verdict: Verdict;
  /** The tool arguments it would use instead. */
  input?: Record<string, unknown>;
  /** What the agent is prompted with again. */
  followUp?: string;
  /** What whoever is refused gets to read. */
  reason?: string;
  /** What the agent reads beside what it sees anyway. */
  context?: string;
  /** What it sees in place of what was to be seen: of a tool's result, of a model's text. */
  replaced?: string;
  /** A rewritten tool output. */
  output?: unknown;
  /** Changes to what the model is asked, and an answer in place of its own. */
  request?: unknown;
  response?: unknown;
  /** The only tools on offer. */
  offered?: { mode: unknown; names: unknown };
  /** A tool to run next. */
  tail?: unknown;
  /** The turn is over after what the event is about, which is not kept from happening. */
  ends?: true;
  /** A prompt in place of the person's, one before it, and what a session is called. */
  prompt?: string;
  firstPrompt?: string;
  title?: string;
  /** What a person sees in place of a text. */
  display?: string;
  /** The conversation is forgotten. */
  clear?: true;
  /** Variables of later hooks, and folders of plugins. */
  env?: unknown;
  plugins?: unknown;
  /** What a person is shown. */
  message?: string;
}

/** All that is heard beside the verdict. */
export type EffectKey = Exclude<keyof Effect, 'verdict'>;

/** Several hooks on one event, finished in the order of their settings: what becomes of them. */
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

/** What an agent makes of what was heard, when it knows what its event was about. */
export type EffectOnPayload = (heard: Effect, payload: Json) => Effect;

export type Json = Record<string, unknown>;
export const pass: Effect = { verdict: 'pass' };
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of JSON text; undefined when it is none. */
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

export const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);
export function stricterOf(a: Effect, b: Effect): Effect {
  const [one, other] = rank(b.verdict) > rank(a.verdict) ? [b, a] : [a, b];
  return { ...other, ...one };
}
/** Whether an agent starts an entry with a matcher for a payload of its event. */
export type MatcherOracle = (event: string, matcher: string, payload: Json) => boolean;

/** What an expression is searched for in; what is none must be it. */
export function matchesExpression(matcher: string, subject: unknown): boolean {
  if (subject === undefined) return true;
  try {
    return new RegExp(matcher).test(String(subject));
  } catch {
    return subject === matcher;
  }
}

/** What both say, and of two verdicts the weaker. */
export function weakerOf(a: Effect, b: Effect): Effect {
  const one = rank(b.verdict) < rank(a.verdict) ? b : a;
  const other = one === a ? b : a;
  const both = Object.entries(one).filter(([key]) => key in other || key === 'reason');
  return { ...Object.fromEntries(both), verdict: one.verdict };
}
/** A text that says something. */
export const textField = <K extends EffectKey>(
  key: K,
  value: unknown,
): Partial<Record<K, string>> =>
  typeof value === 'string' && value ? ({ [key]: value } as Record<K, string>) : {};
/** A value that is there. */
export const valueField = <K extends EffectKey>(
  key: K,
  value: unknown,
): Partial<Record<K, unknown>> => (value ? ({ [key]: value } as Record<K, unknown>) : {});
export const reasonField = (reason: unknown): { reason?: string } =>
  typeof reason === 'string' && reason ? { reason } : {};

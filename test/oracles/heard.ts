import { type Verdict, verdicts } from '../../src/canonical/verdict.ts';

/** A hook command that is over, as a vendor sees it. */
export interface Ran {
  code: number | null;
  signal?: string | null;
  timedOut?: boolean;
  notStarted?: string;
  stdout: string;
  stderr: string;
}

/** What a vendor makes of it. */
export interface Heard {
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
export type Facet = Exclude<keyof Heard, 'verdict'>;

/** Several hooks on one event, finished in the order of their settings: what becomes of them. */
export type Together = (event: string, ran: readonly Ran[], side: 'native' | 'host') => Heard;

/**
 * An independent model of how a vendor reads a hook. Where builds or pages differ, `native` is the
 * current build and the strictest page, for the hook's own vendor; `host` is the most lenient, for
 * the agent that must be convinced.
 */
export type Oracle = (event: string, ran: Ran, side: 'native' | 'host') => Heard;

/** What an agent makes of what was heard, when it knows what its event was about. */
export type Settle = (heard: Heard, payload: Json) => Heard;

export type Json = Record<string, unknown>;
export const pass: Heard = { verdict: 'pass' };
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Turns a command that could not be started into the exit code that a shell would report. */
export const asShell = (ran: Ran): Ran =>
  ran.notStarted === undefined
    ? ran
    : { ...ran, code: 127, stderr: `line 1: ${ran.notStarted}: command not found` };

export const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);
export function stricter(a: Heard, b: Heard): Heard {
  const [one, other] = rank(b.verdict) > rank(a.verdict) ? [b, a] : [a, b];
  return { ...other, ...one };
}
/** Whether an agent starts an entry with a matcher for a payload of its event. */
export type Starts = (event: string, matcher: string, payload: Json) => boolean;

/** What an expression is searched for in; what is none must be it. */
export function found(matcher: string, subject: unknown): boolean {
  if (subject === undefined) return true;
  try {
    return new RegExp(matcher).test(String(subject));
  } catch {
    return subject === matcher;
  }
}

/** What both say, and of two verdicts the weaker. */
export function laxer(a: Heard, b: Heard): Heard {
  const one = rank(b.verdict) < rank(a.verdict) ? b : a;
  const other = one === a ? b : a;
  const both = Object.entries(one).filter(([key]) => key in other || key === 'reason');
  return { ...Object.fromEntries(both), verdict: one.verdict };
}
/** A text that says something. */
export const texts = <K extends Facet>(key: K, value: unknown): Partial<Record<K, string>> =>
  typeof value === 'string' && value ? ({ [key]: value } as Record<K, string>) : {};
/** A value that is there. */
export const given = <K extends Facet>(key: K, value: unknown): Partial<Record<K, unknown>> =>
  value ? ({ [key]: value } as Record<K, unknown>) : {};
export const because = (reason: unknown): { reason?: string } =>
  typeof reason === 'string' && reason ? { reason } : {};

import { type Verdict, verdicts } from '../../src/canonical/outcome.ts';

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
}

/**
 * An independent model of how a vendor reads a hook. Where builds or pages differ, `native` is the
 * current build and the strictest page, for the hook's own vendor; `host` is the most lenient, for
 * the agent that must be convinced.
 */
export type Oracle = (event: string, ran: Ran, side: 'native' | 'host') => Heard;

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

/** A shell reports what it cannot start. */
export const asShell = (ran: Ran): Ran =>
  ran.notStarted === undefined
    ? ran
    : { ...ran, code: 127, stderr: `line 1: ${ran.notStarted}: command not found` };

export const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);
export function stricter(a: Heard, b: Heard): Heard {
  const one = rank(b.verdict) > rank(a.verdict) ? b : a;
  const followUp = a.followUp ?? b.followUp;
  return followUp === undefined ? one : { ...one, followUp };
}
export const laxer = (a: Heard, b: Heard): Heard => (rank(b.verdict) < rank(a.verdict) ? b : a);
export const because = (reason: unknown): { reason?: string } =>
  typeof reason === 'string' && reason ? { reason } : {};

import type { Binding, Json } from '../adapter.ts';
import { ascii } from '../json.ts';
import type { Answer } from './answer.ts';

/** What the shim prints, and what the log is told of it. */
export interface Said {
  stdout: string;
  stderr: string;
  code: number;
  log: Json;
  /** What it says can stop something. */
  gate?: true;
}

/** An answer that could not be printed must not pass for none: 2 refuses everywhere. */
export function unsaid({ gate, code, log, stdout }: Said): Pick<Said, 'code' | 'stderr'> {
  const { outcome = stdout.trim() } = log;
  if (!gate || !Object.keys(outcome as object | string).length) return { code, stderr: '' };
  return { code: 2, stderr: notice('the answer could not be written to stdout') };
}

/** A text on one line, and without what a terminal would obey: a model may have written of it. */
export const onOneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ');

/** What we say ourselves on stderr. */
export const notice = (text: string): string => `anyhook: ${onOneLine(text)}\n`;

/** The answer of a hook that has no opinion. */
export const neutral = ({ bindings }: { bindings: readonly Binding[] }): Answer => ({
  response: bindings[0]?.otherwise ?? null,
  outcome: {},
  losses: [],
});

/** A response as it is printed: one JSON object, or nothing. */
export const printed = (response: Json | null): string => (response ? `${ascii(response)}\n` : '');

/** An answer as what the shim prints. */
export function say({ response, outcome, losses }: Answer, log: Json, stderr = ''): Said {
  return {
    stdout: printed(response),
    stderr,
    code: 0,
    log: { ...log, outcome, out: response, losses },
  };
}

/**
 * What may go to stderr beside an answer. Where nothing is printed on stdout, nothing is there
 * either: the hosts that ask for silence read stderr when stdout is blank.
 */
export const beside = ({ response }: Pick<Answer, 'response'>, stderr: string): string =>
  response ? stderr : '';

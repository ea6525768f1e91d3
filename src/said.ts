import type { Binding, Json } from './adapter.ts';
import type { Answer } from './answer.ts';
import { ascii } from './json.ts';

/** What the shim prints, and what the log is told of it. */
export interface Said {
  stdout: string;
  stderr: string;
  code: number;
  log: Json;
}

/** The answer of a hook that has no opinion. */
export const neutral = ({ bindings }: { bindings: readonly Binding[] }): Answer => ({
  response: bindings[0]?.otherwise ?? null,
  outcome: {},
  losses: [],
});

/** An answer as bytes: one JSON object, or nothing. */
export function say({ response, outcome, losses }: Answer, log: Json, stderr = ''): Said {
  const stdout = response ? `${ascii(response)}\n` : '';
  return { stdout, stderr, code: 0, log: { ...log, outcome, out: response, losses } };
}

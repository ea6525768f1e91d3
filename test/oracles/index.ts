import type { Severity } from '../../src/canonical/loss.ts';
import type { OutcomeKey } from '../../src/canonical/outcome.ts';
import * as anyhook from './anyhook.ts';
import * as cursor from './cursor.ts';
import * as gemini from './gemini.ts';
import type { Json, Oracle, Starts, Together } from './heard.ts';
import * as tabnine from './tabnine.ts';
import * as terminai from './terminai.ts';

/** How every vendor reads a hook, written from what was seen and not from the adapters. */
export const oracles = {
  gemini: gemini.gemini,
  tabnine: tabnine.tabnine,
  terminai: terminai.terminai,
  cursor: cursor.cursor,
  anyhook: anyhook.anyhook,
} satisfies Record<string, Oracle>;

/** The same, of several hooks on one event. */
export const together = {
  gemini: gemini.together,
  tabnine: tabnine.together,
  terminai: terminai.together,
  cursor: cursor.together,
  anyhook: anyhook.together,
} satisfies Record<keyof typeof oracles, Together>;

const matching: Partial<Record<keyof typeof oracles, Starts>> = {
  gemini: gemini.starts,
  tabnine: gemini.starts,
  terminai: gemini.starts,
  cursor: cursor.starts,
};

/** Whether an agent starts an entry for a payload of its event. */
export function starts(
  vendor: keyof typeof oracles,
  event: string,
  matcher: string | undefined,
  payload: Json,
): boolean {
  const text = matcher?.trim() ?? '';
  return text === '' || text === '*' || (matching[vendor]?.(event, text, payload) ?? true);
}

/**
 * What each makes of arguments that a rewritten call leaves out. Gemini CLI 0.61.0 fails a call
 * without them, Tabnine's page wants them all, TerminaI ignores the whole; Cursor runs the answers of
 * the most used public rewriter, `{ command }` alone.
 */
export const rewrites: Record<keyof typeof oracles, 'merge' | 'replace'> = {
  anyhook: 'replace',
  cursor: 'merge',
  gemini: 'replace',
  tabnine: 'replace',
  terminai: 'replace',
};

/** Those that take a rewritten output of an MCP tool alone; facts of Cursor: `updated_mcp_tool_output`. */
export const outputOfMcpAlone: readonly (keyof typeof oracles)[] = ['cursor'];

/** What an agent has no form for on any event: how bad that is, and in words. */
export const unheard: Partial<
  Record<keyof typeof oracles, Partial<Record<OutcomeKey, readonly [Severity, why: string]>>>
> = {};

import type { Severity } from '../../src/canonical/loss.ts';
import type { OutcomeKey } from '../../src/canonical/outcome.ts';
import * as anyhook from './anyhook.ts';
import * as claude from './claude.ts';
import * as codex from './codex.ts';
import * as copilot from './copilot.ts';
import * as cursor from './cursor.ts';
import type {
  Effect,
  EffectOnPayload,
  Json,
  MatcherOracle,
  MergingOracle,
  Oracle,
} from './effect.ts';
import * as gemini from './gemini.ts';
import * as qwen from './qwen.ts';
import * as tabnine from './tabnine.ts';
import * as terminai from './terminai.ts';

/** How every vendor reads a hook, written from what was seen and not from the adapters. */
export const oracles = {
  claude: claude.claude,
  codex: codex.codex,
  copilot: copilot.copilot,
  gemini: gemini.gemini,
  qwen: qwen.qwen,
  tabnine: tabnine.tabnine,
  terminai: terminai.terminai,
  cursor: cursor.cursor,
  anyhook: anyhook.anyhook,
} satisfies Record<string, Oracle>;

/** The same, of several hooks on one event. */
export const mergingOracles = {
  claude: claude.together,
  codex: codex.together,
  copilot: copilot.together,
  gemini: gemini.together,
  qwen: qwen.together,
  tabnine: tabnine.together,
  terminai: terminai.together,
  cursor: cursor.together,
  anyhook: anyhook.together,
} satisfies Record<keyof typeof oracles, MergingOracle>;

/** Blank, or an asterisk: every call. */
const usual =
  (starts: MatcherOracle): MatcherOracle =>
  (event, matcher, payload) => {
    const text = matcher.trim();
    return text === '' || text === '*' || starts(event, text, payload);
  };

const matching: Partial<Record<keyof typeof oracles, MatcherOracle>> = {
  claude: claude.starts,
  codex: codex.starts,
  copilot: copilot.starts,
  qwen: qwen.starts,
  gemini: usual(gemini.starts),
  tabnine: usual(gemini.starts),
  terminai: usual(gemini.starts),
  cursor: usual(cursor.starts),
};

/** Whether an agent starts an entry for a payload of its event. */
export function startsHook(
  vendor: keyof typeof oracles,
  event: string,
  matcher: string | undefined,
  payload: Json,
): boolean {
  return matcher === undefined || (matching[vendor]?.(event, matcher, payload) ?? true);
}

const settling: Partial<Record<keyof typeof oracles, EffectOnPayload>> = {
  claude: claude.settle,
  codex: codex.settle,
  copilot: copilot.settle,
  cursor: cursor.settle,
};

/** What becomes of what was heard, for a payload of the event. */
export const effectOnPayload = (
  vendor: keyof typeof oracles,
  heard: Effect,
  payload: Json,
): Effect => settling[vendor]?.(heard, payload) ?? heard;

/**
 * What each makes of arguments that a rewritten call leaves out. Gemini CLI 0.61.0 fails a call
 * without them, Tabnine's page wants them all, TerminaI ignores the whole; Cursor runs the answers of
 * the most used public rewriter, `{ command }` alone. Claude Code 2.1.330 does not run a call that
 * lacks what its tool requires.
 */
export const partialRewrites: Record<keyof typeof oracles, 'merge' | 'replace'> = {
  anyhook: 'replace',
  claude: 'replace',
  codex: 'replace',
  copilot: 'replace',
  cursor: 'merge',
  gemini: 'replace',
  qwen: 'replace',
  tabnine: 'replace',
  terminai: 'replace',
};

/**
 * What an agent has no form for on any event: how bad that is, and in words. Empty today: every
 * agent has a form for everything on some event.
 */
export const withoutForm: Partial<
  Record<keyof typeof oracles, Partial<Record<OutcomeKey, readonly [Severity, why: string]>>>
> = {};

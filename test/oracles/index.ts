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

/** The oracle of each agent, for one hook on an event: written from what its client was seen to do, never from the adapters. */
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

/** The oracle of each agent, for several hooks on one event. */
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

/** Makes a matcher oracle for agents that take a blank matcher or an asterisk for every call. */
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

/** Tells whether an agent starts an entry with a matcher for a payload of the entry's event. */
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

/** Adapts an effect to the payload of the event, for agents whose effect depends on the call. */
export const effectOnPayload = (
  vendor: keyof typeof oracles,
  heard: Effect,
  payload: Json,
): Effect => settling[vendor]?.(heard, payload) ?? heard;

/**
 * Whether arguments that a rewrite leaves out keep their values (`merge`) or are gone (`replace`), by
 * agent. Gemini CLI 0.61.0 fails a call
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
 * The outcome keys that an agent has no form for on any event, each with the severity of the loss and
 * its description. Empty today: every
 * agent has a form for everything on some event.
 */
export const withoutForm: Partial<
  Record<keyof typeof oracles, Partial<Record<OutcomeKey, readonly [Severity, why: string]>>>
> = {};

import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Draft, Finished, Http, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { asText, looksLikeJson, parseJson, parseJsonObject } from '../../util/json.ts';

/** Events at which plain text on stdout is added to the context, 0.24.4. */
const plainTextEvents: readonly string[] = [
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
];

/**
 * Reads a finished hook as 0.24.4 does: JSON counts at any exit code except 2, from stderr if
 * stdout is blank. At code 2 only stderr counts, as JSON or as the reason of a refusal.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const { code } = finished;
  const [out, err] = [trimOutput(finished.stdout), trimOutput(finished.stderr)];
  const text = code === 2 ? err : out || err;
  const failure =
    code === 0 || (code === 2 && text) ? {} : { failure: describeEnding(finished, text) };
  const response = parseJsonObject(text);
  if (isObject(response)) {
    // For a string in `hookSpecificOutput` the client drops every answer. On a gate we read it.
    const { hookSpecificOutput: specific } = response;
    const isDropped = specific && typeof specific === 'string' && !isGateEvent(binding.event);
    return isDropped ? { text, ...failure } : { text, response, ...failure };
  }
  if (code === 2) return text ? { text, response: { decision: 'deny', reason: text } } : failure;
  if (text[0] === '{' && parseJson(text) === undefined)
    return { text, failure: 'printed invalid JSON' };
  const isContext = code === 0 && out && plainTextEvents.includes(binding.native);
  return {
    text,
    ...(isContext && { response: { hookSpecificOutput: { additionalContext: out } } }),
    ...failure,
  };
}

const isRefusal = (word: unknown): boolean => word === 'deny' || word === 'block' || word === 'ask';

/** Rewrites a response so that each part stands where the client looks first. */
export function normaliseResponse(response: Json, binding: Binding): Json {
  const {
    hookSpecificOutput: hookSpecific,
    stopReason,
    reason,
    continue: continues,
    decision,
  } = response;
  const specific = isObject(hookSpecific) ? hookSpecific : {};
  const stopText = stopReason || reason;
  switch (binding.native) {
    case 'PreToolUse': {
      const verdict = specific.permissionDecision;
      if (verdict === 'deny' || verdict === 'ask') return response;
      if (verdict !== 'allow' && isRefusal(decision)) return response;
      // An `allow` precedes the older keys and grants nothing.
      const { decision: _, hookSpecificOutput: __, ...rest } = response;
      return continues === false ? { ...rest, reason: stopText } : rest;
    }
    case 'PermissionRequest': {
      const ruling = specific.decision;
      if (!isObject(ruling) || ruling.behavior === 'allow') return response;
      return { ...response, hookSpecificOutput: { decision: { ...ruling, behavior: 'deny' } } };
    }
    case 'PostToolUse':
    case 'PostToolBatch': {
      const stops =
        binding.native === 'PostToolBatch' && (decision === 'deny' || decision === 'block');
      return { ...response, ...(stops && { continue: false }), stopReason: stopText };
    }
    case 'TodoCreated':
    case 'TodoCompleted':
      return response;
    default:
      return { ...response, reason: stopText };
  }
}

export const runtime: Runtime = {
  shell: 'bash',
  env: (event: Draft) => ({
    QWEN_PROJECT_DIR: event.cwd,
    GEMINI_PROJECT_DIR: event.cwd,
    CLAUDE_PROJECT_DIR: event.cwd,
    QWEN_CODE_SESSION_ID: event.session,
    QWEN_CODE_PROMPT_ID: event.turn ?? '',
    QWEN_CODE_AGENT_ID: event.agent ?? '',
    QWEN_CODE_MODEL: event.model,
  }),
  commandVariables: [], // bash expands variables
  // The folder of its sessions, and its own path.
  uncomputableVariables: ['QWEN_CODE_PROJECT_DIR', 'QWEN_CODE_CLI'],
  substitutesSettings: true, // quoted or not, 0.24.4
  timeout: 60_000,
  loopLimit: 7, // the eighth stop in a row ends the turn, 0.24.4
  waitsForPipes: true, // for the event `close`, not `exit`, 0.24.4
  blocksUnstarted: false,
};

/** A reply is read as JSON only if its `content-type` says so, 0.24.4. */
export const http: Http = {
  readReply({ type, body }) {
    const text = trimOutput(body);
    // A text of another type is shown to the person.
    if (!type.includes('application/json')) return text && JSON.stringify({ systemMessage: text });
    // An object counts. A body that begins like JSON and does not parse is refused at a gate.
    return isObject(parseJson(text)) || looksLikeJson(text) ? body : '';
  },
  waitsForReply: true, // the timeout ends when the head of a reply arrives
  resolvesEveryVariable: true, // when the settings are loaded
};

/**
 * Makes the function that recognises payloads of this client. They have the form of those of Claude
 * Code and Copilot CLI, which never have both a time and a permission mode.
 *
 * @param natives the names of the client's events
 */
export const makeRecogniser =
  (natives: readonly string[]) =>
  (payload: Json): 0 | 1 | 2 => {
    const { hook_event_name: native, transcript_path: path, prompt_id, ...fields } = payload;
    if (!natives.includes(native as string)) return 0;
    const text = typeof path === 'string' ? path.replaceAll('\\', '/') : '';
    if (text.includes('/.qwen/') || asText(prompt_id).includes('########')) return 2;
    const hasBoth =
      typeof fields.timestamp === 'string' && typeof fields.permission_mode === 'string';
    return hasBoth && !/\/\.[a-z]+\//.test(text) ? 1 : 0;
  };

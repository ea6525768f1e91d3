import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Draft, Finished, Http, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { looksLikeJson, parseJson, parseJsonObject } from '../../util/json.ts';

/** Events at which the client adds plain text on stdout to the context, 0.24.4. */
const plainTextEvents: readonly string[] = [
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
];

/**
 * Reads a finished command as 0.24.4 does. At any exit code except 2, the text of the answer is stdout, or stderr
 * if stdout is blank, and only JSON counts in it. At code 2 the text is stderr, which is JSON or the reason of
 * a refusal.
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
    // If `hookSpecificOutput` is a string, the client drops the whole answer. At a gate we read the other
    // fields all the same, since one of them may refuse.
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

/** Tells whether a word of the older field `decision` stops a call before it runs. */
const stopsCall = (word: unknown): boolean => word === 'deny' || word === 'block' || word === 'ask';

/**
 * Moves each part of a response to the field that the tables read, where the client would use another field for
 * it. Which fields it uses in which order depends on the event.
 */
export function normaliseResponse(response: Json, binding: Binding): Json {
  const {
    hookSpecificOutput: hookSpecific,
    stopReason,
    reason,
    continue: continues,
    decision,
  } = response;
  const specific = isObject(hookSpecific) ? hookSpecific : {};
  /** The text that the client uses for `continue: false`, and for most refusals. */
  const stopText = stopReason || reason;
  switch (binding.native) {
    case 'PreToolUse': {
      const verdict = specific.permissionDecision;
      if (verdict === 'deny' || verdict === 'ask') return response;
      if (verdict !== 'allow' && stopsCall(decision)) return response;
      // The client uses an `allow` before the older keys, and it skips no approval.
      const { decision: _, hookSpecificOutput: __, ...otherFields } = response;
      return continues === false ? { ...otherFields, reason: stopText } : otherFields;
    }
    case 'PermissionRequest': {
      const ruling = specific.decision;
      if (!isObject(ruling) || ruling.behavior === 'allow') return response;
      return { ...response, hookSpecificOutput: { decision: { ...ruling, behavior: 'deny' } } };
    }
    case 'PostToolUse':
    case 'PostToolBatch': {
      const replacesResult =
        binding.native === 'PostToolBatch' && (decision === 'deny' || decision === 'block');
      return { ...response, ...(replacesResult && { continue: false }), stopReason: stopText };
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
  pluginVariables: ['extensionPath', 'workspacePath'], // as in Gemini CLI, its parent; not measured
  // They hold the folder of the client's sessions, and the path of the client.
  uncomputableVariables: ['QWEN_CODE_PROJECT_DIR', 'QWEN_CODE_CLI'],
  substitutesSettings: true, // inside quotes as well, 0.24.4
  timeout: 60_000,
  loopLimit: 7, // the eighth stop in a row ends the turn, 0.24.4
  waitsForPipes: true, // it listens to the event `close` of the process, not to `exit`, 0.24.4
  blocksUnstarted: false,
};

/** How the client asks hooks that are addresses. It reads a reply as JSON only if its `content-type` says so, 0.24.4. */
export const http: Http = {
  readReply({ type, body }) {
    const text = trimOutput(body);
    // A text of another type is a message to the person.
    if (!type.includes('application/json')) return text && JSON.stringify({ systemMessage: text });
    // A body that begins like JSON and is none goes on to `readFinished`, for which it is a failure. Other
    // values than objects express no opinion.
    return isObject(parseJson(text)) || looksLikeJson(text) ? body : '';
  },
  waitsForReply: true, // the time limit no longer counts once the head of a reply has arrived
  resolvesEveryVariable: true, // done when the settings are loaded
};

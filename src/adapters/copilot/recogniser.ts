import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Returns the name of the native event of a payload. Most payloads do not state it, so it is inferred
 * from the fields that they have.
 *
 * @returns undefined if the payload is of no event of this client
 */
export function nativeEventOf(payload: Json): string | undefined {
  const { hook_event_name: stated, timestamp } = payload;
  const has = (key: string) => payload[key] !== undefined;
  // Hooks under `notification` and `Notification` receive the same `hook_event_name`.
  if (stated === 'Notification') return has('session_id') ? stated : 'notification';
  if (isText(stated)) return /^[A-Z]/.test(stated) ? stated : undefined;
  if (!has('sessionId') && typeof timestamp !== 'number') return undefined;
  if (has('hookName')) return 'permissionRequest';
  if (has('toolName')) {
    if (has('serverName') && has('arguments')) return 'preMcpToolCall';
    if (!has('toolArgs')) return undefined;
    if (has('toolResult')) return 'postToolUse';
    return has('error') ? 'postToolUseFailure' : 'preToolUse';
  }
  if (has('agentName')) {
    if (has('stopReason') || has('response')) return 'subagentStop';
    return has('agent_id') ? 'SubagentStart' : 'subagentStart';
  }
  if (has('transformedPrompt')) return 'userPromptTransformed';
  if (has('prompt')) return 'userPromptSubmitted';
  if (has('stopReason')) return 'agentStop';
  if (has('error')) return 'errorOccurred';
  if (has('trigger')) return 'preCompact';
  if (has('source')) return 'sessionStart';
  return has('reason') ? 'sessionEnd' : undefined;
}

/**
 * Makes the function that recognises payloads of this client. The client sends a time at every event, and a
 * transcript, in a folder below `session-state`, at few. Claude Code and similar clients send a transcript at
 * every event, or no time. A payload with a transcript elsewhere, a `permission_mode` or a `conversation_id` is
 * of another client.
 *
 * @param natives the names of the client's events
 * @returns a function that tells how certain it is that a payload is this client's: 0 no, 1 perhaps, 2 yes
 */
export const makeRecogniser =
  (natives: readonly string[]) =>
  (payload: Json): 0 | 1 | 2 => {
    if (isText(payload.sessionId) && typeof payload.timestamp === 'number') return 2;
    const native = nativeEventOf(payload);
    if (native === undefined || !natives.includes(native)) return 0;
    if (isText(payload.sessionId)) return 2;
    const { session_id, conversation_id, timestamp, transcript_path: path } = payload;
    if (payload.permission_mode !== undefined || conversation_id !== undefined) return 0;
    if (path !== undefined && !(isText(path) && /[\\/]session-state[\\/]/.test(path))) return 0;
    return isText(session_id) && isText(timestamp) ? 2 : 1;
  };

/**
 * Tells whether a payload has nothing but what agents in the form of Claude Code send, with a time. Only a camelCase
 * payload, a transcript of this client, the form of its results and a few keys are its alone.
 */
export function sharesForm(payload: Json): boolean {
  const { sessionId, transcript_path, tool_result, source } = payload;
  const isOwn =
    sessionId !== undefined ||
    transcript_path !== undefined || // it is below `session-state`, or the payload is not recognised
    (isObject(tool_result) && 'text_result_for_llm' in tool_result) ||
    source === 'new' ||
    ['initial_prompt', 'error_context', 'agentName'].some((key) => payload[key] !== undefined);
  return !isOwn;
}

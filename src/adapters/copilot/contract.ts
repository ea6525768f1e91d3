import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, parseJson } from '../../util/json.ts';

/** Tells whether a line of output is a progress message. */
const isProgress = (line: string): boolean => {
  const value = line.includes('"progress"') ? parseJson(line) : undefined;
  return isObject(value) && value.type === 'progress';
};

/** Removes the progress messages from an output. They are shown while the hook runs, and are no part of the response. */
const withoutProgress = (text: string): string =>
  text.includes('"progress"')
    ? trimOutput(
        text
          .split('\n')
          .filter((line) => !isProgress(line))
          .join('\n'),
      )
    : text;

/**
 * Tells whether the failure of a hook refuses at this event: at all events with a verdict but the prompt
 * event, which alone of them has an outcome `prompt`. At other events the client goes on. At every event it goes
 * on after a timeout or too much output.
 */
const isFailClosed = ({ outcome }: Binding): boolean =>
  outcome.decision !== undefined && outcome.prompt === undefined;

/**
 * Reads a finished hook as 1.0.102 does. At exit code 0, a JSON object on stdout is its response. Every code but
 * 0 and 2 is a failure. Code 2 means:
 * - at an event where a failure refuses: a refusal, with the reason that the JSON states;
 * - after a failed tool: the text on stderr is context;
 * - at any other event: what code 0 means.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const text = withoutProgress(trimOutput(finished.stdout));
  return { text, ...readOutput(finished, text, binding) };
}

/**
 * Reads the end and the output of a finished hook.
 *
 * @param text the stdout of the hook without progress messages
 */
function readOutput(finished: Finished, text: string, binding: Binding): Reading {
  const { code } = finished;
  const failsClosed = isFailClosed(binding);
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason !== undefined || (code !== 0 && code !== 2)) {
    const failure = cutOffReason ?? describeEnding(finished, trimOutput(finished.stderr));
    if (!failsClosed || finished.timedOut || finished.tooMuch) return { failure };
    // The client does not show stderr to the model, so the reason leaves it out, 1.0.102.
    return { deny: `The hook ${cutOffReason ?? describeEnding(finished, '')}.`, failure };
  }
  const parsed = parseJson(text);
  const response = isObject(parsed) ? parsed : undefined;
  // At a permission request with code 2, all keys of a refusal in JSON count, also `interrupt`.
  if (code === 2 && binding.event === 'permission' && response?.behavior === 'deny')
    return { response };
  if (failsClosed && code === 2)
    return { deny: reasonOf(response) ?? 'The hook exited with code 2.' };
  // After a failed tool, the text on stderr beside code 2 is context.
  if (binding.native.toLowerCase() === 'posttoolusefailure' && code === 2) {
    const errorText = trimOutput(finished.stderr);
    return errorText ? { response: { additionalContext: errorText } } : {};
  }
  if (response && hasInvalidInput(response, binding))
    return { deny: 'The hook rewrote the arguments to what is no object.' };
  if (response) return { response };
  // At a permission request, a hook that prints plain text has failed, 1.0.102.
  const isNoJson = binding.event === 'permission' && text && parsed === undefined;
  return isNoJson ? { deny: 'The hook printed no JSON.', failure: 'printed no JSON' } : {};
}

/**
 * Tells whether a response rewrites the arguments to something that is no object. The call then
 * fails, unless the response denies it or asks the person, 1.0.102.
 */
function hasInvalidInput(response: Json, { event, native }: Binding): boolean {
  if (event !== 'before-tool' || native === 'preMcpToolCall') return false;
  const { hookSpecificOutput: specific } = response;
  const nested = native === 'PreToolUse' && isObject(specific) ? specific : {};
  const { permissionDecision: verdict } = { ...response, ...nested };
  const { updatedInput: input = response.modifiedArgs } = nested;
  return verdict !== 'deny' && verdict !== 'ask' && input !== undefined && !isObject(input);
}

const reasonKeys = ['permissionDecisionReason', 'message'] as const;

/** Returns the reason that a response states, in `hookSpecificOutput` or at the top. Undefined: it states none. */
function reasonOf(response: Json = {}): string | undefined {
  const { hookSpecificOutput: nested } = response;
  const candidates = [nested, response].flatMap((object) =>
    isObject(object) ? reasonKeys.map((key) => object[key]) : [],
  );
  return candidates.find(isText);
}

export const runtime: Runtime = {
  shell: 'bash',
  env: (event: Draft) => ({
    COPILOT_PROJECT_DIR: event.cwd,
    CLAUDE_PROJECT_DIR: event.cwd,
  }),
  commandVariables: [],
  // They name the running client and the folder of the hook's file. Under another agent no value would be true.
  uncomputableVariables: ['COPILOT_CLI', 'COPILOT_CLI_BINARY_VERSION', 'COPILOT_HOOK_DIR'],
  timeout: 30_000,
  loopLimit: 8,
  stdin: 'pipe', // 1.0.102
  waitsForPipes: true, // until both pipes are closed, 1.0.102
  // The shell ends with code 127, a failure, which `readFinished` reads as a refusal where the client does.
  blocksUnstarted: false,
};

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

import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, parseJsonObject } from '../../util/json.ts';
import { isValidResponse, normaliseResponse } from './response.ts';

/** Events at which the client adds plain text on stdout to the context. */
const plainTextEvents = ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion'];

/** Events at which exit code 2 has no effect. */
const exitTwoIgnored = [
  'PermissionRequest',
  'SessionStart',
  'SessionEnd',
  'Setup',
  'SubagentStart',
];

/** Events at which `permissionDecision` counts. */
const permissionEvents = ['PreToolUse', 'PreModelSwitch'];

/**
 * Reads a finished hook as client 2.1.330 does. Code 2 refuses, except at the events of `exitTwoIgnored`, and
 * a valid JSON object on stdout is kept beside the refusal. At any other code, a valid JSON object on stdout counts. Without JSON, every code but 0 is a
 * failure, and at code 0 plain text becomes context at some events.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const text = trimOutput(finished.stdout);
  const errorText = trimOutput(finished.stderr);
  const { code } = finished;
  const parsed = text[0] === '{' ? parseJsonObject(text, false) : undefined;
  const printed = isObject(parsed) ? parsed : undefined;
  if (printed?.async === true) return {};
  const valid = printed && isValidResponse(binding, printed) ? printed : undefined;
  const response = valid && normaliseResponse(valid, binding);
  if (code === 2) {
    // At SubagentStop, code 2 makes the sub-agent go on. `continue: false` takes precedence: it ends the
    // sub-agent, and its parent goes on.
    const endsSubagent = binding.native === 'SubagentStop' && valid?.continue === false;
    if (endsSubagent || exitTwoIgnored.includes(binding.native))
      return response ? { response } : {};
    return { response: buildRefusal(valid ?? {}, errorText, binding) };
  }
  if (response) return { response };
  // The client ignores the whole object because of one wrong field, see `isValidAnswer`.
  if (printed) return { failure: 'returned an answer that is dropped whole' };
  if (code !== 0) return { failure: describeEnding(finished, errorText) };
  if (!text || !plainTextEvents.includes(binding.native)) return {};
  return {
    response: {
      hookSpecificOutput: { hookEventName: binding.native, additionalContext: text },
    },
  };
}

/**
 * Builds the response of a hook that refused by exit code 2.
 *
 * @param printed the valid object that it printed, or an empty one. If it refuses by itself, its own reason is
 *   kept; otherwise a refusal with `reason` is added.
 * @param reason the text on stderr; empty: the refusal has no reason
 */
function buildRefusal(printed: Json, reason: string, binding: Binding): Json {
  const { permissionDecision, ...otherKeys } = (printed.hookSpecificOutput ?? {}) as Json;
  const denies = permissionDecision === 'deny' && permissionEvents.includes(binding.native);
  if (printed.decision === 'block' || denies) return normaliseResponse(printed, binding);
  // A refusal takes precedence over `defer`.
  if (permissionDecision === 'defer') printed = { ...printed, hookSpecificOutput: otherKeys };
  return normaliseResponse({ ...printed, decision: 'block', ...(reason && { reason }) }, binding);
}

export const runtime: Runtime = {
  shell: 'sh',
  env: (event: Draft) => ({
    CLAUDE_PROJECT_DIR: event.cwd,
    CLAUDE_CODE_SESSION_ID: event.session,
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ATTENDED: event.background === true ? '0' : '1',
  }),
  commandVariables: [], // the shell expands variables, the client replaces none, 2.1.330
  uncomputableVariables: [
    ...['CLAUDE_ENV_FILE', 'CLAUDE_PID', 'CLAUDE_CODE_ENTRYPOINT'],
    ...['CLAUDE_CODE_MESSAGING_SOCKET', 'CLAUDE_CODE_MESSAGING_TOKEN', 'AI_AGENT'],
  ],
  pluginVariables: ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'], // documented, not measured
  timeout: 600_000,
  loopLimit: 8,
  blocksUnstarted: false,
};

/**
 * Matches the path of a session's transcript as client 2.1.330 names it. Its capture group is the
 * configuration folder, usually `~/.claude/`.
 */
const transcriptPath = /^(.*[\\/])projects[\\/][\w-]+[\\/][\w-]+\.jsonl$/s;

/**
 * Tells whether a folder is a hidden folder or below one, and neither the hidden folder's name nor the path
 * below it contains `claude`. Of several hidden folders the innermost counts. Such a folder may belong to a
 * fork of this client.
 */
function isInOtherHiddenFolder(folder: string): boolean {
  const start = Math.max(folder.lastIndexOf('/.'), folder.lastIndexOf('\\.'));
  return start >= 0 && !folder.slice(start).includes('claude');
}

/**
 * Makes the function that recognises payloads of this client. Other clients have events of the same
 * names, so the form of the transcript path decides. `CLAUDE_CONFIG_DIR` can move that path to any
 * folder, such as `~/.config/claude`, 2.1.330.
 *
 * @param natives the names of the client's events
 * @returns a function that tells how certain it is that a payload is this client's: 0 no, 1 perhaps, 2 yes
 */
export function makeRecogniser(natives: readonly string[]) {
  return (payload: Json): 0 | 1 | 2 => {
    const { hook_event_name: native, transcript_path: path } = payload;
    if (!natives.includes(native as string)) return 0;
    if (typeof path !== 'string') {
      // A payload that has a session or a time but no transcript path is another client's.
      const hasNoSessionOrTime = !['session_id', 'sessionId', 'timestamp'].some(
        (key) => key in payload,
      );
      return hasNoSessionOrTime && path === undefined ? 1 : 0;
    }
    const [, folder] = transcriptPath.exec(path) ?? [];
    if (folder === undefined) return 0;
    return isInOtherHiddenFolder(folder) ? 1 : 2;
  };
}

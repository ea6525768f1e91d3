import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, parseJsonObject } from '../../util/json.ts';
import { isValidAnswer, tidyResponse } from './answer.ts';

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
 * Reads a finished hook as the client does: valid JSON on stdout counts at any exit code, code 2
 * refuses, every other code except 0 is a failure, 2.1.330.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const text = trimOutput(finished.stdout);
  const errorText = trimOutput(finished.stderr);
  const { code } = finished;
  const parsed = text[0] === '{' ? parseJsonObject(text, false) : undefined;
  const answer = isObject(parsed) ? parsed : undefined;
  if (answer?.async === true) return {};
  const validAnswer = answer && isValidAnswer(binding, answer) ? answer : undefined;
  const response = validAnswer && tidyResponse(validAnswer, binding);
  if (code === 2) {
    // `continue: false` ends the sub-agent whatever the exit code, and its parent goes on.
    const endsSubagent = binding.native === 'SubagentStop' && validAnswer?.continue === false;
    if (endsSubagent || exitTwoIgnored.includes(binding.native))
      return response ? { response } : {};
    return { response: buildRefusal(validAnswer ?? {}, errorText, binding) };
  }
  if (response) return { response };
  if (answer) return { failure: 'returned an answer that is dropped whole' };
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
 * @param answer what it printed. An answer that refuses by itself keeps its own reason.
 * @param reason the text on stderr
 */
function buildRefusal(answer: Json, reason: string, binding: Binding): Json {
  const { permissionDecision, ...otherKeys } = (answer.hookSpecificOutput ?? {}) as Json;
  const denies = permissionDecision === 'deny' && permissionEvents.includes(binding.native);
  if (answer.decision === 'block' || denies) return tidyResponse(answer, binding);
  // A refusal takes precedence over `defer`.
  if (permissionDecision === 'defer') answer = { ...answer, hookSpecificOutput: otherKeys };
  return tidyResponse({ ...answer, decision: 'block', ...(reason && { reason }) }, binding);
}

export const runtime: Runtime = {
  shell: 'sh',
  env: (event: Draft) => ({
    CLAUDE_PROJECT_DIR: event.cwd,
    CLAUDE_CODE_SESSION_ID: event.session,
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ATTENDED: event.background === true ? '0' : '1',
  }),
  expands: [], // the shell expands variables, the client replaces none, 2.1.330
  unsupplied: [
    ...['CLAUDE_ENV_FILE', 'CLAUDE_PID', 'CLAUDE_CODE_ENTRYPOINT'],
    ...['CLAUDE_CODE_MESSAGING_SOCKET', 'CLAUDE_CODE_MESSAGING_TOKEN', 'AI_AGENT'],
  ],
  ofPlugin: ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'], // documented, not measured
  timeout: 600_000,
  loopLimit: 8,
  blocksUnstarted: false,
};

/**
 * The path of a session's transcript, 2.1.330. The group is the configuration folder, usually
 * `~/.claude/`.
 */
const transcriptPath = /^(.*[\\/])projects[\\/][\w-]+[\\/][\w-]+\.jsonl$/s;

/**
 * Tells whether a folder is inside a hidden folder whose name does not contain `claude`. It may
 * belong to a fork of this client.
 */
function isInOtherHiddenFolder(folder: string): boolean {
  const hidden = Math.max(folder.lastIndexOf('/.'), folder.lastIndexOf('\\.'));
  return hidden >= 0 && !folder.slice(hidden).includes('claude');
}

/**
 * Makes the function that recognises payloads of this client. Other clients have events of the same
 * names, so the form of the transcript path decides. `CLAUDE_CONFIG_DIR` can move that path to any
 * folder, such as `~/.config/claude`, 2.1.330.
 *
 * @param natives the names of the client's events
 */
export function makeRecogniser(natives: readonly string[]) {
  return (payload: Json): 0 | 1 | 2 => {
    const { hook_event_name: native, transcript_path: path } = payload;
    if (!natives.includes(native as string)) return 0;
    if (typeof path !== 'string') {
      // A payload without a transcript that names its session or its time is another client's.
      const hasNoOrigin = !['session_id', 'sessionId', 'timestamp'].some((key) => key in payload);
      return hasNoOrigin && path === undefined ? 1 : 0;
    }
    const [, folder] = transcriptPath.exec(path) ?? [];
    return folder === undefined ? 0 : isInOtherHiddenFolder(folder) ? 1 : 2;
  };
}

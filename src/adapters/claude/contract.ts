import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import { type Json, parseJsonObject } from '../../util/json.ts';
import { isValidResponse, normaliseResponse } from './response.ts';

/** Events at which the client adds plain text on stdout to the context. */
const plainTextEvents = ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion'];

/** Events at which exit code 2 does not refuse. */
const eventsIgnoringExitTwo = [
  'PermissionRequest',
  'SessionStart',
  'SessionEnd',
  'Setup',
  'SubagentStart',
];

/** Events at which `permissionDecision` has an effect. */
const eventsWithPermission = ['PreToolUse', 'PreModelSwitch'];

/**
 * Reads a finished hook as client 2.1.330 does.
 *
 * - Exit code 2 refuses, except at the events of `eventsIgnoringExitTwo`. A valid JSON object on stdout is
 *   kept beside the refusal.
 * - At any other code, a valid JSON object on stdout is the response, and an invalid one is a failure.
 * - Without an object, every code but 0 is a failure. At code 0, plain text becomes context at some events.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const text = trimOutput(finished.stdout);
  const errorText = trimOutput(finished.stderr);
  const { code } = finished;
  const printed = text[0] === '{' ? parseJsonObject(text) : undefined;
  if (printed?.async === true) return {}; // the client does not wait for an answer
  const valid = printed && isValidResponse(binding, printed) ? printed : undefined;
  const response = valid && normaliseResponse(valid, binding);
  if (code === 2) {
    // At SubagentStop, code 2 makes the sub-agent go on. `continue: false` counts more: it ends the
    // sub-agent, and its parent goes on.
    const endsSubagent = binding.native === 'SubagentStop' && valid?.continue === false;
    if (endsSubagent || eventsIgnoringExitTwo.includes(binding.native))
      return response ? { response } : {};
    return { response: buildRefusal(valid ?? {}, errorText, binding) };
  }
  if (response) return { response };
  // One invalid key makes the client ignore the whole object, see `isValidResponse`.
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
 * @param printed the valid object that the hook printed, or an empty object. If it refuses, its own reason is
 *   kept. If it does not, a refusal with `reason` is added.
 * @param reason the text on stderr. Empty: the refusal has no reason.
 */
function buildRefusal(printed: Json, reason: string, binding: Binding): Json {
  const { permissionDecision, ...withoutPermission } = (printed.hookSpecificOutput ?? {}) as Json;
  const denies = permissionDecision === 'deny' && eventsWithPermission.includes(binding.native);
  if (printed.decision === 'block' || denies) return normaliseResponse(printed, binding);
  // The refusal by exit code counts more than `defer`.
  if (permissionDecision === 'defer')
    printed = { ...printed, hookSpecificOutput: withoutPermission };
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
  commandVariables: [], // the shell expands variables; the client replaces none in the command line, 2.1.330
  uncomputableVariables: [
    'CLAUDE_ENV_FILE',
    'CLAUDE_PID',
    'CLAUDE_CODE_ENTRYPOINT',
    'CLAUDE_CODE_MESSAGING_SOCKET',
    'CLAUDE_CODE_MESSAGING_TOKEN',
    'AI_AGENT',
  ],
  pluginVariables: ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'], // documented, not measured
  timeout: 600_000,
  loopLimit: 8,
  blocksUnstarted: false,
};

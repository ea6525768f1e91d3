import type { Binding, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { parseJson } from '../../util/json.ts';
import { findResponseProblem } from './response-schema.ts';
import { trimText } from './rust-trim.ts';

/** Events at which plain text on stdout is added to the context. */
const plainTextEvents = ['SessionStart', 'UserPromptSubmit', 'SubagentStart'];
/** Events whose hooks cannot give a response. */
const eventsWithoutResponse = ['SessionEnd', 'Interrupt'];
/** Events at which exit code 2 is a deny. */
const eventsDeniedByExitTwo = ['PreToolUse', 'PermissionRequest', 'UserPromptSubmit'];
/** Events at which exit code 2 counts as `decision: block`. */
const eventsBlockedByExitTwo = ['PostToolUse', 'Stop', 'SubagentStop'];

/**
 * Reads a finished hook as Codex 0.169.0 does. With exit code 0 it takes one JSON object on stdout, and drops
 * the whole object because of one unknown key. It takes plain text only at `plainTextEvents`, and nothing at
 * `eventsWithoutResponse`. Exit code 2 refuses at the events of the last two lists above, if there is text on
 * stderr, which is the reason. Every other end is a failure.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const { code } = finished;
  const errorText = trimText(finished.stderr);
  if (code === 2 && errorText) {
    if (eventsDeniedByExitTwo.includes(binding.native)) return { deny: errorText };
    if (eventsBlockedByExitTwo.includes(binding.native))
      return { response: { decision: 'block', reason: errorText } };
  }
  if (code !== 0) return { failure: describeEnding(finished, errorText) };
  const text = trimText(finished.stdout);
  if (!text || eventsWithoutResponse.includes(binding.native)) return {};
  if (text[0] === '{' || text[0] === '[') return { text, ...readResponse(text, binding) };
  return plainTextEvents.includes(binding.native)
    ? {
        response: {
          hookSpecificOutput: { hookEventName: binding.native, additionalContext: text },
        },
      }
    : {};
}

/** Reads a response from stdout that begins like JSON. */
function readResponse(text: string, binding: Binding): Reading {
  const response = parseJson(text);
  if (!isObject(response)) return { failure: 'printed no JSON object' };
  const problem = findResponseProblem(response, binding.native);
  if (problem !== undefined) return { failure: `printed ${problem}` };
  const { updatedInput: input } = (response.hookSpecificOutput ?? {}) as Json;
  const hasInput = binding.native === 'PreToolUse' && input !== undefined && input !== null;
  // With an `updatedInput` that is no object the client does not run the tool, 0.169.0.
  return hasInput && !isObject(input)
    ? { deny: 'The hook returned an updatedInput that is no object.' }
    : { response };
}

export const runtime: Runtime = {
  shell: 'bash',
  env: () => ({}),
  commandVariables: [],
  uncomputableVariables: ['CODEX_MANAGED_BY_NPM', 'CODEX_MANAGED_PACKAGE_ROOT'],
  // Codex 0.169.0 also sets the last two, which are the names that Claude Code uses.
  pluginVariables: ['PLUGIN_ROOT', 'PLUGIN_DATA', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'],
  timeout: 600_000,
  loopLimit: null,
  stdin: 'pipe', // 0.169.0
  waitsForPipes: true, // until both pipes are closed, 0.169.0
  blocksUnstarted: false,
};

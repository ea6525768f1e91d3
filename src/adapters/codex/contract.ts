import type { Binding, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { parseJson } from '../../util/json.ts';
import { findResponseProblem } from './response-schema.ts';
import { trimText } from './rust-trim.ts';

/** Events at which plain text on stdout is added to the context. */
const plainTextEvents = ['SessionStart', 'UserPromptSubmit', 'SubagentStart'];
/** Events whose hooks cannot answer. */
const eventsWithoutAnswer = ['SessionEnd', 'Interrupt'];
/**
 * Events at which exit code 2 is an answer: a deny at the first, `decision: block` at the second.
 */
const exitTwoDenies = ['PreToolUse', 'PermissionRequest', 'UserPromptSubmit'];
const exitTwoBlocks = ['PostToolUse', 'Stop', 'SubagentStop'];

/**
 * Reads a finished hook as 0.169.0 does: one JSON object at exit code 0, dropped whole for one
 * unknown key. Exit code 2 refuses if there is text on stderr, which is the reason.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const { code } = finished;
  const errorText = trimText(finished.stderr);
  if (code === 2 && errorText) {
    if (exitTwoDenies.includes(binding.native)) return { deny: errorText };
    if (exitTwoBlocks.includes(binding.native))
      return { response: { decision: 'block', reason: errorText } };
  }
  if (code !== 0) return { failure: describeEnding(finished, errorText) };
  const text = trimText(finished.stdout);
  if (!text || eventsWithoutAnswer.includes(binding.native)) return {};
  if (text[0] === '{' || text[0] === '[') return { text, ...readAnswer(text, binding) };
  return plainTextEvents.includes(binding.native)
    ? {
        response: {
          hookSpecificOutput: { hookEventName: binding.native, additionalContext: text },
        },
      }
    : {};
}

/** Reads stdout that begins like JSON. */
function readAnswer(text: string, binding: Binding): Reading {
  const response = parseJson(text);
  if (!isObject(response)) return { failure: 'printed no JSON object' };
  const problem = findResponseProblem(response, binding.native);
  if (problem !== undefined) return { failure: `printed ${problem}` };
  const { updatedInput: input } = (response.hookSpecificOutput ?? {}) as Json;
  const isLost = binding.native === 'PreToolUse' && input !== undefined && input !== null;
  // With an `updatedInput` that is no object the client does not run the tool, 0.169.0.
  return isLost && !isObject(input) ? { deny: 'updatedInput is no object.' } : { response };
}

export const runtime: Runtime = {
  shell: 'bash',
  env: () => ({}),
  commandVariables: [],
  uncomputableVariables: ['CODEX_MANAGED_BY_NPM', 'CODEX_MANAGED_PACKAGE_ROOT'],
  // the last two are the names of Claude Code, 0.169.0
  pluginVariables: ['PLUGIN_ROOT', 'PLUGIN_DATA', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'],
  timeout: 600_000,
  loopLimit: null,
  stdin: 'pipe', // 0.169.0
  waitsForPipes: true, // until both pipes are closed, 0.169.0
  blocksUnstarted: false,
};

const transcriptName = /[\\/]rollout-[^\\/]+\.jsonl$/;

/**
 * Makes the function that recognises payloads of this client. Every event of a turn has a
 * `turn_id`, which no other agent sends; the other events have a transcript named
 * `rollout-….jsonl`.
 *
 * @param natives the names of the client's events
 */
export const makeRecogniser =
  (natives: readonly string[]) =>
  ({ hook_event_name: native, turn_id, transcript_path: path }: Json): 0 | 1 | 2 => {
    if (!natives.includes(native as string)) return 0;
    if (typeof turn_id === 'string' || (typeof path === 'string' && transcriptName.test(path)))
      return 2;
    return path === null ? 1 : 0;
  };

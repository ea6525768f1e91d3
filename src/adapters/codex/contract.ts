import type { Binding, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { cutOff, ending } from '../../mapping/finished.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { valueIn } from '../../util/json.ts';
import { findAnswerProblem } from './answer-schema.ts';
import { trimText } from './rust-trim.ts';

/** Events at which text that is no JSON is context. */
const plainTextEvents = ['SessionStart', 'UserPromptSubmit', 'SubagentStart'];
/** Events that hear nothing. */
const eventsWithoutAnswer = ['SessionEnd', 'Interrupt'];
/** Events that a code of 2 is an answer to: it refuses, or says block. */
const exitTwoDenies = ['PreToolUse', 'PermissionRequest', 'UserPromptSubmit'];
const exitTwoBlocks = ['PostToolUse', 'Stop', 'SubagentStop'];

/** One JSON object at exit code 0, without a key too many; 2 refuses if stderr says why; 0.169.0. */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = cutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const { code } = finished;
  const errorText = trimText(finished.stderr);
  if (code === 2 && errorText) {
    if (exitTwoDenies.includes(binding.native)) return { deny: errorText };
    if (exitTwoBlocks.includes(binding.native))
      return { response: { decision: 'block', reason: errorText } };
  }
  if (code !== 0) return { failure: ending(finished, errorText) };
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

function readAnswer(text: string, binding: Binding): Reading {
  const response = valueIn(text);
  if (!isObject(response)) return { failure: 'printed no JSON object' };
  const problem = findAnswerProblem(response as Json, binding.native);
  if (problem !== undefined) return { failure: `printed ${problem}` };
  const { updatedInput: input } = (response.hookSpecificOutput ?? {}) as Json;
  const isLost = binding.native === 'PreToolUse' && input !== undefined && input !== null;
  // No tool runs with what is none of its arguments, 0.169.0.
  return isLost && !isObject(input) ? { deny: 'updatedInput is no object.' } : { response };
}

export const runtime: Runtime = {
  shell: 'bash',
  env: () => ({}),
  expands: [],
  unsupplied: ['CODEX_MANAGED_BY_NPM', 'CODEX_MANAGED_PACKAGE_ROOT'],
  // with the names of Claude Code as well, 0.169.0
  ofPlugin: ['PLUGIN_ROOT', 'PLUGIN_DATA', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'],
  timeout: 600_000,
  loopLimit: null,
  stdin: 'pipe', // 0.169.0
  waits: true, // until both pipes are closed, 0.169.0
  blocksUnstarted: false,
};

const transcriptName = /[\\/]rollout-[^\\/]+\.jsonl$/;

/** Every event of a turn tells its id, which no other agent does; the others tell their transcript. */
export const makeRecogniser =
  (natives: readonly string[]) =>
  ({ hook_event_name: native, turn_id, transcript_path: path }: Json): 0 | 1 | 2 => {
    if (!natives.includes(native as string)) return 0;
    if (typeof turn_id === 'string' || (typeof path === 'string' && transcriptName.test(path)))
      return 2;
    return path === null ? 1 : 0;
  };

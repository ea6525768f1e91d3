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
  return candidates.find((value) => typeof value === 'string');
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

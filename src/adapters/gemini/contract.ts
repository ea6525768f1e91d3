import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import type { Json } from '../../util/json.ts';
import { parseJson, parseJsonObject } from '../../util/json.ts';

/**
 * Reads a finished command as 0.61.0 does. The text of the answer is stdout, or stderr if stdout is blank. JSON
 * counts at any exit code. The meaning of plain text depends on the exit code.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const text = trimOutput(finished.stdout) || trimOutput(finished.stderr);
  return { text, ...readOutputText(finished, text, binding) };
}

/** Reads a response from the text of the answer. */
function readOutputText(finished: Finished, text: string, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const { code } = finished;
  // The part of the reading that says how the hook failed. Empty: it did not fail.
  const failurePart = code === 0 ? {} : { failure: describeEnding(finished, text) };
  if (!text) return failurePart;
  const response = parseJsonObject(text);
  // If `hookSpecificOutput` is a string, the client drops the whole answer. At a gate we read the other
  // fields all the same, since one of them may refuse.
  const specific = response?.hookSpecificOutput;
  const isDropped = specific && typeof specific === 'string' && !isGateEvent(binding.event);
  if (isDropped) return failurePart;
  if (response) return { response };
  const value = parseJson(text);
  // A JSON string that holds JSON, but no object, expresses no opinion.
  if (typeof value === 'string' && parseJson(value) !== undefined) return failurePart;
  if (value !== undefined && typeof value !== 'string') return { failure: 'printed no object' };
  return readPlainText(finished, text);
}

/**
 * Reads an answer that is plain text. At exit code 0, or if a signal ended the command, the text is a message to
 * the person. At 1 it is a warning, and at any other code the reason of a refusal.
 */
export function readPlainText(finished: Finished, text: string): Reading {
  const { code } = finished;
  const failurePart = code === 0 ? {} : { failure: describeEnding(finished, text) };
  if (!code) return { response: { decision: 'allow', systemMessage: text }, ...failurePart };
  if (code === 1) {
    return { response: { decision: 'allow', systemMessage: `Warning: ${text}` }, ...failurePart };
  }
  const refusal = { response: { decision: 'deny', reason: text } };
  return code === 2 ? refusal : { ...refusal, ...failurePart };
}

/** Copies `reason` to `stopReason` in a response that halts the agent (`continue: false`) without a `stopReason`. */
export function normaliseResponse(response: Json): Json {
  const { continue: continues, stopReason, reason } = response;
  return continues === false && !stopReason && reason
    ? { ...response, stopReason: reason }
    : response;
}

export const runtime: Runtime = {
  shell: 'bash',
  env: (event: Draft) => ({
    GEMINI_PROJECT_DIR: event.cwd,
    GEMINI_CWD: event.cwd,
    GEMINI_SESSION_ID: event.session,
    CLAUDE_PROJECT_DIR: event.cwd,
  }),
  commandVariables: [
    ...['GEMINI_PROJECT_DIR', 'GEMINI_CWD', 'GEMINI_PLANS_DIR', 'GEMINI_SESSION_ID'],
    'CLAUDE_PROJECT_DIR',
  ],
  uncomputableVariables: ['GEMINI_PLANS_DIR'], // inside the client's temporary folder
  pluginVariables: ['extensionPath', 'workspacePath'], // put into every text of an extension's hooks, 0.61.0
  substitutesSettings: true, // inside quotes as well, 0.61.0
  timeout: 60_000,
  loopLimit: null,
  waitsForPipes: true, // it listens to the event `close` of the process, not to `exit`, 0.61.0
  blocksUnstarted: true, // bash exits with 127 and prints a text, which is read as a refusal
};

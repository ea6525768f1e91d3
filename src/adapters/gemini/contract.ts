import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import type { Json } from '../../util/json.ts';
import { parseJson, parseJsonObject } from '../../util/json.ts';

/**
 * Reads a finished hook as 0.61.0 does: JSON counts at any exit code, from stderr if stdout is
 * blank. Plain text counts by the exit code.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const text = trimOutput(finished.stdout) || trimOutput(finished.stderr);
  return { text, ...readOutputText(finished, text, binding) };
}

/** Reads the text that the client takes the response from. */
function readOutputText(finished: Finished, text: string, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const { code } = finished;
  // The part of the reading that says how the hook failed. Empty: it did not fail.
  const failurePart = code === 0 ? {} : { failure: describeEnding(finished, text) };
  if (!text) return failurePart;
  const response = parseJsonObject(text);
  const gate = isGateEvent(binding.event);
  // For a string in `hookSpecificOutput` the client drops the whole output. On a gate the other fields
  // are read all the same, since one of them may refuse.
  const specific = response?.hookSpecificOutput;
  if (specific && typeof specific === 'string' && !gate) return failurePart;
  if (response) return { response };
  const value = parseJson(text);
  // JSON in a JSON string, which is no object, says nothing.
  if (typeof value === 'string' && parseJson(value) !== undefined) return failurePart;
  if (value !== undefined && typeof value !== 'string') return { failure: 'printed no object' };
  return readPlainText(finished, text);
}

/** Reads plain text by the exit code. The end by a signal counts as exit code 0. */
export function readPlainText(finished: Finished, text: string): Reading {
  const { code } = finished;
  const failurePart = code === 0 ? {} : { failure: describeEnding(finished, text) };
  if (!code) return { response: { decision: 'allow', systemMessage: text }, ...failurePart };
  if (code === 1) {
    return { response: { decision: 'allow', systemMessage: `Warning: ${text}` }, ...failurePart };
  }
  const denied = { response: { decision: 'deny', reason: text } };
  return code === 2 ? denied : { ...denied, ...failurePart };
}

/** Uses `reason` as `stopReason` where a response ends the turn (`continue: false`) without a `stopReason`. */
export function tidyResponse(response: Json): Json {
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
  substitutesSettings: true, // quoted or not, 0.61.0
  timeout: 60_000,
  loopLimit: null,
  waitsForPipes: true, // for the event `close`, not `exit`, 0.61.0
  blocksUnstarted: true, // bash exits with 127 and prints text, which denies
};

/** Events whose names agents of other families use too. */
const sharedEventNames: readonly unknown[] = ['SessionStart', 'SessionEnd', 'Notification'];

/**
 * Makes the function that recognises payloads of one client of the family. The payloads of Gemini
 * CLI and its forks have the same form, so the folder of the transcript decides. The path of the
 * transcript may be empty, or lead to a folder that was moved, 0.61.0.
 *
 * @param folder the client's folder in the home folder
 * @param natives the names of the client's events
 */
export function makeRecogniser(folder: string, natives: readonly string[]) {
  return ({ hook_event_name: native, transcript_path: transcript }: Json): 0 | 1 | 2 => {
    if (!natives.includes(native as string)) return 0;
    const path = typeof transcript === 'string' ? transcript.replaceAll('\\', '/') : undefined;
    const folderInPath = /\/(\.[a-z]+)\/(?:agent\/)?tmp\//.exec(path ?? '')?.[1];
    if (folderInPath) return folderInPath === folder ? 2 : 0;
    const hasFamilyForm = path === '' || /\/tmp\/[^/]+\/chats\//.test(path ?? '');
    return hasFamilyForm || !sharedEventNames.includes(native) ? 1 : 0;
  };
}

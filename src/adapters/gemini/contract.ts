import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { clean, cutOff, ending } from '../../mapping/finished.ts';
import type { Json } from '../../util/json.ts';
import { objectIn, valueIn } from '../../util/json.ts';

/** JSON counts at any exit code, from stderr when stdout is blank; text by the exit code, 0.61.0. */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const text = clean(finished.stdout) || clean(finished.stderr);
  return { text, ...readAnswer(finished, text, binding) };
}

/** What is taken of the text that counts. */
function readAnswer(finished: Finished, text: string, binding: Binding): Reading {
  const cutOffReason = cutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const { code } = finished;
  const failure = code === 0 ? {} : { failure: ending(finished, text) };
  if (!text) return failure;
  const response = objectIn(text);
  const gate = isGateEvent(binding.event);
  // A string there, unless empty, loses the whole output; on a gate what was meant counts.
  const specific = response?.hookSpecificOutput;
  if (specific && typeof specific === 'string' && !gate) return failure;
  if (response) return { response };
  const value = valueIn(text);
  if (typeof value === 'string' && valueIn(value) !== undefined) return failure;
  if (value !== undefined && typeof value !== 'string') return { failure: 'printed no object' };
  return readPlainText(finished, text);
}

/** Text that is no JSON counts by the exit code; death by a signal is 0. */
export function readPlainText(finished: Finished, text: string): Reading {
  const { code } = finished;
  const failure = code === 0 ? {} : { failure: ending(finished, text) };
  if (!code) return { response: { decision: 'allow', systemMessage: text }, ...failure };
  if (code === 1) {
    return { response: { decision: 'allow', systemMessage: `Warning: ${text}` }, ...failure };
  }
  const denied = { response: { decision: 'deny', reason: text } };
  return code === 2 ? denied : { ...denied, ...failure };
}

/** A stop without a reason of its own is for the reason given. */
export function tidyResponse(response: Json): Json {
  const { continue: goes, stopReason, reason } = response;
  return goes === false && !stopReason && reason ? { ...response, stopReason: reason } : response;
}

export const runtime: Runtime = {
  shell: 'bash',
  env: (event: Draft) => ({
    GEMINI_PROJECT_DIR: event.cwd,
    GEMINI_CWD: event.cwd,
    GEMINI_SESSION_ID: event.session,
    CLAUDE_PROJECT_DIR: event.cwd,
  }),
  expands: [
    ...['GEMINI_PROJECT_DIR', 'GEMINI_CWD', 'GEMINI_PLANS_DIR', 'GEMINI_SESSION_ID'],
    'CLAUDE_PROJECT_DIR',
  ],
  unsupplied: ['GEMINI_PLANS_DIR'], // below the client's own temporary folder
  substitutes: true, // quoted or not, 0.61.0
  timeout: 60_000,
  loopLimit: null,
  waits: true, // on `close`, not `exit`, 0.61.0
  blocksUnstarted: true, // bash says 127 with text, which denies
};

/** Events that agents of other families call the same. */
const sharedEventNames: readonly unknown[] = ['SessionStart', 'SessionEnd', 'Notification'];

/**
 * Payloads of the whole family look alike: the transcript's folder tells them apart, and from those
 * of agents who keep theirs elsewhere. It may be blank, or in a folder that was moved, 0.61.0.
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

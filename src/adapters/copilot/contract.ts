import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { clean, cutOff, ending } from '../../mapping/finished.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, valueIn } from '../../util/json.ts';

const isProgress = (line: string): boolean => {
  const value = line.includes('"progress"') ? valueIn(line) : undefined;
  return isObject(value) && value.type === 'progress';
};

/** Lines that are shown while a hook runs are no part of its answer. */
const withoutProgress = (text: string): string =>
  text.includes('"progress"')
    ? clean(
        text
          .split('\n')
          .filter((line) => !isProgress(line))
          .join('\n'),
      )
    : text;

/** Where a hook that fails refuses: any other, and one that runs out of time, is passed by. */
const refuses = ({ outcome }: Binding): boolean =>
  outcome.decision !== undefined && outcome.prompt === undefined;

/** One JSON object on stdout at exit codes 0 and 2; 2 refuses where a failure does, 1.0.102. */
export function reads(finished: Finished, binding: Binding): Reading {
  const text = withoutProgress(clean(finished.stdout));
  return { text, ...taken(finished, text, binding) };
}

function taken(finished: Finished, text: string, binding: Binding): Reading {
  const { code } = finished;
  const closed = refuses(binding);
  const why = cutOff(finished);
  if (why !== undefined || (code !== 0 && code !== 2)) {
    const failure = why ?? ending(finished, clean(finished.stderr));
    if (!closed || finished.timedOut || finished.tooMuch) return { failure };
    return { deny: `The hook ${why ?? ending(finished, '')}.`, failure }; // no stderr, 1.0.102
  }
  const found = valueIn(text);
  const response = isObject(found) ? found : undefined;
  // A refusal in its own words counts whole, `interrupt` included.
  if (code === 2 && binding.event === 'permission' && response?.behavior === 'deny')
    return { response };
  if (closed && code === 2) return { deny: reasonOf(response) ?? 'The hook exited with code 2.' };
  if (binding.native.toLowerCase() === 'posttoolusefailure' && code === 2) {
    const said = clean(finished.stderr);
    return said ? { response: { additionalContext: said } } : {};
  }
  if (response && isSpoiled(response, binding))
    return { deny: 'The hook rewrote the arguments to what is no object.' };
  if (response) return { response };
  // Text where a permission is asked for is a hook that failed, 1.0.102.
  const failed = binding.event === 'permission' && text && found === undefined;
  return failed ? { deny: 'The hook printed no JSON.', failure: 'printed no JSON' } : {};
}

/** A call with arguments that are no object fails, unless it is refused or asked about, 1.0.102. */
function isSpoiled(response: Json, { event, native }: Binding): boolean {
  if (event !== 'before-tool' || native === 'preMcpToolCall') return false;
  const { hookSpecificOutput: more } = response;
  const nested = native === 'PreToolUse' && isObject(more) ? more : {};
  const { permissionDecision: word, updatedInput } = { ...response, ...nested } as Json;
  const input = (nested as Json).updatedInput === undefined ? response.modifiedArgs : updatedInput;
  return word !== 'deny' && word !== 'ask' && input !== undefined && !isObject(input);
}

const texts = ['permissionDecisionReason', 'message'] as const;

function reasonOf(response: Json = {}): string | undefined {
  const { hookSpecificOutput: nested } = response;
  const said = [nested, response].flatMap((one) =>
    isObject(one) ? texts.map((key) => one[key]) : [],
  );
  return said.find((one) => typeof one === 'string');
}

export const runtime: Runtime = {
  shell: 'bash',
  env: (event: Draft) => ({
    COPILOT_PROJECT_DIR: event.cwd as string,
    CLAUDE_PROJECT_DIR: event.cwd as string,
  }),
  expands: [],
  // What is running, and where its settings are: nothing that is true of another agent.
  unsupplied: ['COPILOT_CLI', 'COPILOT_CLI_BINARY_VERSION', 'COPILOT_HOOK_DIR'],
  timeout: 30_000,
  loopLimit: 8,
  stdin: 'pipe', // 1.0.102
  waits: true, // until its pipes are closed, 1.0.102
  blocksUnstarted: false, // the shell says 127, which refuses where a failure does
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** The event of a payload; most have no field that names it. */
export function nativeOf(payload: Json): string | undefined {
  const { hook_event_name: named, timestamp } = payload;
  const has = (key: string) => payload[key] !== undefined;
  // One that is in camelCase at any event of this name.
  if (named === 'Notification') return has('session_id') ? named : 'notification';
  if (isText(named)) return /^[A-Z]/.test(named) ? named : undefined;
  if (!has('sessionId') && typeof timestamp !== 'number') return undefined;
  if (has('hookName')) return 'permissionRequest';
  if (has('toolName')) {
    if (has('serverName') && has('arguments')) return 'preMcpToolCall';
    if (!has('toolArgs')) return undefined;
    if (has('toolResult')) return 'postToolUse';
    return has('error') ? 'postToolUseFailure' : 'preToolUse';
  }
  if (has('agentName')) {
    if (has('stopReason') || has('response')) return 'subagentStop';
    return has('agent_id') ? 'SubagentStart' : 'subagentStart';
  }
  if (has('transformedPrompt')) return 'userPromptTransformed';
  if (has('prompt')) return 'userPromptSubmitted';
  if (has('stopReason')) return 'agentStop';
  if (has('error')) return 'errorOccurred';
  if (has('trigger')) return 'preCompact';
  if (has('source')) return 'sessionStart';
  return has('reason') ? 'sessionEnd' : undefined;
}

/** Claude and its kin tell a transcript at every event, or no time; this one at few, and always. */
export const recognises =
  (natives: readonly string[]) =>
  (payload: Json): 0 | 1 | 2 => {
    if (isText(payload.sessionId) && typeof payload.timestamp === 'number') return 2;
    const native = nativeOf(payload);
    if (native === undefined || !natives.includes(native)) return 0;
    if (isText(payload.sessionId)) return 2;
    const { session_id, conversation_id, timestamp, transcript_path: path } = payload;
    if (payload.permission_mode !== undefined || conversation_id !== undefined) return 0;
    if (path !== undefined && !(isText(path) && /[\\/]session-state[\\/]/.test(path))) return 0;
    return isText(session_id) && isText(timestamp) ? 2 : 1;
  };

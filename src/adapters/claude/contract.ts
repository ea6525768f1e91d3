import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { clean, cutOff, ending } from '../../mapping/finished.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, objectIn } from '../../util/json.ts';
import { isValid, tidy } from './answer.ts';

/** Events at which text that is no JSON is told to the model. */
const listens = ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion'];

/** Events that exit code 2 has no effect on. */
const deaf = ['PermissionRequest', 'SessionStart', 'SessionEnd', 'Setup', 'SubagentStart'];

/** Events at which a permission is heard in an answer. */
const permits = ['PreToolUse', 'PreModelSwitch'];

/** JSON counts at any exit code, 2 refuses, other codes are failures; 2.1.330. */
export function reads(finished: Finished, binding: Binding): Reading {
  const why = cutOff(finished);
  if (why) return { failure: why };
  const text = clean(finished.stdout);
  const said = clean(finished.stderr);
  const { code } = finished;
  const found = text[0] === '{' ? objectIn(text, false) : undefined;
  const answer = isObject(found) ? found : undefined;
  if (answer?.async === true) return {};
  const fitting = answer && isValid(binding, answer) ? answer : undefined;
  const valid = fitting && tidy(fitting, binding);
  if (code === 2) {
    // The end of a turn that continues in its parent: no other begins, whatever the code
    const over = binding.native === 'SubagentStop' && fitting?.continue === false;
    if (over || deaf.includes(binding.native)) return valid ? { response: valid } : {};
    return { response: refused(fitting ?? {}, said, binding) };
  }
  if (valid) return { response: valid };
  if (answer) return { failure: 'returned an answer that is dropped whole' };
  if (code !== 0) return { failure: ending(finished, said) };
  if (!text || !listens.includes(binding.native)) return {};
  return {
    response: {
      hookSpecificOutput: { hookEventName: binding.native, additionalContext: text },
    },
  };
}

/** A refusal by exit code, beside an answer that may refuse by itself, in its own words then. */
function refused(answer: Json, why: string, binding: Binding): Json {
  const { permissionDecision, ...extra } = (answer.hookSpecificOutput ?? {}) as Json;
  const denies = permissionDecision === 'deny' && permits.includes(binding.native);
  if (answer.decision === 'block' || denies) return tidy(answer, binding);
  // A refusal comes before a `defer`.
  if (permissionDecision === 'defer') answer = { ...answer, hookSpecificOutput: extra };
  return tidy({ ...answer, decision: 'block', ...(why && { reason: why }) }, binding);
}

export const runtime: Runtime = {
  shell: 'sh',
  env: (event: Draft) => ({
    CLAUDE_PROJECT_DIR: event.cwd as string,
    CLAUDE_CODE_SESSION_ID: event.session as string,
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ATTENDED: event.background === true ? '0' : '1',
  }),
  expands: [], // its shell does, 2.1.330
  unsupplied: [
    ...['CLAUDE_ENV_FILE', 'CLAUDE_PID', 'CLAUDE_CODE_ENTRYPOINT'],
    ...['CLAUDE_CODE_MESSAGING_SOCKET', 'CLAUDE_CODE_MESSAGING_TOKEN', 'AI_AGENT'],
  ],
  ofPlugin: ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'], // by its pages
  timeout: 600_000,
  loopLimit: 8,
  blocksUnstarted: false,
};

/** The folder that it keeps everything in, before that of a session's transcript, 2.1.330. */
const store = /^(.*[\\/])projects[\\/][\w-]+[\\/][\w-]+\.jsonl$/s;

/** Whether a folder is below a hidden one that says nothing of this agent: of a fork, perhaps. */
function isStrange(folder: string): boolean {
  const hidden = Math.max(folder.lastIndexOf('/.'), folder.lastIndexOf('\\.'));
  return hidden >= 0 && !folder.slice(hidden).includes('claude');
}

/**
 * Events of these names are fired by others too: the transcript tells, wherever `CLAUDE_CONFIG_DIR`
 * has moved it, as to `~/.config/claude`, 2.1.330.
 */
export function recognises(natives: readonly string[]) {
  return (payload: Json): 0 | 1 | 2 => {
    const { hook_event_name: native, transcript_path: path } = payload;
    if (!natives.includes(native as string)) return 0;
    if (typeof path !== 'string') {
      // Others say who they are before they say what it is.
      const bare = !['session_id', 'sessionId', 'timestamp'].some((key) => key in payload);
      return bare && path === undefined ? 1 : 0;
    }
    const [, folder] = store.exec(path) ?? [];
    return folder === undefined ? 0 : isStrange(folder) ? 1 : 2;
  };
}

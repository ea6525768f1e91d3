import type { Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';

export const sessionField = { session: { at: 'session_id', supply: '' } } as const;
/** The ids of the session and of the turn. In a sub-agent, the turn is the sub-agent's. */
export const turnFields = {
  ...sessionField,
  turn: { at: 'turn_id', supply: ({ session }: Draft) => session ?? '' },
} as const;
const subagentFields = { agent: 'agent_id', agentType: 'agent_type' } as const;
/** Three fields that follow one another in every payload. */
export const transcriptCwdAndEventFields = {
  transcript: { at: 'transcript_path', supply: null },
  cwd: { at: 'cwd', supply: '' },
  event: 'hook_event_name',
} as const;
export const modelField = { model: { at: 'model', supply: 'default' } } as const;
export const modeField = { permissionMode: { at: 'permission_mode', supply: 'default' } } as const;
/** The fields that most events have. */
export const commonFields = {
  ...turnFields,
  ...subagentFields,
  ...transcriptCwdAndEventFields,
  ...modelField,
  ...modeField,
} as const;

export const callFields = { name: 'tool_name', input: 'tool_input' } as const;
/**
 * The row of `cwd` for events about a tool call, where it replaces the row of {@link commonFields}. At these
 * events `cwd` is the folder that the call works in, not the folder of the session, 0.169.0.
 */
export const callCwdField = {
  cwd: {
    at: 'cwd',
    codec: makeCodec(
      (value) => value,
      (value, { event: { directory, input } }) => directory ?? input?.directory ?? value,
    ),
    supply: '',
  },
} as const;
export const callIdField = {
  callId: { at: 'tool_use_id', supply: { callIdPrefix: 'call_' } },
} as const;

/**
 * Reads a result unchanged. Writes a result that holds only a text as that bare text, as the client sends the
 * results of built-in tools.
 */
export const toolResponseCodec = makeCodec(
  (value) => value,
  (value) => {
    const { text, ...otherFields } = isObject(value) ? value : {};
    return Object.keys(otherFields).length ? value : (text ?? '');
  },
);

/**
 * Converts the boolean that tells whether a hook has already made the subagent go on: reads it as a count of 0
 * or 1, and writes any count above 0 as `true`. Hooks of agents that state a count (Cursor's `loop_count`)
 * then get a count.
 */
export const retryCountCodec = makeCodec(
  (value) => (typeof value === 'boolean' ? Number(value) : value),
  (value) => (value as number) > 0,
);
export const retryField = { retry: 'stop_hook_active' } as const;

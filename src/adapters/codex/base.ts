import type { Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { fingerprint } from '../../mapping/fingerprint.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

export const sessionField = { session: { at: 'session_id', supply: '' } } as const;
/** The ids of the session and of the turn, which may be that of a sub-agent. */
export const turnFields = {
  ...sessionField,
  turn: { at: 'turn_id', supply: ({ session }: Draft) => session ?? '' },
} as const;
const subagentFields = { agent: 'agent_id', agentType: 'agent_type' } as const;
/** The transcript, the working folder and the name of the event, which stand together in payloads. */
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
 * The row of `cwd` at a tool call, which replaces that of {@link commonFields}: there `cwd` is the
 * folder that the call works in, not the one of the session, 0.169.0.
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
  callId: { at: 'tool_use_id', supply: (event: Draft) => `call_${fingerprint(event)}` },
} as const;

/**
 * Reads a result as it is. Writes one that has nothing but its text as that bare text, which is what
 * the client sends for built-in tools.
 */
export const toolResponseCodec = makeCodec(
  (value) => value,
  (value) => {
    const { text, ...more } = isObject(value) ? value : {};
    return Object.keys(more).length ? value : (text ?? '');
  },
);

const resultOf = (event: Draft): Json => event.result ?? {};
/** Returns the output of a shell command from the text that the model was shown. */
export const getShellOutput = (event: Draft) =>
  event.tool === 'shell' ? resultOf(event).text : undefined;

/**
 * Reads a flag that tells whether a hook made the subagent go on before as a count of 0 or 1, and
 * writes any count above 0 as `true`. So a hook whose agent states a count (`loop_count` of Cursor)
 * gets one.
 */
export const retryCountCodec = makeCodec(
  (value) => (typeof value === 'boolean' ? Number(value) : value),
  (value) => (value as number) > 0,
);
export const retryField = { retry: 'stop_hook_active' } as const;

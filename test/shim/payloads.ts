import { eventAt, recordedCall } from '../facts.ts';
import { session } from './run.ts';

type Json = Record<string, unknown>;

export const hosts = ['gemini', 'tabnine', 'terminai', 'cursor'] as const;
export type Host = (typeof hosts)[number];

/** A payload of the Gemini family. */
export const family = (host: Host, event: string, more: Json = {}, cwd = '/tmp'): Json => ({
  session_id: session(),
  transcript_path: recordedCall(host).transcript_path,
  cwd,
  hook_event_name: event,
  timestamp: '2026-08-21T09:30:00.123Z',
  ...more,
});

/** A call that Codex CLI is about to make. */
export const codexCall = (tool_name: string, tool_input: Json): Json => ({
  session_id: session(),
  turn_id: 't',
  transcript_path: null,
  cwd: '/tmp',
  hook_event_name: 'PreToolUse',
  model: 'm',
  permission_mode: 'default',
  tool_name,
  tool_input,
  tool_use_id: 'c',
});

/** A payload of Cursor. */
export function cursor(event: string, more: Json = {}, cwd = '/tmp'): Json {
  const id = session();
  return {
    conversation_id: id,
    generation_id: id,
    model: 'default',
    ...more,
    session_id: id,
    hook_event_name: event,
    cursor_version: '2026.09.28-64d2043',
    workspace_roots: [cwd],
    user_email: null,
    transcript_path: null,
  };
}

/** A shell command about to run: the plainest gate of every host. */
export const shell = (host: Host, command = 'npm test', cwd = '/tmp'): Json =>
  host === 'cursor'
    ? cursor('beforeShellExecution', { command, cwd: '', sandbox: false }, cwd)
    : family(
        host,
        'BeforeTool',
        { tool_name: recordedCall(host).tool_name, tool_input: { command } },
        cwd,
      );

/** A finished turn: an event that gates nothing, where any answer re-prompts the agent. */
export const stop = (host: Host, cwd = '/tmp', more: Json = {}): Json =>
  host === 'cursor'
    ? cursor('stop', { status: 'completed', loop_count: 0, ...more }, cwd)
    : family(
        host,
        'AfterAgent',
        { prompt: 'Do it.', prompt_response: 'Done.', stop_hook_active: false, ...more },
        cwd,
      );

const llm_request = { model: 'm', messages: [{ role: 'user', content: 'hi' }], config: {} };

/** Events of the Gemini family where every byte of output acts. */
export const model = (host: Host, event: 'BeforeModel' | 'BeforeToolSelection'): Json =>
  family(host, event, { llm_request });

/** `--as` and `--event` for the same happening in a dialect. */
export const speaks = (dialect: string, event: 'shell' | 'stop' = 'shell'): string[] => [
  ...['--as', dialect, '--event', eventAt(dialect, event)],
];

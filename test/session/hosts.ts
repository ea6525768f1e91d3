/**
 * How agents go through a conversation, from their own code and recordings: what each event says of
 * the turn, and what a follow-up leads to. No adapter is asked.
 */
import { eventAt, type Moment, recordedCall } from '../facts.ts';
import type { Json } from './place.ts';

export const hosts = ['gemini', 'tabnine', 'terminai', 'cursor'] as const;
export type HostName = (typeof hosts)[number];
export const dialects = [...hosts, 'anyhook'] as const;
export type Dialect = (typeof dialects)[number];

/** One conversation in one window. */
export interface Talk {
  readonly host: HostName;
  readonly session: string;
  start(source?: 'startup' | 'resume'): Json;
  /** A person says something. */
  person(text: string): Json;
  before(command: string): Json;
  after(command: string): Json;
  /** Events that a host fires again for the same prompt, once a tool has run. */
  again(): Json | undefined;
  /** The agent has answered; some hosts fire an event. */
  response(text: string): Json | undefined;
  stop(): Json;
  /** What hooks asked for is the next prompt. */
  followUp(text: string): Json;
  end(): Json;
}

let clock = Date.parse('2026-08-21T09:30:00.000Z');
const now = () => {
  clock += 1234;
  return new Date(clock).toISOString();
};

/** Gemini CLI 0.61.0 and Tabnine: the stop has the first prompt and all that was answered to it. */
function family(host: HostName, session: string, cwd: string): Talk {
  const call = recordedCall(host);
  const of = (hook_event_name: string, more: Json = {}): Json => ({
    session_id: session,
    transcript_path: call.transcript_path,
    cwd,
    hook_event_name,
    timestamp: now(),
    ...more,
  });
  const everyCall = host === 'terminai';
  const { tool_name } = call;
  let [prompt, answer, active] = ['', '', false];
  return {
    host,
    session,
    start: (source = 'startup') => of('SessionStart', { source }),
    person(text) {
      [prompt, answer, active] = [text, '', false];
      return of('BeforeAgent', { prompt: text });
    },
    before: (command) => of('BeforeTool', { tool_name, tool_input: { command } }),
    after(command) {
      active = false; // lost with a tool's result, 0.61.0
      if (everyCall) prompt = ''; // the request is that result now
      const tool_response = { llmContent: 'Output: ok', returnDisplay: 'ok' };
      return of('AfterTool', { tool_name, tool_input: { command }, tool_response });
    },
    again: () => (everyCall ? of('BeforeAgent', { prompt: '' }) : undefined),
    response(text) {
      answer = everyCall || !answer ? text : `${answer}\n${text}`;
      return undefined;
    },
    stop: () =>
      of('AfterAgent', {
        prompt,
        prompt_response: everyCall ? '[no response text]' : answer || '[no response text]',
        stop_hook_active: active && !everyCall,
      }),
    followUp(text) {
      if (everyCall) prompt = text;
      active = true;
      return of('BeforeAgent', { prompt: text });
    },
    end: () => of('SessionEnd', { reason: 'exit' }),
  };
}

/** Cursor: a turn has an id, in the editor and the terminal; it counts follow-ups itself. */
function cursor(session: string, cwd: string, ids: boolean): Talk {
  let [turn, count] = [0, 0];
  const of = (hook_event_name: string, more: Json = {}): Json => ({
    conversation_id: session,
    generation_id: ids ? `${session}-turn-${turn}` : session,
    model: 'default',
    ...more,
    session_id: session,
    hook_event_name,
    cursor_version: '2026.09.28-64d2043',
    workspace_roots: [cwd],
    user_email: null,
    transcript_path: null,
  });
  const prompted = (prompt: string) => {
    turn++;
    return of('beforeSubmitPrompt', { prompt, attachments: [] });
  };
  const call = (command: string) => ({ tool_name: 'Shell', tool_input: { command } });
  return {
    host: 'cursor',
    session,
    start: () => of('sessionStart', { is_background_agent: false, composer_mode: 'agent' }),
    person(text) {
      count = 0;
      return prompted(text);
    },
    before: (command) => of('preToolUse', { ...call(command), cwd: '', tool_use_id: 't' }),
    after: (command) =>
      of('postToolUse', { ...call(command), tool_output: '{"output":"ok"}', duration: 1 }),
    again: () => undefined,
    response: (text) => of('afterAgentResponse', { text }),
    stop: () => of('stop', { status: 'completed', loop_count: count }),
    followUp(text) {
      count++;
      return prompted(text);
    },
    end: () => of('sessionEnd', { reason: 'completed', duration_ms: 1 }),
  };
}

/** `ids`: whether Cursor tells turns apart by an id, as it does but for `-p`. */
export const talk = (host: HostName, session: string, cwd = '/p', ids = true): Talk =>
  host === 'cursor' ? cursor(session, cwd, ids) : family(host, session, cwd);

/** The words of a line for a hook. */
export const line = (host: HostName, dialect: Dialect, moment: Moment): string[] => [
  ...['--host', host, '--as', dialect, '--event', eventAt(dialect, moment)],
];

/** A hook's wish that the agent goes on. */
export const goOn = (dialect: Dialect, text: string): Json => {
  if (dialect === 'cursor') return { followup_message: text };
  return dialect === 'anyhook' ? { followUp: text } : { decision: 'block', reason: text };
};

/** What a host goes on with. */
export const goesOn = (host: HostName, stdout: string): string | undefined => {
  const said = JSON.parse(stdout || '{}') as Json;
  if (host === 'cursor') return (said.followup_message as string) || undefined;
  const again = ['block', 'deny'].includes(String(said.decision));
  return again ? String(said.reason) : undefined;
};

/** How often the agent went on, as a hook is told: a number, or whether it did. */
export const toldOf = (dialect: Dialect, told: Json): unknown => {
  if (dialect === 'cursor') return told.loop_count;
  return dialect === 'anyhook' ? (told.loopCount ?? 0) : told.stop_hook_active;
};

import { defineBinding, type Events } from '../../mapping/define.ts';
import { base, beside, inside, now } from './base.ts';
import { context, followUp, refusal } from './outcomes.ts';
import { toolEvents } from './tool-events.ts';

const item = {
  task: { at: 'todo_id', supply: '' },
  subject: 'todo_content',
  phase: { at: 'phase', supply: 'validation' },
} as const;

/** Only `block` refuses: what exits with 2 does not, whatever the vendor's page says, 0.24.4. */
const refused = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: refusal.reason,
} as const;

/** Fired once more when it is written. */
const written = { phase: 'postWrite' } as const;

export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: {
      ...base,
      source: { at: 'source', supply: 'startup' },
      model: { at: 'model', supply: '' },
      agentType: 'agent_type',
    },
    derive: now,
    outcome: { context: context('SessionStart') },
    silence: {},
    subject: 'source',
  })),
  // Not fired headless, 0.24.4.
  SessionEnd: defineBinding('session-end', () => ({
    payload: { ...base, reason: { at: 'reason', supply: 'other' } },
    derive: now,
    outcome: {},
    silence: {},
    subject: 'reason',
  })),
  SessionDelete: defineBinding('session-deleted', () => ({
    payload: { ...base, deleted: { at: 'deleted_session_id', supply: '' } },
    derive: now,
    outcome: {},
    silence: {},
  })),
  InstructionsLoaded: defineBinding('instructions', () => ({
    payload: {
      ...base,
      path: 'file_path',
      type: { at: 'memory_type', supply: 'project' },
      reason: { at: 'load_reason', supply: 'session_start' },
      trigger: 'trigger_file_path',
      parent: 'parent_file_path',
    },
    derive: now,
    outcome: {},
    silence: {},
    subject: 'file_path',
  })),
  Notification: defineBinding('notification', () => ({
    payload: { ...inside, message: 'message', type: 'notification_type', title: 'title' },
    derive: now,
    outcome: {},
    silence: {},
    subject: 'notification_type',
  })),
  UserPromptExpansion: defineBinding('expansion', () => ({
    payload: {
      ...base,
      command: 'command_name',
      args: { at: 'command_args', supply: '' },
      prompt: 'prompt',
    },
    derive: now,
    outcome: { ...refusal, context: context('UserPromptExpansion') },
    silence: {},
    subject: 'command_name',
  })),
  UserPromptSubmit: defineBinding('prompt', () => ({
    payload: { ...inside, prompt: 'prompt' },
    derive: now,
    outcome: { ...refusal, context: context('UserPromptSubmit') },
    silence: {},
    continues: { prompt: '' }, // fired again for every model call of a turn, 0.24.4
    remembers: { prompt: 'prompt' },
  })),
  ...toolEvents,
  MessageDisplay: defineBinding('display', () => ({
    payload: {
      ...inside,
      message: { at: 'message_id', supply: '' },
      text: 'displayed_text',
      final: { at: 'is_final', supply: true },
    },
    derive: now,
    outcome: {},
    silence: {},
  })),
  Stop: defineBinding('stop', () => ({
    given: { status: 'completed' }, // never fired after an API error, 0.24.4
    payload: {
      ...inside,
      retry: 'stop_hook_active',
      response: { at: 'last_assistant_message', supply: '' },
      inputTokens: 'input_tokens',
    },
    supply: beside,
    derive: {
      ...now,
      response: (_, world) => world.recall('response'),
      retry: (event) => (event.loopCount as number) > 0,
    },
    outcome: { followUp },
    silence: {},
  })),
  StopFailure: defineBinding('error', () => ({
    payload: {
      ...inside,
      kind: { at: 'error', supply: 'unknown' },
      details: 'error_details',
      response: 'last_assistant_message',
    },
    derive: now,
    outcome: {},
    silence: {},
    subject: 'error',
  })),
  SubagentStart: defineBinding('subagent-start', () => ({
    payload: {
      ...base,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
    },
    derive: now,
    outcome: {}, // stops nothing, and `additionalContext` does not arrive, 0.24.4
    silence: {},
    subject: 'agent_type',
    ownNames: true,
  })),
  SubagentStop: defineBinding('subagent-stop', () => ({
    payload: {
      ...base,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
      retry: 'stop_hook_active',
      subagentTranscript: { at: 'agent_transcript_path', supply: '' },
      summary: { at: 'last_assistant_message', supply: '' },
    },
    supply: beside,
    derive: { ...now, retry: (event) => (event.loopCount ?? 0) > 0 },
    outcome: { followUp },
    silence: {},
    subject: 'agent_type',
    ownNames: true,
  })),
  TodoCreated: defineBinding('task-created', () => ({
    payload: { ...inside, ...item, status: { at: 'todo_status', supply: 'pending' } },
    supply: { all_todos: [] },
    derive: now,
    outcome: refused,
    silence: {},
    continues: written,
  })),
  TodoCompleted: defineBinding('task-completed', () => ({
    payload: { ...inside, ...item },
    supply: { previous_status: 'in_progress', all_todos: [] },
    derive: now,
    outcome: refused,
    silence: {},
    continues: written,
  })),
  PreCompact: defineBinding('compact', () => ({
    payload: {
      ...base,
      trigger: { at: 'trigger', supply: 'auto' },
      instructions: { at: 'custom_instructions', supply: '' },
    },
    derive: now,
    outcome: { context: context('PreCompact') }, // read in the source of 0.24.4
    silence: {},
    subject: 'trigger',
  })),
  PostCompact: defineBinding('compacted', () => ({
    payload: {
      ...base,
      trigger: { at: 'trigger', supply: 'auto' },
      summary: { at: 'compact_summary', supply: '' },
    },
    derive: now,
    outcome: {},
    silence: {},
    subject: 'trigger',
  })),
} satisfies Events;

import { defineBinding, type Events } from '../../mapping/define.ts';
import { agentFields, backgroundSupply, commonFields, deriveTime } from './base.ts';
import { contextRow, followUpRow, refusalRows } from './outcomes.ts';
import { toolEvents } from './tool-events.ts';

const taskFields = {
  task: { at: 'todo_id', supply: '' },
  subject: 'todo_content',
  phase: { at: 'phase', supply: 'validation' },
} as const;

/** Only `decision: block` refuses. Exit code 2 does not, although it is documented, 0.24.4. */
const blockRows = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: refusalRows.reason,
} as const;

/** The event is fired again, with this phase, after the item was written. */
const afterWrite = { phase: 'postWrite' } as const;

export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: {
      ...commonFields,
      source: { at: 'source', supply: 'startup' },
      model: { at: 'model', supply: '' },
      agentType: 'agent_type',
    },
    derive: deriveTime,
    outcome: { context: contextRow('SessionStart') },
    silence: {},
    subject: 'source',
  })),
  // Never fired headless, 0.24.4.
  SessionEnd: defineBinding('session-end', () => ({
    payload: { ...commonFields, reason: { at: 'reason', supply: 'other' } },
    derive: deriveTime,
    outcome: {},
    silence: {},
    subject: 'reason',
  })),
  SessionDelete: defineBinding('session-deleted', () => ({
    payload: { ...commonFields, deleted: { at: 'deleted_session_id', supply: '' } },
    derive: deriveTime,
    outcome: {},
    silence: {},
  })),
  InstructionsLoaded: defineBinding('instructions', () => ({
    payload: {
      ...commonFields,
      path: 'file_path',
      type: { at: 'memory_type', supply: 'project' },
      reason: { at: 'load_reason', supply: 'session_start' },
      trigger: 'trigger_file_path',
      parent: 'parent_file_path',
    },
    derive: deriveTime,
    outcome: {},
    silence: {},
    subject: 'file_path',
  })),
  Notification: defineBinding('notification', () => ({
    payload: { ...agentFields, message: 'message', type: 'notification_type', title: 'title' },
    derive: deriveTime,
    outcome: {},
    silence: {},
    subject: 'notification_type',
  })),
  UserPromptExpansion: defineBinding('expansion', () => ({
    payload: {
      ...commonFields,
      command: 'command_name',
      args: { at: 'command_args', supply: '' },
      prompt: 'prompt',
    },
    derive: deriveTime,
    outcome: { ...refusalRows, context: contextRow('UserPromptExpansion') },
    silence: {},
    subject: 'command_name',
  })),
  UserPromptSubmit: defineBinding('prompt', () => ({
    payload: { ...agentFields, prompt: 'prompt' },
    derive: deriveTime,
    outcome: { ...refusalRows, context: contextRow('UserPromptSubmit') },
    silence: {},
    continues: { prompt: '' }, // fired again for every model call of a turn, 0.24.4
    remembers: { prompt: 'prompt' },
  })),
  ...toolEvents,
  MessageDisplay: defineBinding('display', () => ({
    payload: {
      ...agentFields,
      message: { at: 'message_id', supply: '' },
      text: 'displayed_text',
      final: { at: 'is_final', supply: true },
    },
    derive: deriveTime,
    outcome: {},
    silence: {},
  })),
  Stop: defineBinding('stop', () => ({
    given: { status: 'completed' }, // never fired after an API error, 0.24.4
    payload: {
      ...agentFields,
      retry: 'stop_hook_active',
      response: { at: 'last_assistant_message', supply: '' },
      inputTokens: 'input_tokens',
    },
    supply: backgroundSupply,
    derive: {
      ...deriveTime,
      response: (_, world) => world.recall('response'),
      retry: (event) => (event.loopCount ?? 0) > 0,
    },
    outcome: { followUp: followUpRow },
    silence: {},
  })),
  StopFailure: defineBinding('error', () => ({
    payload: {
      ...agentFields,
      kind: { at: 'error', supply: 'unknown' },
      details: 'error_details',
      response: 'last_assistant_message',
    },
    derive: deriveTime,
    outcome: {},
    silence: {},
    subject: 'error',
  })),
  SubagentStart: defineBinding('subagent-start', () => ({
    payload: {
      ...commonFields,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
    },
    derive: deriveTime,
    outcome: {}, // no answer stops it, and `additionalContext` has no effect, 0.24.4
    silence: {},
    subject: 'agent_type',
    ownNames: true,
  })),
  SubagentStop: defineBinding('subagent-stop', () => ({
    payload: {
      ...commonFields,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
      retry: 'stop_hook_active',
      subagentTranscript: { at: 'agent_transcript_path', supply: '' },
      summary: { at: 'last_assistant_message', supply: '' },
    },
    supply: backgroundSupply,
    derive: { ...deriveTime, retry: (event) => (event.loopCount ?? 0) > 0 },
    outcome: { followUp: followUpRow },
    silence: {},
    subject: 'agent_type',
    ownNames: true,
  })),
  TodoCreated: defineBinding('task-created', () => ({
    payload: { ...agentFields, ...taskFields, status: { at: 'todo_status', supply: 'pending' } },
    supply: { all_todos: [] },
    derive: deriveTime,
    outcome: blockRows,
    silence: {},
    continues: afterWrite,
  })),
  TodoCompleted: defineBinding('task-completed', () => ({
    payload: { ...agentFields, ...taskFields },
    supply: { previous_status: 'in_progress', all_todos: [] },
    derive: deriveTime,
    outcome: blockRows,
    silence: {},
    continues: afterWrite,
  })),
  PreCompact: defineBinding('compact', () => ({
    payload: {
      ...commonFields,
      trigger: { at: 'trigger', supply: 'auto' },
      instructions: { at: 'custom_instructions', supply: '' },
    },
    derive: deriveTime,
    outcome: { context: contextRow('PreCompact') }, // read in the source of 0.24.4
    silence: {},
    subject: 'trigger',
  })),
  PostCompact: defineBinding('compacted', () => ({
    payload: {
      ...commonFields,
      trigger: { at: 'trigger', supply: 'auto' },
      summary: { at: 'compact_summary', supply: '' },
    },
    derive: deriveTime,
    outcome: {},
    silence: {},
    subject: 'trigger',
  })),
} satisfies Events;

import { defineBinding, type Events } from '../../mapping/define.ts';
import { agentFields, backgroundSupply, commonFields, currentTime } from './base.ts';
import { contextRow, followUpRow, refusalRows } from './outcomes.ts';
import { toolEvents } from './tool-events.ts';

// A version in a comment below is the version of Qwen Code with which the statement was found out.

const taskFields = {
  task: { at: 'todo_id', supply: '' },
  subject: 'todo_content',
  phase: { at: 'phase', supply: 'validation' },
} as const;

/**
 * The refusal of a todo item. Only `decision: block` refuses it. Exit code 2 does not (0.24.4), although the docs say
 * that it does.
 */
const blockRows = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: refusalRows.reason,
} as const;

/** Marks the second firing of a todo event, after the item was written. */
const afterWrite = { phase: 'postWrite' } as const;

/** The native events of Qwen Code. */
export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: {
      ...commonFields,
      source: { at: 'source', supply: 'startup' },
      model: { at: 'model', supply: '' },
      agentType: 'agent_type',
    },
    fillBeforeEncoding: currentTime,
    outcome: { context: contextRow('SessionStart') },
  })),
  // A headless client never fires this event (0.24.4).
  SessionEnd: defineBinding('session-end', () => ({
    payload: { ...commonFields, reason: { at: 'reason', supply: 'other' } },
    fillBeforeEncoding: currentTime,
  })),
  SessionDelete: defineBinding('session-deleted', () => ({
    payload: { ...commonFields, deleted: { at: 'deleted_session_id', supply: '' } },
    fillBeforeEncoding: currentTime,
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
    fillBeforeEncoding: currentTime,
  })),
  Notification: defineBinding('notification', () => ({
    payload: { ...agentFields, message: 'message', type: 'notification_type', title: 'title' },
    fillBeforeEncoding: currentTime,
  })),
  UserPromptExpansion: defineBinding('expansion', () => ({
    payload: {
      ...commonFields,
      command: 'command_name',
      args: { at: 'command_args', supply: '' },
      prompt: 'prompt',
    },
    fillBeforeEncoding: currentTime,
    outcome: { ...refusalRows, context: contextRow('UserPromptExpansion') },
  })),
  UserPromptSubmit: defineBinding('prompt', () => ({
    payload: { ...agentFields, prompt: 'prompt' },
    fillBeforeEncoding: currentTime,
    outcome: { ...refusalRows, context: contextRow('UserPromptSubmit') },
    continues: { prompt: '' }, // fired again for every model call of a turn (0.24.4)
  })),
  ...toolEvents,
  MessageDisplay: defineBinding('display', () => ({
    payload: {
      ...agentFields,
      message: { at: 'message_id', supply: '' }, // at this event `message` is an id
      text: 'displayed_text',
      final: { at: 'is_final', supply: true },
    },
    fillBeforeEncoding: currentTime,
  })),
  Stop: defineBinding('stop', () => ({
    given: { status: 'completed' }, // never fired after an API error (0.24.4)
    payload: {
      ...agentFields,
      retry: 'stop_hook_active',
      response: { at: 'last_assistant_message', supply: '' },
      inputTokens: 'input_tokens',
    },
    supply: backgroundSupply,
    fillBeforeEncoding: {
      ...currentTime,
      response: (_, world) => world.recall('response'),
      retry: (event) => (event.loopCount ?? 0) > 0,
    },
    outcome: { followUp: followUpRow },
  })),
  StopFailure: defineBinding('error', () => ({
    payload: {
      ...agentFields,
      kind: { at: 'error', supply: 'unknown' },
      details: 'error_details',
      response: 'last_assistant_message',
    },
    fillBeforeEncoding: currentTime,
  })),
  SubagentStart: defineBinding('subagent-start', () => ({
    payload: {
      ...commonFields,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
    },
    fillBeforeEncoding: currentTime,
    // no answer can stop the subagent, and `additionalContext` has no effect (0.24.4)
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
    fillBeforeEncoding: { ...currentTime, retry: (event) => (event.loopCount ?? 0) > 0 },
    outcome: { followUp: followUpRow },
  })),
  TodoCreated: defineBinding('task-created', () => ({
    payload: { ...agentFields, ...taskFields, status: { at: 'todo_status', supply: 'pending' } },
    supply: { all_todos: [] },
    fillBeforeEncoding: currentTime,
    outcome: blockRows,
    continues: afterWrite,
  })),
  TodoCompleted: defineBinding('task-completed', () => ({
    payload: { ...agentFields, ...taskFields },
    supply: { previous_status: 'in_progress', all_todos: [] },
    fillBeforeEncoding: currentTime,
    outcome: blockRows,
    continues: afterWrite,
  })),
  PreCompact: defineBinding('compact', () => ({
    payload: {
      ...commonFields,
      trigger: { at: 'trigger', supply: 'auto' },
      instructions: { at: 'custom_instructions', supply: '' },
    },
    fillBeforeEncoding: currentTime,
    outcome: { context: contextRow('PreCompact') }, // read in the source of 0.24.4
  })),
  PostCompact: defineBinding('compacted', () => ({
    payload: {
      ...commonFields,
      trigger: { at: 'trigger', supply: 'auto' },
      summary: { at: 'compact_summary', supply: '' },
    },
    fillBeforeEncoding: currentTime,
  })),
} satisfies Events;

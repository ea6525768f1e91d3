import { defineBinding, type Events } from '../../mapping/define.ts';
import { addCommonFields, addFieldsWithMode, addSubagentFields, modeField } from './base.ts';
import {
  blockRows,
  contextRows,
  followUpRow,
  haltRows,
  messageRows,
  permissionRows,
  specificRow,
} from './outcomes.ts';

/** The fields of events about tasks. */
const taskFields = {
  task: 'task_id',
  subject: 'task_subject',
  description: 'task_description',
} as const;

/** The fields of events about a change of the model. */
const modelFields = {
  from: 'from_model',
  to: 'to_model',
  requested: 'requested_model',
  source: 'source',
} as const;

/** What the client is still busy with at a stop, by its payload: nothing. */
const suppliedAtStops = { supply: { background_tasks: [], session_crons: [] } } as const;

/** Events of sessions, prompts, turns, sub-agents, tasks and models. */
export const sessionEvents = {
  SessionStart: defineBinding('session-start', () => ({
    payload: addCommonFields({ source: { at: 'source', supply: 'startup' }, model: 'model' }),
    outcome: {
      ...contextRows('SessionStart'),
      title: specificRow('SessionStart', 'sessionTitle'),
      firstPrompt: specificRow('SessionStart', 'initialUserMessage'),
    },
  })),
  SessionEnd: defineBinding('session-end', () => ({
    payload: addCommonFields({ reason: { at: 'reason', supply: 'other' } }),
    timeout: 1500,
  })),
  Setup: defineBinding('setup', () => ({
    payload: addCommonFields({ trigger: 'trigger' }),
    // no response has an effect, not even context, 2.1.330
  })),
  UserPromptSubmit: defineBinding('prompt', () => ({
    payload: addFieldsWithMode({ prompt: 'prompt' }),
    outcome: {
      ...messageRows,
      ...haltRows,
      ...blockRows,
      ...contextRows('UserPromptSubmit'),
      title: specificRow('UserPromptSubmit', 'sessionTitle'),
    },
    timeout: 30_000,
  })),
  UserPromptExpansion: defineBinding('expansion', () => ({
    payload: addFieldsWithMode({
      type: { at: 'expansion_type', supply: 'slash_command' },
      command: 'command_name',
      args: { at: 'command_args', supply: '' },
      source: 'command_source',
      prompt: 'prompt',
    }),
    outcome: { ...messageRows, ...haltRows, ...blockRows, ...contextRows('UserPromptExpansion') },
  })),
  Stop: defineBinding('stop', () => ({
    payload: addFieldsWithMode({
      retry: 'stop_hook_active',
      response: 'last_assistant_message',
    }),
    ...suppliedAtStops,
    outcome: { ...messageRows, ...haltRows, followUp: followUpRow },
  })),
  StopFailure: defineBinding('error', () => ({
    payload: addCommonFields({
      kind: 'error',
      details: 'error_details',
      response: 'last_assistant_message',
    }),
  })),
  SubagentStart: defineBinding('subagent-start', () => ({
    payload: addSubagentFields({
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
    }),
    outcome: contextRows('SubagentStart'), // no response keeps the sub-agent from starting
  })),
  SubagentStop: defineBinding('subagent-stop', () => ({
    payload: addSubagentFields({
      ...modeField,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
      retry: 'stop_hook_active',
      subagentTranscript: { at: 'agent_transcript_path', supply: '' },
      summary: 'last_assistant_message',
    }),
    ...suppliedAtStops,
    outcome: { followUp: followUpRow },
  })),
  PreCompact: defineBinding('compact', () => ({
    payload: addCommonFields({
      trigger: { at: 'trigger', supply: 'auto' },
      instructions: { at: 'custom_instructions', supply: null },
    }),
    outcome: blockRows,
    // What a hook prints without a block, even `{}`, is added to the instructions for the summary, 2.1.330.
    neutralResponse: null,
  })),
  PostCompact: defineBinding('compacted', () => ({
    payload: addCommonFields({
      trigger: { at: 'trigger', supply: 'auto' },
      summary: 'compact_summary',
    }),
    // What a hook prints, even `{}`, appears in the next request to the model, 2.1.330.
    neutralResponse: null,
  })),
  TaskCreated: defineBinding('task-created', () => ({
    payload: addCommonFields(taskFields),
    outcome: blockRows,
  })),
  TaskCompleted: defineBinding('task-completed', () => ({
    payload: addCommonFields(taskFields),
    outcome: blockRows,
  })),
  TeammateIdle: defineBinding('teammate-idle', () => ({
    payload: addCommonFields({ teammate: 'teammate_name', team: 'team_name' }),
  })),
  PreModelSwitch: defineBinding('before-model-switch', () => ({
    payload: addCommonFields(modelFields),
    outcome: {
      ...permissionRows('PreModelSwitch'),
      reason: { at: 'hookSpecificOutput.permissionDecisionReason', older: 'reason' },
    },
  })),
  PostModelSwitch: defineBinding('model-switched', () => ({
    payload: addCommonFields(modelFields),
    outcome: contextRows('PostModelSwitch'),
  })),
  Notification: defineBinding('notification', () => ({
    payload: addCommonFields({ message: 'message', title: 'title', type: 'notification_type' }),
  })),
  MessageDisplay: defineBinding('display', () => ({
    payload: addCommonFields({
      message: 'message_id',
      index: { at: 'index', supply: 0 },
      final: { at: 'final', supply: true },
      text: 'delta',
    }),
    supply: { turn_id: ({ turn }) => turn },
    outcome: { display: specificRow('MessageDisplay', 'displayContent') },
    timeout: 10_000,
  })),
} satisfies Events;

import { defineBinding, type Events } from '../../mapping/define.ts';
import { asked, common, mode, ofAgent } from './base.ts';
import { blocked, context, extra, followUp, permission, shown, stop } from './outcomes.ts';

const item = {
  task: 'task_id',
  subject: 'task_subject',
  description: 'task_description',
} as const;

const models = {
  from: 'from_model',
  to: 'to_model',
  requested: 'requested_model',
  source: 'source',
} as const;

const server = { server: 'mcp_server_name', message: 'message', mode: 'mode' } as const;

export const sessionEvents = {
  SessionStart: defineBinding('session-start', () => ({
    payload: common({ source: { at: 'source', supply: 'startup' }, model: 'model' }),
    outcome: {
      ...context('SessionStart'),
      title: extra('SessionStart', 'sessionTitle'),
      firstPrompt: extra('SessionStart', 'initialUserMessage'),
    },
    silence: {},
    subject: 'source',
  })),
  SessionEnd: defineBinding('session-end', () => ({
    payload: common({ reason: { at: 'reason', supply: 'other' } }),
    outcome: {},
    silence: {},
    subject: 'reason',
    timeout: 1500,
  })),
  Setup: defineBinding('setup', () => ({
    payload: common({ trigger: 'trigger' }),
    outcome: {}, // no answer had an effect, context included, 2.1.330
    silence: {},
    subject: 'trigger',
  })),
  UserPromptSubmit: defineBinding('prompt', () => ({
    payload: asked({ prompt: 'prompt' }),
    outcome: {
      ...shown,
      ...stop,
      ...blocked,
      ...context('UserPromptSubmit'),
      title: extra('UserPromptSubmit', 'sessionTitle'),
    },
    silence: {},
    timeout: 30_000,
    remembers: { prompt: 'prompt' },
  })),
  UserPromptExpansion: defineBinding('expansion', () => ({
    payload: asked({
      type: { at: 'expansion_type', supply: 'slash_command' },
      command: 'command_name',
      args: { at: 'command_args', supply: '' },
      source: 'command_source',
      prompt: 'prompt',
    }),
    outcome: { ...shown, ...stop, ...blocked, ...context('UserPromptExpansion') },
    silence: {},
    subject: 'command_name',
  })),
  Stop: defineBinding('stop', () => ({
    payload: asked({
      retry: 'stop_hook_active',
      response: 'last_assistant_message',
    }),
    derive: {
      retry: (event) => (event.loopCount as number) > 0,
      response: (_, world) => world.recall('response'),
    },
    supply: { background_tasks: [], session_crons: [] },
    outcome: { ...shown, ...stop, followUp },
    silence: {},
  })),
  StopFailure: defineBinding('error', () => ({
    payload: common({
      kind: 'error',
      details: 'error_details',
      response: 'last_assistant_message',
    }),
    outcome: {},
    silence: {},
    subject: 'error',
  })),
  SubagentStart: defineBinding('subagent-start', () => ({
    payload: ofAgent({
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
    }),
    outcome: context('SubagentStart'), // nothing refuses it
    silence: {},
    subject: 'agent_type',
  })),
  SubagentStop: defineBinding('subagent-stop', () => ({
    payload: ofAgent({
      ...mode,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'general-purpose' },
      retry: 'stop_hook_active',
      subagentTranscript: { at: 'agent_transcript_path', supply: '' },
      summary: 'last_assistant_message',
    }),
    derive: { retry: (event) => (event.loopCount as number) > 0 },
    supply: { background_tasks: [], session_crons: [] },
    outcome: { followUp },
    silence: {},
    subject: 'agent_type',
  })),
  PreCompact: defineBinding('compact', () => ({
    payload: common({
      trigger: { at: 'trigger', supply: 'auto' },
      instructions: { at: 'custom_instructions', supply: null },
    }),
    outcome: blocked,
    silence: null, // all else that is printed is added to the instructions, JSON as it stands, 2.1.330
    subject: 'trigger',
  })),
  PostCompact: defineBinding('compacted', () => ({
    payload: common({ trigger: { at: 'trigger', supply: 'auto' }, summary: 'compact_summary' }),
    outcome: {},
    silence: null, // what is printed turns up in what the model is told next, 2.1.330
    subject: 'trigger',
  })),
  TaskCreated: defineBinding('task-created', () => ({
    payload: common(item),
    outcome: blocked,
    silence: {},
  })),
  TaskCompleted: defineBinding('task-completed', () => ({
    payload: common(item),
    outcome: blocked,
    silence: {},
  })),
  TeammateIdle: defineBinding('teammate-idle', () => ({
    payload: common({ teammate: 'teammate_name', team: 'team_name' }),
    outcome: {},
    silence: {},
  })),
  PreModelSwitch: defineBinding('before-model-switch', () => ({
    payload: common(models),
    outcome: {
      ...permission('PreModelSwitch'),
      reason: { at: 'hookSpecificOutput.permissionDecisionReason', older: 'reason' },
    },
    silence: {},
  })),
  PostModelSwitch: defineBinding('model-switched', () => ({
    payload: common(models),
    outcome: context('PostModelSwitch'),
    silence: {},
  })),
  Notification: defineBinding('notification', () => ({
    payload: common({ message: 'message', title: 'title', type: 'notification_type' }),
    outcome: {},
    silence: {},
    subject: 'notification_type',
  })),
  MessageDisplay: defineBinding('display', () => ({
    payload: common({
      message: 'message_id',
      index: { at: 'index', supply: 0 },
      final: { at: 'final', supply: true },
      text: 'delta',
    }),
    supply: { turn_id: ({ turn }) => turn as string },
    outcome: { display: extra('MessageDisplay', 'displayContent') },
    silence: {},
    timeout: 10_000,
  })),
} satisfies Events;

export const placeEvents = {
  InstructionsLoaded: defineBinding('instructions', () => ({
    payload: common({
      path: 'file_path',
      type: 'memory_type',
      reason: 'load_reason',
      globs: 'globs',
      trigger: 'trigger_file_path',
      parent: 'parent_file_path',
    }),
    outcome: {},
    silence: {},
    subject: 'load_reason',
  })),
  CwdChanged: defineBinding('cwd-changed', () => ({
    payload: common({ from: 'old_cwd', to: 'new_cwd' }),
    outcome: {},
    silence: {},
  })),
  DirectoryAdded: defineBinding('directory-added', () => ({
    payload: common({ path: 'directory', source: 'source' }),
    outcome: {},
    silence: {},
  })),
  FileChanged: defineBinding('file-changed', () => ({
    payload: common({ path: 'file_path', change: 'event' }),
    outcome: {},
    silence: {},
    subject: 'file_path',
  })),
  ConfigChange: defineBinding('config-changed', () => ({
    payload: common({ source: 'source', path: 'file_path' }),
    outcome: blocked,
    silence: {},
    subject: 'source',
  })),
  WorktreeCreate: defineBinding('worktree-create', () => ({
    payload: common({ worktree: 'name' }),
    outcome: {},
    silence: null, // what is printed is the path of the tree
  })),
  WorktreeRemove: defineBinding('worktree-remove', () => ({
    payload: common({ path: 'worktree_path' }),
    outcome: {},
    silence: {},
  })),
  Elicitation: defineBinding('elicitation', () => ({
    payload: common({ ...server, schema: 'requested_schema' }),
    outcome: {},
    silence: {},
    subject: 'mcp_server_name',
  })),
  ElicitationResult: defineBinding('elicitation-result', () => ({
    payload: common({ ...server, action: 'action', content: 'content' }),
    outcome: {},
    silence: {},
    subject: 'mcp_server_name',
  })),
} satisfies Events;

import { among } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { filePath } from '../../mapping/opened.ts';
import { agent, attachments, edits, placed, roots, tail } from './base.ts';
import { either, granted, others, reason } from './outcomes.ts';

const tokens = {
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  cacheReadTokens: 'cache_read_tokens',
  cacheWriteTokens: 'cache_write_tokens',
} as const;

const background = 'is_background_agent';
const status = (words: readonly string[]) =>
  ({ at: 'status', codec: among(words, 'completed'), supply: 'completed' }) as const;

export const agentEvents = {
  sessionStart: defineBinding('session-start', () => ({
    payload: agent({ background, mode: 'composer_mode' }),
    ...placed,
    outcome: { env: 'env', context: 'additional_context' },
    ignored: ['continue', 'user_message'],
  })),
  sessionEnd: defineBinding('session-end', () => ({
    payload: agent({
      reason: {
        at: 'reason',
        codec: among(['aborted', 'error', 'window_close', 'user_close'], 'completed'),
        supply: 'completed',
      },
      duration: 'duration_ms',
      background,
      finalStatus: 'final_status',
      error: 'error_message',
    }),
    ...placed,
    outcome: {},
  })),
  beforeSubmitPrompt: defineBinding('prompt', () => ({
    payload: agent({
      mode: 'composer_mode',
      prompt: 'prompt',
      attachments: { at: 'attachments', codec: attachments, supply: () => [] },
    }),
    ...placed,
    outcome: {
      decision: { at: 'continue', words: { deny: false } },
      reason: { at: 'user_message', older: others('user_message') },
      // No rewriting and no context: `additional_context` is unverified on every build.
    },
    silence: { continue: true },
    subject: '=UserPromptSubmit',
    remembers: { prompt: 'prompt' },
  })),
  stop: defineBinding('stop', () => ({
    payload: agent({
      status: status(['aborted', 'error']),
      loopCount: { at: 'loop_count', supply: 0 },
      ...tokens,
    }),
    ...placed,
    derive: { ...roots, loopCount: (_, world) => world.recall('loopCount') },
    outcome: { followUp: 'followup_message' },
    subject: '=Stop',
    awaits: ['response'], // afterAgentResponse runs side by side, in no order, CLI 2026.09.28
  })),
  afterAgentResponse: defineBinding('response', () => ({
    payload: agent({ text: 'text', ...tokens }),
    ...placed,
    outcome: {},
    subject: '=AgentResponse',
    remembers: { response: 'text' },
  })),
  afterAgentThought: defineBinding('thought', () => ({
    payload: agent({ text: 'text', duration: 'duration_ms' }),
    ...placed,
    outcome: {},
    subject: '=AgentThought',
  })),
  subagentStart: defineBinding('subagent-start', () => ({
    payload: agent({
      subagent: { at: 'subagent_id', supply: '' },
      type: { at: 'subagent_type', supply: 'generalPurpose' },
      task: { at: 'task', older: 'prompt', supply: '' }, // the second until February 2026
      parent: { at: 'parent_conversation_id', supply: (event) => event.session ?? '' },
      callId: 'tool_call_id',
      subagentModel: { at: 'subagent_model', supply: 'default' },
      parallel: 'is_parallel_worker',
      branch: 'git_branch',
    }),
    ...placed,
    outcome: {
      decision: { ...either, hears: { ask: 'deny', block: 'deny' } }, // `ask` is treated as a deny
      reason,
    },
    subject: 'subagent_type',
    ownNames: true, // no other agent has an `explore`
  })),
  subagentStop: defineBinding('subagent-stop', () => ({
    payload: agent({
      type: { at: 'subagent_type', supply: 'generalPurpose' },
      status: status(['error', 'aborted']),
      task: 'task',
      description: 'description',
      summary: { at: 'summary', older: 'result' }, // the second, and `duration`, until February 2026
      duration: { at: 'duration_ms', older: 'duration' },
      messages: 'message_count',
      toolCalls: 'tool_call_count',
      loopCount: 'loop_count',
      modified: 'modified_files',
      subagentTranscript: { at: 'agent_transcript_path', supply: null },
    }),
    ...placed,
    outcome: { followUp: 'followup_message' },
    subject: 'subagent_type',
  })),
  preCompact: defineBinding('compact', () => ({
    payload: agent({
      trigger: { at: 'trigger', supply: 'auto' },
      usagePercent: 'context_usage_percent',
      contextTokens: 'context_tokens',
      windowSize: 'context_window_size',
      messages: 'message_count',
      compacting: 'messages_to_compact',
      first: 'is_first_compaction',
    }),
    ...placed,
    outcome: { message: 'user_message' },
  })),
} satisfies Events;

/** Inline completion and the application itself. */
export const otherEvents = {
  beforeTabFileRead: defineBinding('completion-read', () => ({
    payload: agent({
      path: { at: 'file_path', codec: filePath },
      content: 'content',
    }),
    ...placed,
    outcome: { decision: granted, reason },
    subject: '=TabRead',
  })),
  afterTabFileEdit: defineBinding('completion-edit', () => ({
    payload: agent({
      path: { at: 'file_path', codec: filePath },
      edits: { at: 'edits', codec: edits },
    }),
    ...placed,
    outcome: {},
    subject: '=TabWrite',
  })),
  workspaceOpen: defineBinding('workspace-open', () => ({
    payload: tail,
    ...placed,
    outcome: { plugins: 'pluginPaths' },
  })),
} satisfies Events;

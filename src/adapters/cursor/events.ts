import { makeWordCodec } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import {
  addAgentFields,
  attachments,
  edits,
  openedFile,
  subagentType,
  trailingFields,
} from './base.ts';
import { decisionRow, permissionRow, promptReasonRow, reasonRow } from './outcomes.ts';

const tokenFields = {
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  cacheReadTokens: 'cache_read_tokens',
  cacheWriteTokens: 'cache_write_tokens',
} as const;

/** The native path of the canonical field `background`. */
const background = 'is_background_agent';
/** Makes the row for a status with these words besides `completed`, which every other status is written as. */
const statusField = (words: readonly string[]) =>
  ({ at: 'status', codec: makeWordCodec(words, 'completed'), supply: 'completed' }) as const;

/** The events of the agent, without those about one tool call. */
export const agentEvents = {
  sessionStart: defineBinding('session-start', () => ({
    payload: addAgentFields({ background, mode: 'composer_mode' }),
    outcome: { env: 'env', context: 'additional_context' },
  })),
  sessionEnd: defineBinding('session-end', () => ({
    payload: addAgentFields({
      reason: {
        at: 'reason',
        codec: makeWordCodec(['aborted', 'error', 'window_close', 'user_close'], 'completed'),
        supply: 'completed',
      },
      duration: 'duration_ms',
      background,
      finalStatus: 'final_status',
      error: 'error_message',
    }),
  })),
  beforeSubmitPrompt: defineBinding('prompt', () => ({
    payload: addAgentFields({
      mode: 'composer_mode',
      prompt: 'prompt',
      attachments,
    }),
    outcome: {
      decision: { at: 'continue', words: { deny: false } },
      reason: promptReasonRow,
      // Cursor cannot rewrite a prompt. On no build was `additional_context` seen to have an effect.
    },
    neutralResponse: { continue: true },
  })),
  stop: defineBinding('stop', () => ({
    payload: addAgentFields({
      status: statusField(['aborted', 'error']),
      loopCount: { at: 'loop_count', supply: 0 },
      ...tokenFields,
    }),
    outcome: { followUp: 'followup_message' },
  })),
  afterAgentResponse: defineBinding('response', () => ({
    payload: addAgentFields({ text: 'text', ...tokenFields }),
  })),
  afterAgentThought: defineBinding('thought', () => ({
    payload: addAgentFields({ text: 'text', duration: 'duration_ms' }),
  })),
  subagentStart: defineBinding('subagent-start', () => ({
    payload: addAgentFields({
      subagent: { at: 'subagent_id', supply: '' },
      type: subagentType,
      task: { at: 'task', older: 'prompt', supply: '' }, // `prompt` until February 2026
      parent: { at: 'parent_conversation_id', supply: (event) => event.session ?? '' },
      callId: 'tool_call_id',
      subagentModel: { at: 'subagent_model', supply: 'default' },
      parallel: 'is_parallel_worker',
      branch: 'git_branch',
    }),
    outcome: {
      // Cursor treats `ask` as a deny.
      decision: { ...decisionRow, aliases: { ask: 'deny', block: 'deny' } },
      reason: reasonRow,
    },
  })),
  subagentStop: defineBinding('subagent-stop', () => ({
    payload: addAgentFields({
      type: subagentType,
      status: statusField(['error', 'aborted']),
      task: 'task',
      description: 'description',
      summary: { at: 'summary', older: 'result' }, // `result` and `duration` until February 2026
      duration: { at: 'duration_ms', older: 'duration' },
      messages: 'message_count',
      toolCalls: 'tool_call_count',
      loopCount: 'loop_count',
      modified: 'modified_files',
      subagentTranscript: { at: 'agent_transcript_path', supply: null },
    }),
    outcome: { followUp: 'followup_message' },
  })),
  preCompact: defineBinding('compact', () => ({
    payload: addAgentFields({
      trigger: { at: 'trigger', supply: 'auto' },
      usagePercent: 'context_usage_percent',
      contextTokens: 'context_tokens',
      windowSize: 'context_window_size',
      messages: 'message_count',
      compacting: 'messages_to_compact',
      first: 'is_first_compaction',
    }),
    outcome: { message: 'user_message' },
  })),
} satisfies Events;

/** The events of inline completion (`Tab`) and of the editor itself. */
export const editorEvents = {
  beforeTabFileRead: defineBinding('completion-read', () => ({
    payload: addAgentFields({
      path: openedFile,
      content: 'content',
    }),
    outcome: { decision: permissionRow, reason: reasonRow },
  })),
  afterTabFileEdit: defineBinding('completion-edit', () => ({
    payload: addAgentFields({
      path: openedFile,
      edits,
    }),
  })),
  workspaceOpen: defineBinding('workspace-open', () => ({
    payload: trailingFields,
    outcome: { plugins: 'pluginPaths' },
  })),
} satisfies Events;

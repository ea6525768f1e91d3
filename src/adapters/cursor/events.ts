import type { Payload } from '../../mapping/adapter.ts';
import { among } from '../../mapping/codecs.ts';
import type { Rows } from '../../mapping/define.ts';
import { filePath } from '../../mapping/opened.ts';
import { agent, attachments, edits, placed, roots, tail } from './base.ts';
import * as say from './outcomes.ts';

const tokens = {
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  cacheReadTokens: 'cache_read_tokens',
  cacheWriteTokens: 'cache_write_tokens',
} as const satisfies Payload<'stop'>;

const background = 'is_background_agent';
const status = (words: readonly string[]) =>
  ({ at: 'status', codec: among(words, 'completed'), supply: 'completed' }) as const;

export const agentEvents: Rows = {
  sessionStart: () => ({
    event: 'session-start',
    payload: agent({ background, mode: 'composer_mode' } satisfies Payload<'session-start'>),
    ...placed,
    outcome: say.sessionStart(),
  }),
  sessionEnd: () => ({
    event: 'session-end',
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
    } satisfies Payload<'session-end'>),
    ...placed,
    outcome: {},
  }),
  beforeSubmitPrompt: () => ({
    event: 'prompt',
    payload: agent({
      mode: 'composer_mode',
      prompt: 'prompt',
      attachments: { at: 'attachments', codec: attachments, supply: () => [] },
    } satisfies Payload<'prompt'>),
    ...placed,
    outcome: say.prompt(),
    otherwise: { continue: true },
    subject: '=UserPromptSubmit',
    remembers: { prompt: 'prompt' },
  }),
  stop: () => ({
    event: 'stop',
    payload: agent({
      status: status(['aborted', 'error']),
      loopCount: { at: 'loop_count', supply: 0 },
      ...tokens,
    } satisfies Payload<'stop'>),
    ...placed,
    derive: { ...roots, loopCount: (_, world) => world.recall('loopCount') },
    outcome: say.stop(),
    subject: '=Stop',
  }),
  afterAgentResponse: () => ({
    event: 'response',
    payload: agent({ text: 'text', ...tokens } satisfies Payload<'response'>),
    ...placed,
    outcome: {},
    subject: '=AgentResponse',
    remembers: { response: 'text' },
  }),
  afterAgentThought: () => ({
    event: 'thought',
    payload: agent({ text: 'text', duration: 'duration_ms' } satisfies Payload<'thought'>),
    ...placed,
    outcome: {},
    subject: '=AgentThought',
  }),
  subagentStart: () => ({
    event: 'subagent-start',
    payload: agent({
      subagent: { at: 'subagent_id', supply: '' },
      type: { at: 'subagent_type', supply: 'generalPurpose' },
      task: { at: 'task', older: 'prompt', supply: '' }, // the second until February 2026
      parent: { at: 'parent_conversation_id', supply: (event) => event.session ?? '' },
      callId: 'tool_call_id',
      subagentModel: { at: 'subagent_model', supply: 'default' },
      parallel: 'is_parallel_worker',
      branch: 'git_branch',
    } satisfies Payload<'subagent-start'>),
    ...placed,
    outcome: say.subagentStart(),
    subject: 'subagent_type',
  }),
  subagentStop: () => ({
    event: 'subagent-stop',
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
    } satisfies Payload<'subagent-stop'>),
    ...placed,
    outcome: say.stop(),
    subject: 'subagent_type',
  }),
  preCompact: () => ({
    event: 'compact',
    payload: agent({
      trigger: { at: 'trigger', supply: 'auto' },
      usagePercent: 'context_usage_percent',
      contextTokens: 'context_tokens',
      windowSize: 'context_window_size',
      messages: 'message_count',
      compacting: 'messages_to_compact',
      first: 'is_first_compaction',
    } satisfies Payload<'compact'>),
    ...placed,
    outcome: say.compact(),
  }),
};

/** Inline completion and the application itself. */
export const otherEvents: Rows = {
  beforeTabFileRead: () => ({
    event: 'completion-read',
    payload: agent({
      path: { at: 'file_path', codec: filePath },
      content: 'content',
    } satisfies Payload<'completion-read'>),
    ...placed,
    outcome: say.readFile(),
    subject: '=TabRead',
  }),
  afterTabFileEdit: () => ({
    event: 'completion-edit',
    payload: agent({
      path: { at: 'file_path', codec: filePath },
      edits: { at: 'edits', codec: edits },
    } satisfies Payload<'completion-edit'>),
    ...placed,
    outcome: {},
    subject: '=TabWrite',
  }),
  workspaceOpen: () => ({
    event: 'workspace-open',
    payload: tail,
    ...placed,
    outcome: say.workspace(),
  }),
};

import { z } from 'zod';
import { AnyhookError } from '../errors.ts';
import { describeValue } from '../util/describe-value.ts';
import { keysOf } from '../util/keys-of.ts';
import { mcp, status, type ToolName, tools } from './tool.ts';
import type { EventName } from './types.ts';

export type {
  CallEvent,
  Event,
  EventName,
  EventTraits,
  Payload,
  Rest,
  Span,
  ToolEvent,
} from './types.ts';

const text = z.string();
const count = z.number();
const flag = z.boolean();
const anything = z.record(z.string(), z.unknown());

/** The fields that every event may have. */
export const baseFields = {
  session: text.optional().describe('id of the conversation'),
  turn: text.optional().describe('id of one prompt and the answer to it'),
  cwd: text.optional().describe('project directory, absolute'),
  directory: text.optional().describe('where the shell of the agent stands, unless in the project'),
  roots: z.array(text).optional().describe('workspace folders, absolute'),
  time: text.optional().describe('ISO 8601, UTC'),
  transcript: text.nullable().optional().describe('path of the conversation so far'),
  model: text.optional().describe('name of the model'),
  modelId: text.optional().describe('id of the model, where the host tells both'),
  modelParams: z.array(z.unknown()).optional().describe('settings of the model'),
  version: text.optional().describe('version of the agent'),
  user: text.nullable().optional().describe('e-mail address of the person'),
  mode: text.optional().describe('agent, ask, edit …'),
  background: flag.optional().describe('no person is watching'),
  agent: text.optional().describe('id of the sub-agent it happens in'),
  agentType: text.optional().describe('kind of that sub-agent, or of the main one'),
  parentAgent: text.optional().describe('id of the one that sub-agent works for'),
  permissionMode: text.optional().describe('what is asked of the person, in the words of the host'),
  effort: text.optional().describe('how long the model thinks, in the words of the host'),
};

const tokens = {
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  cacheReadTokens: count.optional(),
  cacheWriteTokens: count.optional(),
};

/** The fields of a tool call. {@link eventSchema} checks `input` against the tool's own schema. */
const call = {
  tool: z.enum(keysOf(tools)).describe('a name of the table of tools'),
  name: text.describe('what the host calls the tool'),
  input: anything.describe('the arguments, by the keys of the table of tools'),
  mcp: mcp.optional().describe('server and tool, for a tool of an MCP server'),
  callId: text.optional().describe('id of the call'),
  requestedName: text.optional().describe('the tool first asked for, on a tail call'),
  note: text.optional().describe('what the agent said about the call'),
};

/** The fields of an entry in the agent's list of things to do. */
const item = {
  task: text.optional().describe('id'),
  subject: text,
  description: text.optional(),
  status: text.optional(),
  phase: text.optional().describe('validation, or postWrite once it stands'),
};

/** The fields of a change from one model to another. */
const models = {
  from: text.optional(),
  to: text,
  requested: text.optional().describe('as the person named it'),
  source: text.optional(),
};

/** The fields of a question that an MCP server asks the person. */
const elicited = { server: text, mode: text.optional(), message: text.optional() };

/** Every event, by its canonical name, with the schemas of its fields. */
export const events = {
  'session-start': {
    ...baseFields,
    source: text.optional().describe('startup, resume or clear'),
    prompt: text.optional().describe('what it begins with'),
  },
  'session-end': {
    ...baseFields,
    reason: text.optional(),
    duration: count.optional().describe('milliseconds'),
    finalStatus: text.optional(),
    error: text.optional(),
  },
  prompt: { ...baseFields, prompt: text, attachments: z.array(z.unknown()).optional() },
  stop: {
    ...baseFields,
    ...tokens,
    prompt: text.optional(),
    response: text.optional().describe('what the agent answered last'),
    status: text.optional().describe('completed, aborted or error'),
    retry: flag.optional().describe('this turn was itself asked for by a hook'),
    loopCount: count.optional().describe('follow-ups asked for by hooks since the last prompt'),
  },
  response: { ...baseFields, ...tokens, text },
  thought: { ...baseFields, text, duration: count.optional().describe('milliseconds') },
  'before-model': { ...baseFields, request: anything },
  'after-model': { ...baseFields, request: anything, response: anything },
  'tool-selection': { ...baseFields, request: anything },
  'before-tool': { ...baseFields, ...call },
  'after-tool': {
    ...baseFields,
    ...call,
    result: anything.optional(),
    status: status.optional(),
    duration: count.optional().describe('milliseconds'),
    interrupted: flag.optional(),
  },
  'tool-batch': { ...baseFields, calls: z.array(anything).describe('as the host words them') },
  permission: { ...baseFields, ...call, suggestions: z.array(z.unknown()).optional() },
  'permission-denied': { ...baseFields, ...call, reason: text.optional() },
  expansion: {
    ...baseFields,
    type: text.optional().describe('slash_command or mcp_prompt'),
    command: text,
    args: text.optional(),
    source: text.optional(),
    prompt: text,
  },
  'prompt-transformed': { ...baseFields, prompt: text, transformed: text },
  'task-created': { ...baseFields, ...item },
  'task-completed': { ...baseFields, ...item },
  error: {
    ...baseFields,
    kind: text.optional(),
    message: text.optional(),
    details: z.unknown().optional(),
    response: text.optional().describe('what the agent answered last'),
    recoverable: flag.optional(),
  },
  interrupt: { ...baseFields, reason: text.optional() },
  compact: {
    ...baseFields,
    trigger: text.optional().describe('auto or manual'),
    usagePercent: count.optional(),
    contextTokens: count.optional(),
    windowSize: count.optional(),
    messages: count.optional(),
    compacting: count.optional().describe('messages that will be summarised'),
    first: flag.optional(),
    instructions: text.nullable().optional().describe('what the person asks of the summary'),
  },
  compacted: { ...baseFields, trigger: text.optional(), summary: text.optional() },
  notification: {
    ...baseFields,
    type: text,
    message: text,
    title: text.optional(),
    details: anything.optional(),
  },
  display: {
    ...baseFields,
    text,
    message: text.optional().describe('id'),
    index: count.optional(),
    final: flag.optional(),
  },
  'subagent-start': {
    ...baseFields,
    subagent: text.optional().describe('id'),
    type: text.optional(),
    task: text.optional(),
    parent: text.optional().describe('session id of the parent'),
    callId: text.optional(),
    subagentModel: text.optional(),
    parallel: flag.optional(),
    branch: text.optional(),
  },
  'subagent-stop': {
    ...baseFields,
    subagent: text.optional(),
    type: text.optional(),
    status: text.optional(),
    task: text.optional(),
    description: text.optional(),
    summary: text.optional(),
    duration: count.optional().describe('milliseconds'),
    messages: count.optional(),
    toolCalls: count.optional(),
    loopCount: count.optional(),
    modified: z.array(text).optional(),
    retry: flag.optional().describe('this turn was itself asked for by a hook'),
    subagentTranscript: text.nullable().optional(),
  },
  'completion-read': { ...baseFields, path: text, content: text },
  'completion-edit': {
    ...baseFields,
    path: text,
    edits: z.array(anything).describe('old and new text of each'),
  },
  'workspace-open': baseFields,
  setup: { ...baseFields, trigger: text.optional() },
  instructions: {
    ...baseFields,
    path: text,
    type: text.optional().describe('whose they are'),
    reason: text.optional().describe('why they are loaded'),
    parent: text.optional().describe('path of the file that includes it'),
    trigger: text.optional().describe('path of the file that called for it'),
    globs: z.array(text).optional(),
  },
  'cwd-changed': { ...baseFields, from: text.optional(), to: text },
  'directory-added': { ...baseFields, path: text, source: text.optional() },
  'file-changed': { ...baseFields, path: text, change: text.optional() },
  'config-changed': { ...baseFields, source: text, path: text.optional() },
  'worktree-create': { ...baseFields, worktree: text.describe('its name') },
  'worktree-remove': { ...baseFields, path: text },
  elicitation: { ...baseFields, ...elicited, schema: anything.optional() },
  'elicitation-result': {
    ...baseFields,
    ...elicited,
    action: text,
    content: anything.optional(),
  },
  'before-model-switch': { ...baseFields, ...models },
  'model-switched': { ...baseFields, ...models },
  'session-deleted': { ...baseFields, deleted: text.optional().describe('id of the session') },
  'teammate-idle': { ...baseFields, teammate: text, team: text.optional() },
} as const;

const rest = z
  .object({
    vendor: text,
    fields: anything,
    native: text.optional(),
    held: anything.optional(),
    lacked: z.array(z.array(text)).optional(),
  })
  .optional();

/**
 * Returns the zod schema of one event. Tool events check `input` and `result` against their tool.
 *
 * @throws {AnyhookError} `event`: there is no such event
 * @example
 * eventSchema('prompt').safeParse({ event: 'prompt', prompt: 'Hello' }).success; // true
 * eventSchema('prompt').safeParse({ event: 'prompt' }).success; // false
 */
export function eventSchema(name: EventName) {
  if (typeof name !== 'string' || !Object.hasOwn(events, name))
    throw new AnyhookError('event', `the event: ${describeValue(name)}: there is no such event`);
  return z
    .object({ event: z.literal(name), ...events[name], rest } as Record<string, z.ZodType>)
    .superRefine((value, context) => {
      const tool = tools[value.tool as ToolName];
      if (!tool) return;
      for (const part of ['input', 'result'] as const) {
        if (value[part] === undefined) continue;
        const checked = tool[part].safeParse(value[part]);
        for (const issue of checked.error?.issues ?? []) {
          context.addIssue({ ...issue, path: [part, ...issue.path] } as never);
        }
      }
    });
}

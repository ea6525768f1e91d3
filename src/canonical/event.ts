import { z } from 'zod';
import { mcp, status, type ToolInput, type ToolName, type ToolResult, tools } from './tool.ts';

const text = z.string();
const count = z.number();
const flag = z.boolean();
const anything = z.record(z.string(), z.unknown());

/** What every event may say. */
export const base = {
  session: text.optional().describe('id of the conversation'),
  turn: text.optional().describe('id of one prompt and the answer to it'),
  cwd: text.optional().describe('project directory, absolute'),
  roots: z.array(text).optional().describe('workspace folders, absolute'),
  time: text.optional().describe('ISO 8601, UTC'),
  transcript: text.nullable().optional().describe('path of the conversation so far'),
  model: text.optional(),
  modelId: text.optional(),
  modelParams: z.array(z.unknown()).optional(),
  version: text.optional().describe('version of the agent'),
  user: text.nullable().optional().describe('e-mail address of the person'),
  mode: text.optional().describe('agent, ask, edit …'),
  background: flag.optional().describe('no person is watching'),
};

const tokens = {
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  cacheReadTokens: count.optional(),
  cacheWriteTokens: count.optional(),
};

/** A tool call. `input` is checked against the tool's own schema by {@link eventSchema}. */
const call = {
  tool: z.enum(Object.keys(tools) as [ToolName, ...ToolName[]]),
  name: text.describe('what the host calls the tool'),
  input: anything,
  mcp: mcp.optional(),
  callId: text.optional(),
  requestedName: text.optional().describe('the tool first asked for, on a tail call'),
  note: text.optional().describe('what the agent said about the call'),
};

/** Every event, with its payload. */
export const events = {
  'session-start': { ...base, source: text.optional().describe('startup, resume or clear') },
  'session-end': {
    ...base,
    reason: text.optional(),
    duration: count.optional().describe('milliseconds'),
    finalStatus: text.optional(),
    error: text.optional(),
  },
  prompt: { ...base, prompt: text, attachments: z.array(z.unknown()).optional() },
  stop: {
    ...base,
    ...tokens,
    prompt: text.optional(),
    response: text.optional().describe('what the agent answered last'),
    status: text.optional().describe('completed, aborted or error'),
    retry: flag.optional().describe('this turn was itself asked for by a hook'),
    loopCount: count.optional().describe('follow-ups asked for by hooks since the last prompt'),
  },
  response: { ...base, ...tokens, text },
  thought: { ...base, text, duration: count.optional().describe('milliseconds') },
  'before-model': { ...base, request: anything },
  'after-model': { ...base, request: anything, response: anything },
  'tool-selection': { ...base, request: anything },
  'before-tool': { ...base, ...call },
  'after-tool': {
    ...base,
    ...call,
    result: anything.optional(),
    status: status.optional(),
    duration: count.optional().describe('milliseconds'),
    interrupted: flag.optional(),
  },
  compact: {
    ...base,
    trigger: text.optional().describe('auto or manual'),
    usagePercent: count.optional(),
    contextTokens: count.optional(),
    windowSize: count.optional(),
    messages: count.optional(),
    compacting: count.optional().describe('messages that will be summarised'),
    first: flag.optional(),
  },
  notification: { ...base, type: text, message: text, details: anything.optional() },
  'subagent-start': {
    ...base,
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
    ...base,
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
    subagentTranscript: text.nullable().optional(),
  },
  'completion-read': { ...base, path: text, content: text },
  'completion-edit': {
    ...base,
    path: text,
    edits: z.array(anything).describe('old and new text of each'),
  },
  'workspace-open': base,
} as const;

export type EventName = keyof typeof events;
export type Payload<E extends EventName> = z.infer<z.ZodObject<(typeof events)[E]>>;

/** Events whose verdict can stop something. */
export const gates: readonly EventName[] = [
  'before-tool',
  'prompt',
  'before-model',
  'subagent-start',
  'completion-read',
];

/** Native fields no table knows, kept for the vendor they came from. */
export interface Rest {
  vendor: string;
  fields: Record<string, unknown>;
}

/** One hook event in canonical terms. */
export type Event<E extends EventName = EventName> = E extends EventName
  ? { event: E } & Payload<E> & { rest?: Rest }
  : never;

/** A tool event whose tool is known. */
export type ToolEvent<E extends 'before-tool' | 'after-tool', T extends ToolName> = Event<E> & {
  tool: T;
  input: ToolInput<T>;
  result?: ToolResult<T>;
};

const rest = z.object({ vendor: text, fields: anything }).optional();

/** The zod schema of one event; tool events check `input` and `result` against the tool. */
export function eventSchema(name: EventName) {
  return z
    .object({ event: z.literal(name), ...events[name], rest } as Record<string, z.ZodType>)
    .superRefine((value, context) => {
      const tool = tools[value.tool as ToolName] as (typeof tools)[ToolName] | undefined;
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

import type { World } from '../../mapping/adapter.ts';
import { among, emptyIsNull } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { modelRequest, modelResponse, toolNames } from './model.ts';
import { asking, deny, extra, insteadOf, reason, refused, shown, stop } from './outcomes.ts';
import { shellText } from './shell-text.ts';

const base = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', codec: emptyIsNull, supply: '' },
  cwd: { at: 'cwd', supply: '' },
  event: 'hook_event_name',
  time: 'timestamp',
} as const;

const call = { name: 'tool_name', input: 'tool_input' } as const;

const origin = {
  'mcp.server': 'mcp_context.server_name',
  'mcp.tool': 'mcp_context.tool_name',
  'mcp.command': 'mcp_context.command',
  'mcp.args': 'mcp_context.args',
  'mcp.cwd': 'mcp_context.cwd',
  'mcp.url': 'mcp_context.url',
  'mcp.tcp': 'mcp_context.tcp',
  requestedName: 'original_request_name',
} as const;

const now = { time: (_: unknown, world: World) => world.now().toISOString() };

export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: {
      ...base,
      source: { at: 'source', supply: 'startup' },
    },
    derive: now,
    outcome: { ...shown, context: extra('additionalContext') },
    silence: {},
    subject: 'source',
  })),
  SessionEnd: defineBinding('session-end', () => ({
    payload: {
      ...base,
      reason: {
        at: 'reason',
        // It fires `exit` and `clear` alone, 0.61.0: another agent's session is over as well.
        codec: among(['clear', 'logout', 'prompt_input_exit', 'other'], 'exit'),
        supply: 'exit',
      },
    },
    derive: now,
    outcome: shown,
    silence: {},
    subject: 'reason',
  })),
  BeforeAgent: defineBinding('prompt', () => ({
    payload: { ...base, prompt: 'prompt' },
    derive: now,
    outcome: { ...stop, decision: deny, reason, context: extra('additionalContext') },
    silence: {},
    remembers: { prompt: 'prompt' },
  })),
  AfterAgent: defineBinding('stop', () => ({
    given: { status: 'completed' }, // never fired after an abort or an API error, 0.61.0
    payload: {
      ...base,
      prompt: { at: 'prompt', supply: '' },
      response: { at: 'prompt_response', supply: '[no response text]' },
      retry: 'stop_hook_active',
    },
    derive: {
      ...now,
      prompt: (_, world) => world.recall('prompt'),
      response: (_, world) => world.recall('response'),
      retry: (event) => (event.loopCount as number) > 0,
    },
    outcome: {
      ...stop,
      followUp: insteadOf,
      clear: extra('clearContext'), // at the top level it is ignored, 0.61.0
    },
    silence: {},
  })),
  BeforeModel: defineBinding('before-model', () => ({
    payload: {
      ...base,
      request: { at: 'llm_request', codec: modelRequest },
    },
    derive: now,
    outcome: {
      ...stop,
      decision: deny,
      reason,
      request: { at: extra('llm_request'), codec: modelRequest },
      response: { at: extra('llm_response'), with: refused, ...modelResponse }, // else ignored, 0.61.0
    },
    silence: null, // any output resets the generation config, 0.61.0
  })),
  AfterModel: defineBinding('after-model', () => ({
    payload: {
      ...base,
      request: { at: 'llm_request', codec: modelRequest },
      response: 'llm_response',
    },
    derive: now,
    outcome: {
      ...stop,
      decision: { ...deny, readOnly: true }, // the text is shown and its calls are made, 0.61.0
      reason,
      response: { at: extra('llm_response'), ...modelResponse },
    },
    silence: {},
  })),
  BeforeToolSelection: defineBinding('tool-selection', () => ({
    payload: {
      ...base,
      request: { at: 'llm_request', codec: modelRequest },
    },
    derive: now,
    outcome: {
      toolMode: extra('toolConfig.mode'),
      toolNames: { at: extra('toolConfig.allowedFunctionNames'), codec: toolNames },
    },
    silence: null, // any output, even `{}`, sends mode AUTO with an empty list, 0.61.0
  })),
  BeforeTool: defineBinding('before-tool', () => ({
    payload: { ...base, ...call, ...origin },
    derive: now,
    outcome: { ...stop, decision: asking, reason, input: extra('tool_input') },
    silence: {},
    subject: 'tool_name',
  })),
  AfterTool: defineBinding('after-tool', () => ({
    given: { status: ['ok', 'failed', 'timeout'] }, // never fired for a refused call, 0.61.0
    payload: {
      ...base,
      ...call,
      result: { at: 'tool_response', supply: () => ({ llmContent: '', returnDisplay: '' }) },
      ...origin,
    },
    derive: { ...now, 'result.text': shellText },
    outcome: {
      ...stop,
      replaced: insteadOf,
      context: extra('additionalContext'),
      tail: extra('tailToolCallRequest'),
    },
    silence: {},
    subject: 'tool_name',
  })),
  PreCompress: defineBinding('compact', () => ({
    payload: { ...base, trigger: { at: 'trigger', supply: 'auto' } },
    derive: now,
    outcome: shown,
    silence: {},
    subject: 'trigger',
    eager: { trigger: 'auto' }, // before every model request, far below any limit, 0.61.0
  })),
  Notification: defineBinding('notification', () => ({
    payload: {
      ...base,
      type: 'notification_type',
      message: 'message',
      details: { at: 'details', supply: () => ({}) },
    },
    derive: now,
    outcome: shown,
    silence: {},
  })),
} satisfies Events;

import type { World } from '../../mapping/adapter.ts';
import { emptyIsNull, makeWordCodec } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { modelRequest, modelResponse, toolNames } from './model-requests.ts';
import {
  denyOrAskRow,
  denyRow,
  messageRows,
  reasonRow,
  replacedRow,
  specificPath,
  stopRows,
  withDeny,
} from './outcomes.ts';
import { buildShellText } from './shell-text.ts';

const commonFields = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', codec: emptyIsNull, supply: '' },
  cwd: { at: 'cwd', supply: '' },
  event: 'hook_event_name',
  time: 'timestamp',
} as const;

const callFields = { name: 'tool_name', input: 'tool_input' } as const;

const mcpFields = {
  'mcp.server': 'mcp_context.server_name',
  'mcp.tool': 'mcp_context.tool_name',
  'mcp.command': 'mcp_context.command',
  'mcp.args': 'mcp_context.args',
  'mcp.cwd': 'mcp_context.cwd',
  'mcp.url': 'mcp_context.url',
  'mcp.tcp': 'mcp_context.tcp',
  requestedName: 'original_request_name',
} as const;

const deriveTime = { time: (_: unknown, world: World) => world.now().toISOString() };

export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: {
      ...commonFields,
      source: { at: 'source', supply: 'startup' },
    },
    fillBeforeEncoding: deriveTime,
    outcome: { ...messageRows, context: specificPath('additionalContext') },
    neutralResponse: {},
    subject: 'source',
  })),
  SessionEnd: defineBinding('session-end', () => ({
    payload: {
      ...commonFields,
      reason: {
        at: 'reason',
        // The client fires it with `exit` and `clear` only, 0.61.0. Other reasons are written as
        // `exit`.
        codec: makeWordCodec(['clear', 'logout', 'prompt_input_exit', 'other'], 'exit'),
        supply: 'exit',
      },
    },
    fillBeforeEncoding: deriveTime,
    outcome: messageRows,
    neutralResponse: {},
    subject: 'reason',
  })),
  BeforeAgent: defineBinding('prompt', () => ({
    payload: { ...commonFields, prompt: 'prompt' },
    fillBeforeEncoding: deriveTime,
    outcome: {
      ...stopRows,
      decision: denyRow,
      reason: reasonRow,
      context: specificPath('additionalContext'),
    },
    neutralResponse: {},
    remembers: { prompt: 'prompt' },
  })),
  AfterAgent: defineBinding('stop', () => ({
    given: { status: 'completed' }, // never fired after an abort or an API error, 0.61.0
    payload: {
      ...commonFields,
      prompt: { at: 'prompt', supply: '' },
      response: { at: 'prompt_response', supply: '[no response text]' },
      retry: 'stop_hook_active',
    },
    fillBeforeEncoding: {
      ...deriveTime,
      prompt: (_, world) => world.recall('prompt'),
      response: (_, world) => world.recall('response'),
      retry: (event) => (event.loopCount ?? 0) > 0,
    },
    outcome: {
      ...stopRows,
      followUp: replacedRow,
      clear: specificPath('clearContext'), // at the top level it is ignored, 0.61.0
    },
    neutralResponse: {},
  })),
  BeforeModel: defineBinding('before-model', () => ({
    payload: {
      ...commonFields,
      request: { at: 'llm_request', codec: modelRequest },
    },
    fillBeforeEncoding: deriveTime,
    outcome: {
      ...stopRows,
      decision: denyRow,
      reason: reasonRow,
      request: { at: specificPath('llm_request'), codec: modelRequest },
      // Ignored without a deny, 0.61.0.
      response: { at: specificPath('llm_response'), with: withDeny, ...modelResponse },
    },
    neutralResponse: null, // any output resets the generation config, 0.61.0
  })),
  AfterModel: defineBinding('after-model', () => ({
    payload: {
      ...commonFields,
      request: { at: 'llm_request', codec: modelRequest },
      response: 'llm_response',
    },
    fillBeforeEncoding: deriveTime,
    outcome: {
      ...stopRows,
      decision: { ...denyRow, readOnly: true }, // no effect: the response is used as it is, 0.61.0
      reason: reasonRow,
      response: { at: specificPath('llm_response'), ...modelResponse },
    },
    neutralResponse: {},
  })),
  BeforeToolSelection: defineBinding('tool-selection', () => ({
    payload: {
      ...commonFields,
      request: { at: 'llm_request', codec: modelRequest },
    },
    fillBeforeEncoding: deriveTime,
    outcome: {
      toolMode: specificPath('toolConfig.mode'),
      toolNames: { at: specificPath('toolConfig.allowedFunctionNames'), codec: toolNames },
    },
    neutralResponse: null, // any output, even `{}`, sends mode AUTO with an empty list, 0.61.0
  })),
  BeforeTool: defineBinding('before-tool', () => ({
    payload: { ...commonFields, ...callFields, ...mcpFields },
    fillBeforeEncoding: deriveTime,
    outcome: {
      ...stopRows,
      decision: denyOrAskRow,
      reason: reasonRow,
      input: specificPath('tool_input'),
    },
    neutralResponse: {},
    subject: 'tool_name',
  })),
  AfterTool: defineBinding('after-tool', () => ({
    given: { status: ['ok', 'failed', 'timeout'] }, // never fired for a refused call, 0.61.0
    payload: {
      ...commonFields,
      ...callFields,
      result: { at: 'tool_response', supply: () => ({ llmContent: '', returnDisplay: '' }) },
      ...mcpFields,
    },
    fillBeforeEncoding: { ...deriveTime, 'result.text': buildShellText },
    outcome: {
      ...stopRows,
      replaced: replacedRow,
      context: specificPath('additionalContext'),
      tail: specificPath('tailToolCallRequest'),
    },
    neutralResponse: {},
    subject: 'tool_name',
  })),
  PreCompress: defineBinding('compact', () => ({
    payload: { ...commonFields, trigger: { at: 'trigger', supply: 'auto' } },
    fillBeforeEncoding: deriveTime,
    outcome: messageRows,
    neutralResponse: {},
    subject: 'trigger',
    firesSpeculatively: { trigger: 'auto' }, // before every model request, far below any limit, 0.61.0
  })),
  Notification: defineBinding('notification', () => ({
    payload: {
      ...commonFields,
      type: 'notification_type',
      message: 'message',
      details: { at: 'details', supply: () => ({}) },
    },
    fillBeforeEncoding: deriveTime,
    outcome: messageRows,
    neutralResponse: {},
  })),
} satisfies Events;

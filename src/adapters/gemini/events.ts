import { emptyIsNull, makeWordCodec } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { modelRequest, modelResponse, toolNames } from './model-requests.ts';
import {
  denyOrAskRow,
  denyRow,
  denyVerdicts,
  haltRows,
  messageRows,
  reasonBesideDenyRow,
  reasonRow,
  specificPath,
} from './outcomes.ts';

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

/** The native events of Gemini CLI. Its forks change this table. */
export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: {
      ...commonFields,
      source: { at: 'source', supply: 'startup' },
    },
    outcome: { ...messageRows, context: specificPath('additionalContext') },
  })),
  SessionEnd: defineBinding('session-end', () => ({
    payload: {
      ...commonFields,
      reason: {
        at: 'reason',
        // The client sends only `exit` and `clear`, 0.61.0. The other words are documented. Any further
        // reason is written as `exit`.
        codec: makeWordCodec(['clear', 'logout', 'prompt_input_exit', 'other'], 'exit'),
        supply: 'exit',
      },
    },
    outcome: messageRows,
  })),
  BeforeAgent: defineBinding('prompt', () => ({
    payload: { ...commonFields, prompt: 'prompt' },
    outcome: {
      ...haltRows,
      decision: denyRow,
      reason: reasonRow,
      context: specificPath('additionalContext'),
    },
  })),
  AfterAgent: defineBinding('stop', () => ({
    given: { status: 'completed' }, // never fired after an abort or an API error, 0.61.0
    payload: {
      ...commonFields,
      prompt: { at: 'prompt', supply: '' },
      response: { at: 'prompt_response', supply: '[no response text]' },
      retry: 'stop_hook_active',
    },
    outcome: {
      ...haltRows,
      followUp: reasonBesideDenyRow,
      clear: specificPath('clearContext'), // ignored at the top level of the answer, 0.61.0
    },
  })),
  BeforeModel: defineBinding('before-model', () => ({
    payload: {
      ...commonFields,
      request: { at: 'llm_request', codec: modelRequest },
    },
    outcome: {
      ...haltRows,
      decision: denyRow,
      reason: reasonRow,
      request: { at: specificPath('llm_request'), codec: modelRequest },
      // The client ignores a response without a deny beside it, 0.61.0.
      response: { at: specificPath('llm_response'), with: denyVerdicts, ...modelResponse },
    },
    neutralResponse: null, // any output resets the generation settings of the request, 0.61.0
  })),
  AfterModel: defineBinding('after-model', () => ({
    payload: {
      ...commonFields,
      request: { at: 'llm_request', codec: modelRequest },
      response: 'llm_response',
    },
    outcome: {
      ...haltRows,
      decision: { ...denyRow, readOnly: true }, // without effect: the client uses the response all the same, 0.61.0
      reason: reasonRow,
      response: { at: specificPath('llm_response'), ...modelResponse },
    },
  })),
  BeforeToolSelection: defineBinding('tool-selection', () => ({
    payload: {
      ...commonFields,
      request: { at: 'llm_request', codec: modelRequest },
    },
    outcome: {
      toolMode: specificPath('toolConfig.mode'),
      toolNames: { at: specificPath('toolConfig.allowedFunctionNames'), codec: toolNames },
    },
    neutralResponse: null, // for any output, even `{}`, the client sends the mode AUTO with an empty list, 0.61.0
  })),
  BeforeTool: defineBinding('before-tool', () => ({
    payload: { ...commonFields, ...callFields, ...mcpFields },
    outcome: {
      ...haltRows,
      decision: denyOrAskRow,
      reason: reasonRow,
      input: specificPath('tool_input'),
    },
  })),
  AfterTool: defineBinding('after-tool', () => ({
    given: { status: ['ok', 'failed', 'timeout'] }, // never fired for a refused call, 0.61.0
    payload: {
      ...commonFields,
      ...callFields,
      result: { at: 'tool_response', supply: () => ({ llmContent: '', returnDisplay: '' }) },
      ...mcpFields,
    },
    outcome: {
      ...haltRows,
      replaced: reasonBesideDenyRow,
      context: specificPath('additionalContext'),
      tail: specificPath('tailToolCallRequest'),
    },
  })),
  PreCompress: defineBinding('compact', () => ({
    payload: { ...commonFields, trigger: { at: 'trigger', supply: 'auto' } },
    outcome: messageRows,
  })),
  Notification: defineBinding('notification', () => ({
    payload: {
      ...commonFields,
      type: 'notification_type',
      message: 'message',
      details: { at: 'details', supply: () => ({}) },
    },
    outcome: messageRows,
  })),
} satisfies Events;

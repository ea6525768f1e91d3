import type { Binding, Payload } from '../../mapping/adapter.ts';
import { among, emptyIsNull } from '../../mapping/codecs.ts';
import { bindingsOf } from '../../mapping/define.ts';
import { modelRequest } from './model.ts';
import * as say from './outcomes.ts';
import { shellText } from './shell-text.ts';

const base = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', codec: emptyIsNull, supply: '' },
  cwd: { at: 'cwd', supply: '' },
  event: 'hook_event_name',
  time: 'timestamp',
} as const satisfies Payload<'workspace-open'>;

const call = { name: 'tool_name', input: 'tool_input' } as const satisfies Payload<'before-tool'>;

const origin = {
  'mcp.server': 'mcp_context.server_name',
  'mcp.tool': 'mcp_context.tool_name',
  'mcp.command': 'mcp_context.command',
  'mcp.args': 'mcp_context.args',
  'mcp.cwd': 'mcp_context.cwd',
  'mcp.url': 'mcp_context.url',
  'mcp.tcp': 'mcp_context.tcp',
  requestedName: 'original_request_name',
} as const satisfies Payload<'before-tool'>;

const now: Binding['derive'] = { time: (_, world) => world.now().toISOString() };

export const bindings = bindingsOf({
  SessionStart: () => ({
    event: 'session-start',
    payload: {
      ...base,
      source: { at: 'source', supply: 'startup' },
    } satisfies Payload<'session-start'>,
    derive: now,
    outcome: say.sessionStart(),
    otherwise: {},
    subject: 'source',
    exact: true, // `startup|resume` never matches, 0.61.0
  }),
  SessionEnd: () => ({
    event: 'session-end',
    payload: {
      ...base,
      reason: {
        at: 'reason',
        // It fires `exit` and `clear` alone, 0.61.0: another agent's session is over as well.
        codec: among(['clear', 'logout', 'prompt_input_exit', 'other'], 'exit'),
        supply: 'exit',
      },
    } satisfies Payload<'session-end'>,
    derive: now,
    outcome: say.shown,
    otherwise: {},
    subject: 'reason',
    exact: true,
  }),
  BeforeAgent: () => ({
    event: 'prompt',
    payload: { ...base, prompt: 'prompt' } satisfies Payload<'prompt'>,
    derive: now,
    outcome: say.beforeAgent(),
    otherwise: {},
    remembers: { prompt: 'prompt' },
  }),
  AfterAgent: () => ({
    event: 'stop',
    given: { status: 'completed' }, // never fired after an abort or an API error, 0.61.0
    payload: {
      ...base,
      prompt: { at: 'prompt', supply: '' },
      response: { at: 'prompt_response', supply: '[no response text]' },
      retry: 'stop_hook_active',
    } satisfies Payload<'stop'>,
    derive: {
      ...now,
      prompt: (_, world) => world.recall('prompt'),
      response: (_, world) => world.recall('response'),
      retry: (event) => (event.loopCount as number) > 0,
    },
    outcome: say.afterAgent(),
    otherwise: {},
  }),
  BeforeModel: () => ({
    event: 'before-model',
    payload: {
      ...base,
      request: { at: 'llm_request', codec: modelRequest },
    } satisfies Payload<'before-model'>,
    derive: now,
    outcome: say.beforeModel(),
    otherwise: null, // any output resets the generation config, 0.61.0
  }),
  AfterModel: () => ({
    event: 'after-model',
    payload: {
      ...base,
      request: { at: 'llm_request', codec: modelRequest },
      response: 'llm_response',
    } satisfies Payload<'after-model'>,
    derive: now,
    outcome: say.afterModel(),
    otherwise: {},
  }),
  BeforeToolSelection: () => ({
    event: 'tool-selection',
    payload: {
      ...base,
      request: { at: 'llm_request', codec: modelRequest },
    } satisfies Payload<'tool-selection'>,
    derive: now,
    outcome: say.toolSelection(),
    otherwise: null, // any output, even `{}`, sends mode AUTO with an empty list, 0.61.0
  }),
  BeforeTool: () => ({
    event: 'before-tool',
    payload: { ...base, ...call, ...origin } satisfies Payload<'before-tool'>,
    derive: now,
    outcome: say.beforeTool(),
    otherwise: {},
    subject: 'tool_name',
  }),
  AfterTool: () => ({
    event: 'after-tool',
    given: { status: ['ok', 'failed', 'timeout'] }, // never fired for a refused call, 0.61.0
    payload: {
      ...base,
      ...call,
      result: { at: 'tool_response', supply: () => ({ llmContent: '', returnDisplay: '' }) },
      ...origin,
    } satisfies Payload<'after-tool'>,
    derive: { ...now, 'result.text': shellText },
    outcome: say.afterTool(),
    otherwise: {},
    subject: 'tool_name',
  }),
  PreCompress: () => ({
    event: 'compact',
    payload: { ...base, trigger: { at: 'trigger', supply: 'auto' } } satisfies Payload<'compact'>,
    derive: now,
    outcome: say.shown,
    otherwise: {},
    subject: 'trigger',
    exact: true,
    eager: { trigger: 'auto' }, // before every model request, far below any limit, 0.61.0
  }),
  Notification: () => ({
    event: 'notification',
    payload: {
      ...base,
      type: 'notification_type',
      message: 'message',
      details: { at: 'details', supply: () => ({}) },
    } satisfies Payload<'notification'>,
    derive: now,
    outcome: say.shown,
    otherwise: {},
  }),
});

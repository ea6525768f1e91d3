import type { Draft } from '../../mapping/adapter.ts';
import { selectTexts } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { folderIfAny } from '../../mapping/path-codecs.ts';
import type { Json } from '../../util/json.ts';
import { addAgentFields, attachments, edits, openedFile } from './base.ts';
import { decisionRow, permissionRow, permissionWithAsk, reasonRow } from './outcomes.ts';
import { serverArguments, serverProgram } from './server-command.ts';
import { failureFields } from './tool-failure.ts';

const inputOf = (event: Draft): Json => event.input ?? {};

/** The row for the folder of a shell call. The client sends it for no other tool, and usually as an empty text. */
const shellFolder = {
  at: 'cwd',
  onlyTool: 'shell',
  codec: folderIfAny,
  supply: ({ tool }: Draft) => (tool === 'shell' ? '' : undefined),
} as const;

const callFields = {
  name: 'tool_name',
  input: 'tool_input',
  callId: { at: 'tool_use_id', supply: { callIdPrefix: 'tool_' } },
} as const;

/** Whether the command runs in a sandbox. It is written as false for a command of another agent. */
const sandboxField = { at: 'sandbox', supply: false } as const;

const mcpCallFields = {
  'mcp.tool': 'tool_name',
  input: { at: 'tool_input', json: true },
  'mcp.server': 'mcp_server_name',
} as const;

const serverFields = {
  'mcp.command': { at: 'command', codec: serverProgram },
  'mcp.args': { at: 'command', readOnly: true, codec: serverArguments },
} as const;

/** Makes a function that joins the old or the new texts of all edits of a call. */
const joinEdits = (key: 'old' | 'new') => (event: Draft) =>
  selectTexts(((inputOf(event).edits ?? []) as Json[]).map((edit) => edit?.[key])).join('\n');

/** The events about one tool call. Many calls fire a generic event and one for their tool. */
export const toolEvents = {
  preToolUse: defineBinding('before-tool', () => ({
    payload: addAgentFields({
      ...callFields,
      'input.directory': shellFolder,
      note: 'agent_message',
    }),
    outcome: {
      decision: decisionRow,
      reason: reasonRow,
      // Cursor applies a rewrite beside `allow`. Beside `ask` it may drop the rewrite.
      input: { at: 'updated_input', implies: { permission: 'allow', decision: 'allow' } },
    },
  })),
  beforeShellExecution: defineBinding('before-tool', () => ({
    given: { tool: 'shell' },
    payload: addAgentFields({
      'input.command': 'command',
      'input.directory': { at: 'cwd', codec: folderIfAny, supply: '' },
      'input.timeout': { at: [], older: 'timeout' }, // sent until February 2026
      'input.sandbox': sandboxField,
    }),
    outcome: { decision: permissionWithAsk, reason: reasonRow },
  })),
  beforeMCPExecution: defineBinding('before-tool', () => ({
    given: { tool: 'mcp' },
    payload: addAgentFields({
      ...mcpCallFields,
      'mcp.url': { at: ['url', 'mcp_server_url'], all: true },
      ...serverFields,
    }),
    outcome: { decision: permissionWithAsk, reason: reasonRow },
  })),
  beforeReadFile: defineBinding('before-tool', () => ({
    given: { tool: 'read' },
    payload: addAgentFields({
      'input.content': 'content',
      'input.path': openedFile,
      'input.attachments': attachments,
    }),
    outcome: { decision: permissionRow, reason: reasonRow },
  })),
  postToolUse: defineBinding('after-tool', () => ({
    given: { status: 'ok' },
    payload: addAgentFields({
      ...callFields,
      'input.directory': shellFolder,
      // Scripts parse this text as JSON without a check, so an absent result is written as `{}`.
      result: { at: 'tool_output', json: 'or-text', supply: '{}' },
      duration: 'duration',
    }),
    outcome: {
      context: 'additional_context',
      output: { at: 'updated_mcp_tool_output', onlyTool: 'mcp' },
    },
  })),
  postToolUseFailure: defineBinding('after-tool', () => ({
    given: { status: ['failed', 'timeout', 'refused'] },
    payload: addAgentFields({
      ...callFields,
      'input.directory': shellFolder,
      ...failureFields,
      status: {
        at: 'failure_type',
        words: { failed: 'error', timeout: 'timeout', refused: 'permission_denied' },
      },
      duration: 'duration',
      interrupted: 'is_interrupt',
    }),
    fillAfterDecoding: { status: () => 'failed' }, // for every other `failure_type`
    outcome: { context: 'additional_context' }, // seen in the CLI 2026.09.28, not documented
  })),
  afterShellExecution: defineBinding('after-tool', () => ({
    given: { tool: 'shell', status: ['ok', 'failed', 'timeout'] }, // fired for failed commands too
    payload: addAgentFields({
      'input.command': 'command',
      'result.output': { at: 'output', supply: '' },
      duration: 'duration',
      'input.sandbox': sandboxField,
    }),
  })),
  afterMCPExecution: defineBinding('after-tool', () => ({
    given: { tool: 'mcp', status: ['ok', 'failed', 'timeout'] },
    payload: addAgentFields({
      ...mcpCallFields,
      'mcp.url': 'mcp_server_url',
      result: { at: 'result_json', json: 'or-text', supply: '{}' },
      duration: 'duration',
    }),
  })),
  afterFileEdit: defineBinding('after-tool', () => ({
    given: { tool: 'edit', status: 'ok' },
    payload: addAgentFields({
      'input.path': openedFile,
      'input.edits': edits,
    }),
    fillAfterDecoding: {
      name: () => 'Write', // the payload has no tool name
      // For a new file the IDE sends no edits, and the CLI one edit whose old text is empty.
      'input.old': joinEdits('old'),
      'input.new': joinEdits('new'),
    },
  })),
} satisfies Events;

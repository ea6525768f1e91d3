import { AnyhookError } from '../../errors.ts';
import type { Codec, Draft, World } from '../../mapping/adapter.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { codec } from '../../mapping/fields.ts';
import { fingerprint } from '../../mapping/fingerprint.ts';
import { filePath, folderIfAny } from '../../mapping/opened.ts';
import { texts } from '../../mapping/patched.ts';
import { asText, type Json } from '../../util/json.ts';
import { agent, attachments, edits, onTheWay, placed, project, roots } from './base.ts';
import { args, program } from './launch.ts';
import { asked, either, granted, reason } from './outcomes.ts';

const input = (event: Draft): Json => (event.input ?? {}) as Json;
const result = (event: Draft): Json => (event.result ?? {}) as Json;

/** Only shell calls carry it beside their own arguments, where it is usually empty. */
const cwd = {
  at: 'cwd',
  only: 'shell',
  codec: folderIfAny,
  supply: ({ tool }: Draft) => (tool === 'shell' ? '' : undefined),
} as const;

const call = {
  name: 'tool_name',
  input: 'tool_input',
  callId: { at: 'tool_use_id', supply: (event: Draft) => `tool_${fingerprint(event)}` },
} as const;

/** No guard may take another agent's shell for one that is walled in. */
const sandbox = { at: 'sandbox', supply: false } as const;

const mcpCall = {
  'mcp.tool': 'tool_name',
  input: { at: 'tool_input', json: true },
  'mcp.server': 'mcp_server_name',
} as const;

const origin = {
  'mcp.command': { at: 'command', codec: program },
  'mcp.args': { at: 'command', readOnly: true, codec: args },
} as const;

/** A text of an edit: where it is of several places, those of all of them. */
const ofEdits = (key: string) => (event: Draft) =>
  texts(((input(event).edits ?? []) as Json[]).map((one) => one?.[key])).join('\n');

/** The text of a file about to be read. What cannot be shown whole is not shown in part. */
function content(event: Draft, world: World): unknown {
  const at = input(event).path as string | undefined;
  if (at === undefined) return ''; // nothing is read
  const file = world.file(at);
  if ('unreadable' in file) throw new AnyhookError('tool', `${at}: ${file.unreadable}`);
  if ('text' in file) return file.text;
  return onTheWay.has(input(event)) ? undefined : ''; // nothing is there yet, or not for us
}

/** What a command printed, where the host tells only what the model was shown. */
const printed = (event: Draft) => (event.tool === 'shell' ? result(event).text : undefined);

const said = (event: Draft) => {
  const { output, text, exitCode } = result(event);
  return output || text || `Command failed with exit code ${exitCode ?? 1}`;
};

/** A command that failed is no error of the tool: what the model was shown of it is told. */
const isCommand = ({ tool, status }: Draft) => tool === 'shell' && status !== 'refused';
const silent = /^Command failed with exit code (-?\d+)$/;
const unlessCommand: Codec['read'] = (said, { event }) => (isCommand(event) ? undefined : said);
const printedBy = (status: string, read: (said: string) => unknown) =>
  codec((said, { event }) =>
    isCommand(event) && event.status === status ? read(asText(said)) : undefined,
  );
const failure = {
  'result.error.message': { at: 'error_message', codec: codec(unlessCommand) },
  'result.text': {
    at: 'error_message',
    readOnly: true,
    codec: printedBy('timeout', (said) => said),
  },
  'result.output': {
    at: 'error_message',
    readOnly: true,
    codec: printedBy('failed', (said) => said.replace(silent, '')),
  },
  'result.exitCode': {
    at: 'error_message',
    readOnly: true,
    codec: printedBy('failed', (said) => {
      const code = silent.exec(said)?.[1];
      return code ? Number(code) : undefined;
    }),
  },
} as const;

export const toolEvents = {
  preToolUse: defineBinding('before-tool', () => ({
    payload: agent({
      ...call,
      'input.directory': cwd,
      note: 'agent_message',
    }),
    ...placed,
    outcome: {
      decision: either,
      reason,
      // Applied beside `allow`; beside `ask` it can be dropped.
      input: { at: 'updated_input', implies: { permission: 'allow', decision: 'allow' } },
    },
    subject: 'tool_name',
  })),
  beforeShellExecution: defineBinding('before-tool', () => ({
    given: { tool: 'shell' },
    payload: agent({
      'input.command': 'command',
      'input.directory': { at: 'cwd', codec: folderIfAny, supply: '' },
      'input.timeout': { at: [], older: 'timeout' }, // until February 2026
      'input.sandbox': sandbox,
    }),
    ...placed,
    outcome: { decision: asked, reason },
    subject: 'command',
  })),
  beforeMCPExecution: defineBinding('before-tool', () => ({
    given: { tool: 'mcp' },
    payload: agent({
      ...mcpCall,
      'mcp.url': { at: ['url', 'mcp_server_url'], all: true },
      ...origin,
    }),
    ...placed,
    outcome: { decision: asked, reason },
    subject: 'tool_name',
  })),
  beforeReadFile: defineBinding('before-tool', () => ({
    given: { tool: 'read' },
    payload: agent({
      'input.content': 'content',
      'input.path': { at: 'file_path', codec: filePath },
      'input.attachments': { at: 'attachments', codec: attachments, supply: () => [] },
    }),
    ...placed,
    derive: { ...roots, 'input.content': content },
    requires: ['input.content'],
    outcome: { decision: granted, reason },
    subject: '=Read',
  })),
  postToolUse: defineBinding('after-tool', () => ({
    given: { status: 'ok' },
    payload: agent({
      ...call,
      'input.directory': cwd,
      result: { at: 'tool_output', json: 'or-text', supply: '{}' }, // scripts parse it unasked
      duration: 'duration',
    }),
    ...placed,
    derive: { ...roots, 'result.output': printed },
    outcome: {
      context: 'additional_context',
      output: { at: 'updated_mcp_tool_output', only: 'mcp' },
    },
    subject: 'tool_name',
  })),
  postToolUseFailure: defineBinding('after-tool', () => ({
    given: { status: ['failed', 'timeout', 'refused'] },
    payload: agent({
      ...call,
      'input.directory': cwd,
      ...failure,
      status: {
        at: 'failure_type',
        words: { failed: 'error', timeout: 'timeout', refused: 'permission_denied' },
      },
      duration: 'duration',
      interrupted: 'is_interrupt',
    }),
    ...placed,
    infer: { ...placed.infer, status: () => 'failed' }, // whatever it is called
    derive: { ...roots, 'result.error.message': said },
    requires: ['status'],
    outcome: { context: 'additional_context' }, // of the CLI 2026.09.28, not in the pages
    subject: 'tool_name',
  })),
  afterShellExecution: defineBinding('after-tool', () => ({
    given: { tool: 'shell', status: ['ok', 'failed', 'timeout'] }, // for failing commands too
    payload: agent({
      'input.command': 'command',
      'result.output': { at: 'output', supply: '' },
      duration: 'duration',
      'input.sandbox': sandbox,
    }),
    ...placed,
    derive: { ...roots, 'result.output': printed },
    outcome: {},
    subject: 'command',
  })),
  afterMCPExecution: defineBinding('after-tool', () => ({
    given: { tool: 'mcp', status: ['ok', 'failed', 'timeout'] },
    payload: agent({
      ...mcpCall,
      'mcp.url': 'mcp_server_url',
      result: { at: 'result_json', json: 'or-text', supply: '{}' },
      duration: 'duration',
    }),
    ...placed,
    outcome: {},
    subject: 'tool_name',
  })),
  afterFileEdit: defineBinding('after-tool', () => ({
    given: { tool: 'edit', status: 'ok' },
    payload: agent({
      'input.path': { at: 'file_path', codec: filePath },
      'input.edits': { at: 'edits', codec: edits },
    }),
    ...placed,
    infer: {
      ...project,
      name: () => 'Write',
      // A new file has no edits in the IDE, and one from nothing in the CLI.
      'input.old': ofEdits('old'),
      'input.new': ofEdits('new'),
    },
    derive: {
      ...roots,
      'input.edits': (event) => [{ old: input(event).old, new: input(event).new }],
    },
    outcome: {},
    subject: '=Write',
  })),
} satisfies Events;

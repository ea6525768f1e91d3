import type { Draft, Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { filePath, folderIfAny } from '../../mapping/path-codecs.ts';
import type { Json } from '../../util/json.ts';
import { asText } from '../../util/json.ts';

/** `file_path` in every recording. The other keys are from older builds and matchers. */
const fileArgument = {
  path: { at: ['file_path', 'path', 'filePath', 'target_file'], codec: filePath },
} satisfies Fields;

/** Makes a rule that copies an argument of the call into the result. */
const fromInput = (key: string) => (event: Draft) => event.input?.[key];

/** Reads the text of the parts of an MCP result. */
const contentText = makeCodec(
  (value) =>
    (Array.isArray(value) ? value : [value])
      .map((part) => (part as Json | null)?.text)
      .filter((text) => typeof text === 'string')
      .join('\n'),
  (value) => [{ type: 'text', text: asText(value) }],
);

/** The `tool_output` of tools for which no recorded payload exists. */
export const result = { text: 'output' } satisfies Fields;

export const tools = [
  {
    tool: 'shell',
    names: ['Shell'],
    input: {
      command: 'command',
      directory: { at: ['cwd', 'working_directory'], codec: folderIfAny, supply: '' },
      timeout: 'timeout',
    },
    result: {
      output: { at: ['output', 'stdout'], supply: '' },
      // Always 0: a command with another code fires the failure event.
      exitCode: { at: 'exitCode', supply: 0 },
    },
  },
  {
    tool: 'read',
    names: ['Read'],
    input: fileArgument,
    result: {
      length: {
        at: 'content_length',
        supply: ({ result }) => (result?.text as string | undefined)?.length,
      },
    },
    resultSupply: { file_path: fromInput('path') },
  },
  {
    tool: 'write',
    names: ['Write'], // the whole new content, for an edit too
    input: { ...fileArgument, content: { at: ['content', 'contents'] } },
    result: {},
    resultSupply: { file_path: fromInput('path'), success: true },
  },
  {
    tool: 'edit',
    names: ['StrReplace', 'Edit'],
    readOnly: true,
    input: { ...fileArgument, old: 'old_string', new: 'new_string', all: 'replace_all' },
  },
  {
    tool: 'delete',
    names: ['Delete'],
    input: fileArgument,
    result: {},
    resultSupply: { file_path: fromInput('path'), deleted: true },
  },
  {
    tool: 'grep',
    names: ['Grep'],
    // `glob` is in no recording. It is written so that guards see which files a search shows.
    input: { pattern: 'pattern', ...fileArgument, include: 'glob' },
    result: {},
    resultSupply: { pattern: fromInput('pattern'), success: true },
  },
  {
    tool: 'task',
    names: ['Task'],
    input: {
      description: { at: 'description', supply: '' },
      prompt: 'prompt',
      agent: { at: 'subagent_type', supply: 'generalPurpose' },
      model: 'model',
    },
  },
  // In no recording of autumn 2026. Names and arguments are those that other projects read.
  { tool: 'list', names: ['LS'], input: fileArgument },
  {
    tool: 'glob',
    names: ['Glob'],
    input: { pattern: { at: ['pattern', 'glob_pattern'] }, ...fileArgument },
  },
  { tool: 'fetch', names: ['WebFetch'], input: { url: 'url', prompt: 'prompt' } },
  { tool: 'search', names: ['WebSearch'], input: { query: { at: ['query', 'search_term'] } } },
  { tool: 'todo', names: ['TodoWrite'], input: { items: 'todos' } },
  {
    tool: 'mcp',
    names: [],
    input: {},
    result: { text: { at: 'content', codec: contentText } },
    resultSupply: { isError: ({ status }: Draft) => status !== undefined && status !== 'ok' },
  },
] as const satisfies readonly StatedTool[];

/** MCP tools are named `MCP:TOOL`. Only the MCP events tell the server, in a field of its own. */
export const mcp: McpNames = {
  read(name) {
    if (name === 'MCP') return { tool: '' }; // any MCP tool, until February 2026
    return name.startsWith('MCP:') ? { tool: name.slice(4) } : undefined;
  },
  write: ({ tool }) => (tool ? `MCP:${tool}` : 'MCP'),
  names: ({ tool }) => [`MCP:${tool}`, 'MCP', tool],
};

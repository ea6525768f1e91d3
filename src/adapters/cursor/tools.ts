import type { Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { filePath, folderIfAny } from '../../mapping/path-codecs.ts';
import type { Json } from '../../util/json.ts';
import { asText } from '../../util/json.ts';
import { subagentType } from './base.ts';

/** The path argument. Every recording has `file_path`. The other keys are from older builds and from matchers. */
const fileArgument = {
  path: { at: ['file_path', 'path', 'filePath', 'target_file'], codec: filePath },
} satisfies Fields;

/** Reads the parts of an MCP result as one text, and writes a text as a list of one part. */
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
      // Always 0, since a command with another exit code fires the failure event.
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
  },
  {
    tool: 'write',
    names: ['Write'], // also for an edit, with the whole new content of the file
    input: { ...fileArgument, content: { at: ['content', 'contents'] } },
    result: {},
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
  },
  {
    tool: 'grep',
    names: ['Grep'],
    // `glob` is in no recording. It is written so that guards see which files a search shows.
    input: { pattern: 'pattern', ...fileArgument, include: 'glob' },
    result: {},
  },
  {
    tool: 'task',
    names: ['Task'],
    input: {
      description: { at: 'description', supply: '' },
      prompt: 'prompt',
      agent: subagentType,
      model: 'model',
    },
  },
  // These tools are in no recording of autumn 2026. Their names and arguments are those that other
  // projects read.
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
  },
] as const satisfies readonly StatedTool[];

/** MCP tools are named `MCP:TOOL`. The server is only in the payloads of the MCP events, in a field of its own. */
export const mcp: McpNames = {
  read(name) {
    if (name === 'MCP') return { tool: '' }; // the name of every MCP tool until February 2026
    return name.startsWith('MCP:') ? { tool: name.slice(4) } : undefined;
  },
  write: ({ tool }) => (tool ? `MCP:${tool}` : 'MCP'),
};

import type { Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { editPath, filePath, folderPath, searchPath } from '../../mapping/path-codecs.ts';
import { addressUnlessDirect, directAddress, promptWithAddress } from './addresses.ts';
import { partsText, shellOutput, shownText } from './shell-text.ts';

const fileArgument = { path: { at: 'file_path', codec: filePath } } satisfies Fields;
const folderArgument = { path: { at: 'dir_path', codec: searchPath } } satisfies Fields;

/** The fields of `tool_response`, for every tool. */
export const result = {
  text: { at: 'llmContent', codec: shownText, supply: '' },
  display: { at: 'returnDisplay', supply: '' },
  'error.message': 'error.message',
  'error.type': 'error.type',
} satisfies Fields;

/** The tools and arguments of 0.61.0. A tool without a row keeps its native name in the canonical event. */
export const tools = [
  {
    tool: 'shell',
    names: ['run_shell_command'],
    input: {
      command: 'command',
      description: 'description',
      directory: { at: 'dir_path', codec: folderPath },
      background: 'is_background',
    },
    result: { ...result, text: { at: 'llmContent', codec: shellOutput, supply: '' } },
  },
  { tool: 'write', names: ['write_file'], input: { ...fileArgument, content: 'content' } },
  {
    tool: 'edit',
    names: ['replace'],
    input: {
      path: { at: 'file_path', codec: editPath },
      instruction: { at: 'instruction', supply: 'Edit the file.' },
      old: 'old_string',
      new: 'new_string',
      all: 'allow_multiple',
    },
  },
  {
    tool: 'read',
    names: ['read_file'],
    input: { ...fileArgument, start: 'start_line', end: 'end_line' },
  },
  {
    tool: 'list',
    names: ['list_directory'],
    input: { path: { at: 'dir_path', codec: folderPath }, ignore: 'ignore' },
  },
  {
    tool: 'glob',
    names: ['glob'],
    input: { pattern: 'pattern', ...folderArgument, caseSensitive: 'case_sensitive' },
  },
  {
    tool: 'grep',
    names: ['grep_search', 'search_file_content'], // the second until 0.28
    input: {
      pattern: 'pattern',
      ...folderArgument,
      include: { at: ['include_pattern', 'include'] }, // `include` until 0.28, and in its forks
      exclude: 'exclude_pattern',
    },
  },
  {
    tool: 'fetch',
    names: ['web_fetch'],
    input: {
      prompt: { at: 'prompt', codec: promptWithAddress, supply: addressUnlessDirect },
      url: { at: 'url', codec: directAddress },
    },
  },
  { tool: 'search', names: ['google_web_search'], input: { query: 'query' } },
  { tool: 'todo', names: ['write_todos'], input: { items: 'todos' } },
  { tool: 'task', names: ['invoke_agent'], input: { agent: 'agent_name', prompt: 'prompt' } },
  // Gemini CLI has no such tool. Its hooks get this name for calls of other agents' delete tools.
  { tool: 'delete', names: ['delete_file'], input: fileArgument },
  {
    tool: 'mcp',
    names: [],
    input: {},
    result: { ...result, text: { at: 'llmContent', codec: partsText } },
  },
] as const satisfies readonly StatedTool[];

/**
 * Returns the name that the client gives an MCP tool in place of an invalid one. Characters outside
 * `A-Za-z0-9_.:-` become `_`, and a name of more than 63 characters is cut in the middle.
 */
const toValidName = (name: string): string => {
  const replaced = name.replace(/[^A-Za-z0-9_.:-]/g, '_');
  return replaced.length > 63 ? `${replaced.slice(0, 30)}...${replaced.slice(-30)}` : replaced;
};

/**
 * MCP tools are named `mcp_SERVER_TOOL` since 0.34. Before that, a tool had its bare name, or `SERVER__TOOL` if
 * two servers had a tool of that name.
 */
export const mcp: McpNames = {
  read(name) {
    const match =
      /^mcp__(.+?)__(.+)$/.exec(name) ??
      /^mcp_([^_]+)_(.+)$/.exec(name) ??
      /^(.+?)__(.+)$/.exec(name);
    return match ? { server: match[1], tool: match[2] as string } : undefined;
  },
  write: ({ server, tool }) => toValidName(`mcp_${server ?? ''}_${tool}`),
};

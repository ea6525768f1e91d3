import type { Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { editPath, filePath, searchPath } from '../../mapping/path-codecs.ts';
import { contentTextCodec } from './results.ts';

const fileArgument = { path: { at: 'file_path', codec: filePath } } satisfies Fields;

/** The `tool_response` of tools whose rows have no `result`, since no payload of them was recorded. */
export const result = { text: 'text' } satisfies Fields;

/** Tools and arguments of 2.1.330, and older tools that hook scripts still expect. */
export const tools = [
  {
    tool: 'shell',
    names: ['Bash'],
    input: {
      command: 'command',
      timeout: 'timeout',
      description: 'description',
      background: 'run_in_background',
    },
    result: { output: { at: 'stdout', supply: '' } },
  },
  // Runs a shell command and reports the lines it prints to the model. Offered only by ToolSearch, 2.1.330.
  {
    tool: 'shell',
    names: ['Monitor'],
    input: { command: 'command', description: 'description', timeout: 'timeout_ms' },
  },
  // On Windows, and elsewhere if the person switches it on. In no recording; in the client's table of tools, 2.1.330.
  // Matchers for `shell` name it on every system, since one settings file serves all systems of a team.
  {
    tool: 'shell',
    names: ['PowerShell'],
    shell: 'powershell',
    input: {
      command: 'command',
      timeout: 'timeout',
      description: 'description',
      background: 'run_in_background',
    },
    result: { output: 'stdout' },
  },
  {
    tool: 'read',
    names: ['Read'],
    // `limit`, a number of lines, has no canonical field.
    input: { ...fileArgument, start: 'offset' },
    result: { text: { at: 'file.content', supply: '' } },
  },
  {
    tool: 'edit',
    names: ['Edit'],
    input: {
      path: { at: 'file_path', codec: editPath },
      old: 'old_string',
      new: 'new_string',
      all: { at: 'replace_all', supply: false },
    },
    result: {},
  },
  {
    tool: 'write',
    names: ['Write'],
    input: { ...fileArgument, content: 'content' },
    result: {},
  },
  {
    tool: 'glob',
    names: ['Glob'],
    input: { pattern: 'pattern', path: { at: 'path', codec: searchPath } },
  },
  {
    tool: 'grep',
    names: ['Grep'],
    input: { pattern: 'pattern', path: { at: 'path', codec: searchPath }, include: 'glob' },
    result: { text: { at: 'content', supply: '' } },
  },
  {
    tool: 'fetch',
    names: ['WebFetch'],
    input: { url: 'url', prompt: { at: 'prompt', supply: '' } },
  },
  { tool: 'search', names: ['WebSearch'], input: { query: 'query' } },
  {
    tool: 'task',
    names: ['Agent', 'Task'], // `Task` before 2.1
    input: {
      description: { at: 'description', supply: '' },
      prompt: 'prompt',
      agent: { at: 'subagent_type', supply: 'general-purpose' },
      model: 'model',
    },
    result: { text: { at: 'content', codec: contentTextCodec } },
  },
  // The client no longer has `TodoWrite` and `LS`. To its hooks, calls of other agents' to-do and folder
  // tools have these names.
  { tool: 'todo', names: ['TodoWrite'], input: { items: 'todos' } },
  {
    tool: 'list',
    names: ['LS'],
    input: { path: { at: 'path', codec: filePath }, ignore: 'ignore' },
  },
  // The client has no such tool. To its hooks, calls of other agents' delete tools have this name.
  { tool: 'delete', names: ['Delete'], input: fileArgument },
  {
    tool: 'mcp',
    names: [],
    input: {},
    result: { text: { at: 'content', codec: contentTextCodec } },
  },
] as const satisfies readonly StatedTool[];

/** Replaces the characters that tool names do not have by `_`. */
const toPlainName = (name: string): string => name.replace(/[^\w-]/g, '_');

/** MCP tools are named `mcp__SERVER__TOOL`. The server of a plugin is `plugin_PLUGIN_SERVER`. */
export const mcp: McpNames = {
  read(name) {
    const match = /^mcp__(.+?)__(.+)$/.exec(name);
    return match ? { server: match[1], tool: match[2] as string } : undefined;
  },
  write: ({ server, tool }) => `mcp__${toPlainName(server ?? '')}__${toPlainName(tool)}`,
};

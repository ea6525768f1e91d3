import type { Draft, Fields, McpNames } from '../../mapping/adapter.ts';
import { editPath, filePath, searchPath } from '../../mapping/opened.ts';
import type { StatedTool } from '../../mapping/stated.ts';
import type { Json } from '../../util/json.ts';
import { contentText } from './results.ts';

const told = (key: string) => (event: Draft) => (event.input as Json)[key];

const file = { path: { at: 'file_path', codec: filePath } } satisfies Fields;

/** `tool_response` of a tool that no recording shows. */
export const result = { text: 'text' } satisfies Fields;

/** Tools and arguments of 2.1.330, and those before that scripts still read. */
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
    resultSupply: { stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
  },
  // Behind ToolSearch; runs a command as well, whose lines the agent is told of, 2.1.330.
  {
    tool: 'shell',
    names: ['Monitor'],
    input: { command: 'command', description: 'description', timeout: 'timeout_ms' },
  },
  {
    tool: 'read',
    names: ['Read'],
    input: { ...file, start: 'offset' }, // `limit` counts lines, from there on
    result: { text: { at: 'file.content', supply: '' } },
    resultSupply: { type: 'text' },
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
    resultSupply: {
      filePath: told('path'),
      oldString: told('old'),
      newString: told('new'),
      structuredPatch: [],
      userModified: false,
    },
  },
  {
    tool: 'write',
    names: ['Write'],
    input: { ...file, content: 'content' },
    result: {},
    resultSupply: {
      type: 'update',
      filePath: told('path'),
      content: told('content'),
      structuredPatch: [],
      userModified: false,
    },
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
    resultSupply: { mode: 'content', numFiles: 0, filenames: [] },
  },
  {
    tool: 'fetch',
    names: ['WebFetch'],
    input: { url: 'url', prompt: { at: 'prompt', supply: '' } },
  },
  { tool: 'search', names: ['WebSearch'], input: { query: 'query' } },
  {
    tool: 'task',
    names: ['Agent', 'Task'], // the second until 2.1
    input: {
      description: { at: 'description', supply: '' },
      prompt: 'prompt',
      agent: { at: 'subagent_type', supply: 'general-purpose' },
      model: 'model',
    },
    result: { text: { at: 'content', codec: contentText } },
    resultSupply: { status: 'completed' },
  },
  // Gone since: what another agent's list of things to do, or of a folder, is called.
  { tool: 'todo', names: ['TodoWrite'], input: { items: 'todos' } },
  {
    tool: 'list',
    names: ['LS'],
    input: { path: { at: 'path', codec: filePath }, ignore: 'ignore' },
  },
  // No such tool: what another agent's deletion is called.
  { tool: 'delete', names: ['Delete'], input: file },
  { tool: 'mcp', names: [], input: {}, result: { text: { at: 'content', codec: contentText } } },
] as const satisfies readonly StatedTool[];

const plain = (name: string): string => name.replace(/[^\w-]/g, '_');

/** `mcp__SERVER__TOOL`; a plugin's server is `plugin_PLUGIN_SERVER`. */
export const mcp: McpNames = {
  read(name) {
    const found = /^mcp__(.+?)__(.+)$/.exec(name);
    return found ? { server: found[1] as string, tool: found[2] as string } : undefined;
  },
  write: ({ server, tool }) => `mcp__${plain(server ?? '')}__${plain(tool)}`,
  names: ({ server, tool }) => [`mcp__${plain(server ?? '')}__${plain(tool)}`],
};

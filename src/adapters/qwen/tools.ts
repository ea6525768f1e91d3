import type { Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { editPath, filePath, folderPath, searchPath } from '../../mapping/path-codecs.ts';
import { partsText, shownText } from '../gemini/shell-text.ts';

const fileArgument = { path: { at: 'file_path', codec: filePath } } satisfies Fields;
const searchFolder = { path: { at: 'path', codec: searchPath } } satisfies Fields;
const workingFolder = { directory: { at: 'directory', codec: folderPath } } satisfies Fields;

/** The `tool_response` of every tool. */
export const result = {
  text: { at: 'llmContent', codec: shownText, supply: '' },
  display: { at: 'returnDisplay', supply: '' },
} satisfies Fields;

/** A line number, natively counted from 0. Null means no line. */
const zeroBasedLine = makeCodec(
  (value) => (typeof value === 'number' ? value + 1 : (value ?? undefined)),
  (value) => Math.max(0, (value as number) - 1),
);

/** MCP texts are not wrapped, unlike those of Gemini CLI. */
const mcpText = {
  at: 'llmContent',
  codec: makeCodec(partsText.read, (text) => [{ text }]),
} as const;

/** Tools and arguments of 0.24.4. Other tools pass under their own names. */
export const tools = [
  {
    tool: 'shell',
    names: ['run_shell_command'],
    input: {
      command: 'command',
      description: 'description',
      ...workingFolder,
      background: 'is_background',
      timeout: 'timeout',
    },
  },
  // Runs a shell command and reports its output lines to the agent.
  {
    tool: 'shell',
    names: ['monitor'],
    input: { command: 'command', description: 'description', ...workingFolder },
  },
  { tool: 'write', names: ['write_file'], input: { ...fileArgument, content: 'content' } },
  {
    tool: 'edit',
    names: ['edit', 'replace'], // `replace` is the name in Gemini CLI, still understood
    input: {
      path: { at: 'file_path', codec: editPath },
      old: 'old_string',
      new: 'new_string',
      all: 'replace_all',
    },
  },
  {
    tool: 'read',
    names: ['read_file'],
    input: { ...fileArgument, start: { at: 'offset', codec: zeroBasedLine } },
  },
  { tool: 'read', names: ['zoom_image'], input: fileArgument },
  { tool: 'read', names: ['display_image'], input: fileArgument },
  {
    tool: 'list',
    names: ['list_directory'],
    input: { path: { at: 'path', codec: folderPath }, ignore: 'ignore' },
  },
  { tool: 'glob', names: ['glob'], input: { pattern: 'pattern', ...searchFolder } },
  {
    tool: 'grep',
    names: ['grep_search', 'search_file_content'],
    input: { pattern: 'pattern', ...searchFolder, include: 'glob' },
  },
  { tool: 'fetch', names: ['web_fetch'], input: { url: 'url', prompt: 'prompt' } },
  { tool: 'search', names: ['web_search'], input: { query: 'query' } },
  { tool: 'todo', names: ['todo_write'], input: { items: 'todos' } },
  {
    tool: 'task',
    names: ['agent', 'task'],
    input: {
      description: { at: 'description', supply: '' },
      prompt: 'prompt',
      agent: 'subagent_type',
    },
  },
  // Qwen Code has no such tool. Calls of other agents' delete tools get this name.
  { tool: 'delete', names: ['delete_file'], input: fileArgument },
  { tool: 'mcp', names: [], input: {}, result: { ...result, text: mcpText } },
] as const satisfies readonly StatedTool[];

/** Returns the hash that the client appends to a name that it has to change, 0.24.4. */
function hashName(name: string): string {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  return (hash >>> 0).toString(36).padStart(7, '0');
}

/**
 * Returns a tool name as the client changes it: a name of more than 63 characters, or with other
 * characters than letters, digits, `_` and `-`, ends in a hash.
 */
function toSafeName(name: string): string {
  if (name.length <= 63 && /^[A-Za-z][\w-]*$/.test(name)) return name;
  const ending = `_${hashName(name)}`;
  return `${name.replace(/[^\w-]/g, '_').slice(0, 63 - ending.length)}${ending}`;
}

export const mcp: McpNames = {
  read(name) {
    const match = /^mcp__(.+?)__(.+)$/.exec(name);
    return match ? { server: match[1], tool: match[2] as string } : undefined;
  },
  write: ({ server, tool }) => toSafeName(`mcp__${server ?? ''}__${tool}`),
  names: ({ server, tool }) => [
    toSafeName(`mcp__${server ?? ''}__${tool}`),
    `mcp__${server ?? ''}__${tool}`,
  ],
};

import type { Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { editPath, filePath, folderPath, searchPath } from '../../mapping/path-codecs.ts';
import { partsText, shownText } from '../gemini/shell-text.ts';

const fileArgument = { path: { at: 'file_path', codec: filePath } } satisfies Fields;
const searchFolder = { path: { at: 'path', codec: searchPath } } satisfies Fields;
const workingFolder = { directory: { at: 'directory', codec: folderPath } } satisfies Fields;

/** The fields of `tool_response`, for every tool. */
export const result = {
  text: { at: 'llmContent', codec: shownText, supply: '' },
  display: { at: 'returnDisplay', supply: '' },
} satisfies Fields;

/** Converts a line number, which Qwen Code counts from 0. Null means that there is none. */
const zeroBasedLine = makeCodec(
  (value) => (typeof value === 'number' ? value + 1 : (value ?? undefined)),
  (value) => Math.max(0, (value as number) - 1),
);

/** The row for the text of an MCP result, which Qwen Code does not put between two lines as Gemini CLI does. */
const mcpText = {
  at: 'llmContent',
  codec: makeCodec(partsText.read, (text) => [{ text }]),
} as const;

/** The tools and arguments of 0.24.4. A tool without a row keeps its native name in the canonical event. */
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
  // This tool runs a shell command, and reports the lines that it prints to the agent.
  {
    tool: 'shell',
    names: ['monitor'],
    input: { command: 'command', description: 'description', ...workingFolder },
  },
  { tool: 'write', names: ['write_file'], input: { ...fileArgument, content: 'content' } },
  {
    tool: 'edit',
    names: ['edit', 'replace'], // `replace` is its name in Gemini CLI, which matchers may still use
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
  // Qwen Code has no such tool. Its hooks get this name for calls of other agents' delete tools.
  { tool: 'delete', names: ['delete_file'], input: fileArgument },
  { tool: 'mcp', names: [], input: {}, result: { ...result, text: mcpText } },
] as const satisfies readonly StatedTool[];

/** Returns the hash (FNV-1a, 32 bits) that the client appends to a name that it has to change, 0.24.4. */
function hashName(name: string): string {
  let hash = 2166136261;
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 16777619);
  return (hash >>> 0).toString(36).padStart(7, '0');
}

/**
 * Returns the name that the client gives an MCP tool in place of an invalid one. A name is invalid if it has more
 * than 63 characters, or others than letters, digits, `_` and `-`. The new name ends in a hash of the old one.
 */
function toValidName(name: string): string {
  if (name.length <= 63 && /^[A-Za-z][\w-]*$/.test(name)) return name;
  const suffix = `_${hashName(name)}`;
  return `${name.replace(/[^\w-]/g, '_').slice(0, 63 - suffix.length)}${suffix}`;
}

export const mcp: McpNames = {
  read(name) {
    const match = /^mcp__(.+?)__(.+)$/.exec(name);
    return match ? { server: match[1], tool: match[2] as string } : undefined;
  },
  write: ({ server, tool }) => toValidName(`mcp__${server ?? ''}__${tool}`),
};

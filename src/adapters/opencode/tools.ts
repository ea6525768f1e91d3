import type { Draft, Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { editPath, filePath, folderPath, searchPath } from '../../mapping/path-codecs.ts';
import { isObject } from '../../util/equal.ts';
import { asText } from '../../util/json.ts';
import { once } from '../../util/once.ts';

const fileArgument = { path: { at: 'filePath', codec: filePath } } satisfies Fields;
const searchArgument = { path: { at: 'path', codec: searchPath } } satisfies Fields;

/** The result of a built-in tool. */
export const result = { text: { at: 'output', supply: '' } } satisfies Fields;

/** Converts the number of lines of a read: canonical is the last line. `offset` is the first line, from 1. */
const lastLineCodec = makeCodec(
  (limit, _, { offset } = {}) =>
    typeof limit === 'number' ? (typeof offset === 'number' ? offset : 1) + limit - 1 : limit,
  (end, { event }) => {
    const { start } = event.input ?? {};
    return Number(end) - (typeof start === 'number' ? start : 1) + 1;
  },
);

/** Reads the texts of the parts of an MCP result as one text, and writes a text as one part. */
const contentCodec = makeCodec(
  (content) => {
    if (!Array.isArray(content)) return content;
    const texts = content.map((part) => (isObject(part) ? part.text : undefined));
    return texts.filter((text) => typeof text === 'string').join('\n');
  },
  (text) => [{ type: 'text', text }],
);

/** Tools and arguments of 1.18.33. */
export const tools = [
  {
    tool: 'shell',
    names: ['bash'],
    input: {
      command: 'command',
      description: 'description',
      directory: { at: 'workdir', codec: folderPath },
      timeout: 'timeout',
    },
    result: {
      ...result,
      output: { at: 'metadata.output', supply: '' },
      exitCode: 'metadata.exit', // null if the command was aborted
    },
  },
  {
    tool: 'read',
    names: ['read'],
    input: { ...fileArgument, start: 'offset', end: { at: 'limit', codec: lastLineCodec } },
  },
  // `read` lists folders, too.
  { tool: 'list', names: ['read'], input: { path: 'filePath' } },
  { tool: 'write', names: ['write'], input: { ...fileArgument, content: 'content' } },
  {
    tool: 'edit',
    names: ['edit'],
    input: {
      path: { at: 'filePath', codec: editPath },
      old: 'oldString',
      new: 'newString',
      all: 'replaceAll',
    },
  },
  { tool: 'glob', names: ['glob'], input: { pattern: 'pattern', ...searchArgument } },
  {
    tool: 'grep',
    names: ['grep'],
    input: { pattern: 'pattern', ...searchArgument, include: 'include' },
  },
  {
    tool: 'task',
    names: ['task'],
    input: {
      description: { at: 'description', supply: 'A task' },
      prompt: 'prompt',
      agent: { at: 'subagent_type', supply: 'general' },
    },
  },
  { tool: 'todo', names: ['todowrite'], input: { items: 'todos' } },
  { tool: 'fetch', names: ['webfetch'], input: { url: 'url' } },
  // The client offers it only with some providers; read in the program of 1.18.33.
  { tool: 'search', names: ['websearch'], input: { query: 'query' } },
  // The client has no such tool. To its hooks, calls of other agents' delete tools have this name.
  { tool: 'delete', names: ['delete'], input: fileArgument },
  { tool: 'mcp', names: [], input: {}, result: { text: { at: 'content', codec: contentCodec } } },
] as const satisfies readonly StatedTool[];

/** Names with `_` in them that are no tools of MCP servers: built-in tools without a row, and permissions. */
const builtInNames = once(
  () =>
    new Set([
      ...['apply_patch', 'list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'],
      ...['plan_enter', 'plan_exit', 'external_directory', 'doom_loop'],
    ]),
);

/** Replaces the characters that tool names do not have by `_`. */
const toPlainName = (name: string): string => name.replace(/[^\w-]/g, '_');

/**
 * MCP tools are named `SERVER_TOOL`. Both parts may have `_`, so the split is a guess: the server ends at the first
 * one. A tool that the person has written may have such a name, too.
 */
export const mcp: McpNames = {
  read(name) {
    const end = name.indexOf('_');
    if (end < 1 || end === name.length - 1 || builtInNames().has(name)) return undefined;
    if (name.startsWith('mcp__')) return undefined; // a name of another agent
    return { server: name.slice(0, end), tool: name.slice(end + 1) };
  },
  write: ({ server, tool }) => toPlainName(server === undefined ? tool : `${server}_${tool}`),
};

/** At most so many further splits are listed. No real name has as many `_`. */
const maxSplits = 64;

/**
 * Lists every server and tool that the name of an MCP tool may stand for, the likeliest first.
 *
 * @returns an empty list if there is only one split
 */
export function listMcpSplits({ name, mcp: likeliest }: Draft): { server: string; tool: string }[] {
  const text = asText(name);
  const { server, tool } = likeliest as { server?: string; tool: string };
  if (text !== `${server}_${tool}`) return [];
  const ends = [...text.matchAll(/_/g)].map(({ index }) => index);
  const furtherSplits = ends
    .filter((at) => at > 0 && at < text.length - 1 && at !== server?.length)
    .map((at) => ({ server: text.slice(0, at), tool: text.slice(at + 1) }));
  return furtherSplits.length
    ? [{ server: server as string, tool }, ...furtherSplits.slice(0, maxSplits)]
    : [];
}

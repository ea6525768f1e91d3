import type { Codec, Draft, Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { makeCodec } from '../../mapping/fields.ts';
import {
  filePath,
  recordWrittenPaths,
  searchPath,
  toAbsolutePath,
} from '../../mapping/path-codecs.ts';
import type { Json } from '../../util/json.ts';
import { asText } from '../../util/json.ts';

const fileArgument = { path: { at: 'path', codec: filePath } } satisfies Fields;

const inputOf = (event: Draft): Json => event.input ?? {};

/** Builds the range of a read, `[first, last]`, in lines. -1 is the end of the file. */
const buildRange = (event: Draft, key: 'start' | 'end', value: unknown) => {
  const { start = 1, end = -1 }: Json = { ...inputOf(event), [key]: value };
  return [start, end];
};
/** Makes the codec of one end of a range. `at` is its index in the range, `key` its canonical argument. */
const lineOfRange = (at: 0 | 1, key: 'start' | 'end') =>
  makeCodec(
    (range) => {
      const value = Array.isArray(range) ? range[at] : undefined;
      return value === -1 ? undefined : value;
    },
    (value, { event }) => buildRange(event, key, value),
  );

/** The folders of a search in several folders, by the event. They are kept here, since `path` holds only the first. */
const searchedFolders = new WeakMap<Draft, readonly string[]>();

/** Lists a call for each folder of a search in several folders. Returns an empty list for any other call. */
export const listSearches = (event: Draft): Draft[] =>
  (searchedFolders.get(event) ?? []).map((text) => {
    const path = toAbsolutePath(text, event.cwd);
    return recordWrittenPaths({ ...event, input: { ...event.input, path } }, text);
  });

/** Converts the folders of a search: a text for one folder, a list for several. Reads the first of a list. */
const searchFoldersCodec: Codec = {
  read(value, context, beside) {
    if (!Array.isArray(value)) return searchPath.read(value, context, beside);
    const texts = value.map(asText);
    if (texts.length > 1) searchedFolders.set(context.event, texts);
    return searchPath.read(texts[0], context, beside);
  },
  write: (value) => value,
};
const searchArguments = {
  path: { at: ['paths', 'path'], codec: searchFoldersCodec },
} satisfies Fields;

/** Converts to-do items, which are natively one text with a line for each item. */
const todoItems = makeCodec(
  (value) => (typeof value === 'string' ? value.split('\n') : value),
  (value) => (Array.isArray(value) ? value.map(asText).join('\n') : value),
);

/** The fields of a result. */
export const result = { text: { at: 'textResultForLlm', supply: '' } } satisfies Fields;

const shellArguments = {
  command: 'command',
  description: { at: 'description', supply: 'Run a command' },
  background: {
    at: 'mode',
    codec: makeCodec(
      (mode) => (mode === 'async' ? true : mode === 'sync' ? false : undefined),
      (background) => (background ? 'async' : 'sync'),
    ),
    supply: 'sync',
  },
} satisfies Fields;

const grepArguments = { pattern: 'pattern', ...searchArguments, include: 'glob' } satisfies Fields;

/** Tools and arguments of 1.0.102. */
export const tools = [
  { tool: 'shell', names: ['bash'], shell: 'bash', input: shellArguments },
  { tool: 'shell', names: ['powershell'], shell: 'powershell', input: shellArguments },
  {
    tool: 'read',
    names: ['view'],
    input: {
      ...fileArgument,
      start: { at: 'view_range', codec: lineOfRange(0, 'start') },
      end: { at: 'view_range', codec: lineOfRange(1, 'end') },
    },
  },
  // `view` reads files and lists folders.
  { tool: 'list', names: ['view'], input: { path: 'path' } },
  { tool: 'write', names: ['create'], input: { ...fileArgument, content: 'file_text' } },
  { tool: 'edit', names: ['edit'], input: { ...fileArgument, old: 'old_str', new: 'new_str' } },
  { tool: 'grep', names: ['grep'], input: grepArguments },
  { tool: 'grep', names: ['rg'], input: grepArguments },
  { tool: 'glob', names: ['glob'], input: { pattern: 'pattern', ...searchArguments } },
  {
    tool: 'task',
    names: ['task'],
    input: {
      description: { at: 'description', supply: 'A task' },
      prompt: 'prompt',
      agent: { at: 'agent_type', supply: 'general-purpose' },
      model: 'model',
    },
  },
  { tool: 'todo', names: ['update_todo'], input: { items: { at: 'todos', codec: todoItems } } },
  // The client's table of names has these two, but they are not offered without GitHub's own models.
  { tool: 'fetch', names: ['web_fetch'], input: { url: 'url' } },
  { tool: 'search', names: ['web_search'], input: { query: 'query' } },
  // The client has no such tool. To its hooks, calls of other agents' delete tools have this name.
  { tool: 'delete', names: ['delete'], input: fileArgument },
] as const satisfies readonly StatedTool[];

/** Tool names that hooks under PascalCase events receive, 1.0.102. Other tools keep their names. */
const claudeNames: Readonly<Record<string, string>> = {
  bash: 'Bash',
  view: 'Read',
  create: 'Write',
  edit: 'Edit',
  apply_patch: 'Edit',
  grep: 'Grep',
  rg: 'Grep',
  glob: 'Glob',
  task: 'Agent',
  web_fetch: 'WebFetch',
  web_search: 'WebSearch',
  update_todo: 'TodoWrite',
};

/** Returns the tool name that hooks under PascalCase events receive. */
export const toPascalName = (name: unknown): unknown =>
  Object.hasOwn(claudeNames, name as string) ? claudeNames[name as string] : name;

/**
 * Returns the client's own tool name for a name that hooks under PascalCase events receive.
 *
 * @param isPatch whether the arguments are a bare text, which only `apply_patch` has
 */
export function toRuntimeName(name: unknown, isPatch = false): unknown {
  if (isPatch && name === 'Edit') return 'apply_patch';
  return Object.keys(claudeNames).find((key) => claudeNames[key] === name) ?? name;
}

/** Lists all names of a tool: the given name, the client's own, and the name under PascalCase events. */
export const listToolNames = (name: string): string[] =>
  [...new Set([name, toRuntimeName(name), toPascalName(name)])] as string[];

/**
 * MCP tools are named `SERVER-TOOL`. Both parts may have dashes, so the split is a guess. Most tools are in
 * snake_case or camelCase: if the part after the last dash is, it is the tool. If not, the server ends at the first dash.
 */
export const mcp: McpNames = {
  read(name) {
    const slash = name.indexOf('/'); // the form in a permission request
    if (slash > 0) return { server: name.slice(0, slash), tool: name.slice(slash + 1) };
    const last = name.lastIndexOf('-');
    const dash = /[_A-Z]/.test(name.slice(last)) ? last : name.indexOf('-');
    return dash > 0 && dash < name.length - 1
      ? { server: name.slice(0, dash), tool: name.slice(dash + 1) }
      : undefined;
  },
  write: ({ server, tool }) => (server === undefined ? tool : `${server}-${tool}`),
};

/** At most so many further splits are listed. No real name has as many dashes. */
const maxSplits = 64;

/**
 * Lists every server and tool that the name of an MCP tool may stand for, the likeliest first.
 *
 * @returns an empty list if there is only one split
 */
export function listMcpSplits({ name, mcp: likeliest }: Draft): { server: string; tool: string }[] {
  const text = asText(name);
  const { server, tool } = likeliest as { server?: string; tool: string };
  if (text !== `${server}-${tool}`) return [];
  const dashes = [...text.matchAll(/-/g)].map(({ index }) => index);
  const furtherSplits = dashes
    .filter((at) => at > 0 && at < text.length - 1 && at !== server?.length)
    .map((at) => ({ server: text.slice(0, at), tool: text.slice(at + 1) }));
  return furtherSplits.length
    ? [{ server: server as string, tool }, ...furtherSplits.slice(0, maxSplits)]
    : [];
}

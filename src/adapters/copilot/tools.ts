import type { Codec, Draft, Fields, McpNames } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { absolute, filePath, searchPath, writtenAs } from '../../mapping/opened.ts';
import type { StatedTool } from '../../mapping/stated.ts';
import type { Json } from '../../util/json.ts';
import { asText } from '../../util/json.ts';

const file = { path: { at: 'path', codec: filePath } } satisfies Fields;

const input = (event: Draft): Json => (event.input ?? {}) as Json;

/** `[first, last]`, where -1 is the end of the file. */
const rangeOf = (event: Draft, key: 'start' | 'end', value: unknown) => {
  const { start = 1, end = -1 }: Json = { ...input(event), [key]: value };
  return [start, end];
};
const line = (at: 0 | 1, key: 'start' | 'end') =>
  codec(
    (range) => {
      const value = Array.isArray(range) ? range[at] : undefined;
      return value === -1 ? undefined : value;
    },
    (value, { event }) => rangeOf(event, key, value),
  );

const searches = new WeakMap<Draft, readonly string[]>();

/** A search in each of the folders that it is in, where those are several. */
export const searchesOf = (event: Draft): Draft[] =>
  (searches.get(event) ?? []).map((text) => {
    const path = absolute(text, event.cwd as string | undefined);
    return writtenAs({ ...event, input: { ...(event.input as Json), path } }, text);
  });

/** One folder as a text, several as a list. */
const folders: Codec = {
  read(value, context, beside) {
    if (!Array.isArray(value)) return searchPath.read(value, context, beside);
    const texts = value.map(asText);
    if (texts.length > 1) searches.set(context.event, texts);
    return searchPath.read(texts[0], context, beside);
  },
  write: (value) => value,
};
const searched = { path: { at: ['paths', 'path'], codec: folders } } satisfies Fields;

const items = codec(
  (value) => (typeof value === 'string' ? value.split('\n') : value),
  (value) => (Array.isArray(value) ? value.map(asText).join('\n') : value),
);

export const result = { text: { at: 'textResultForLlm', supply: '' } } satisfies Fields;

const command = {
  command: 'command',
  description: { at: 'description', supply: 'Run a command' },
  background: {
    at: 'mode',
    codec: codec(
      (mode) => (mode === 'async' ? true : mode === 'sync' ? false : undefined),
      (background) => (background ? 'async' : 'sync'),
    ),
    supply: 'sync',
  },
} satisfies Fields;

const found = { pattern: 'pattern', ...searched, include: 'glob' } satisfies Fields;

/** Tools and arguments of 1.0.102. */
export const tools = [
  { tool: 'shell', names: ['bash'], input: command },
  { tool: 'shell', names: ['powershell'], input: command },
  {
    tool: 'read',
    names: ['view'],
    input: {
      ...file,
      start: { at: 'view_range', codec: line(0, 'start') },
      end: { at: 'view_range', codec: line(1, 'end') },
    },
  },
  { tool: 'list', names: ['view'], input: { path: 'path' } }, // a folder is viewed as a file is
  { tool: 'write', names: ['create'], input: { ...file, content: 'file_text' } },
  { tool: 'edit', names: ['edit'], input: { ...file, old: 'old_str', new: 'new_str' } },
  { tool: 'grep', names: ['grep'], input: found },
  { tool: 'grep', names: ['rg'], input: found },
  { tool: 'glob', names: ['glob'], input: { pattern: 'pattern', ...searched } },
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
  { tool: 'todo', names: ['update_todo'], input: { items: { at: 'todos', codec: items } } },
  // In the client's table of names, and not offered without GitHub's own models.
  { tool: 'fetch', names: ['web_fetch'], input: { url: 'url' } },
  { tool: 'search', names: ['web_search'], input: { query: 'query' } },
  // No such tool: what another agent's deletion is called.
  { tool: 'delete', names: ['delete'], input: file },
] as const satisfies readonly StatedTool[];

/** What hooks with names in PascalCase are told, 1.0.102; other tools keep their names. */
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

export const pascalName = (name: unknown): unknown =>
  Object.hasOwn(claudeNames, name as string) ? claudeNames[name as string] : name;

/** The tool behind such a name; `patch`: its arguments are a bare text. */
export function runtimeName(name: unknown, patch = false): unknown {
  if (patch && name === 'Edit') return 'apply_patch';
  return Object.keys(claudeNames).find((key) => claudeNames[key] === name) ?? name;
}

/** All the names a tool goes by. */
export const bothNames = (name: string): string[] =>
  [...new Set([name, runtimeName(name), pascalName(name)])] as string[];

/** Where server and tool meet is not told: the tools of most are in snake_case or camelCase. */
export const mcp: McpNames = {
  read(name) {
    const slash = name.indexOf('/'); // of a permission request
    if (slash > 0) return { server: name.slice(0, slash), tool: name.slice(slash + 1) };
    const last = name.lastIndexOf('-');
    const at = /[_A-Z]/.test(name.slice(last)) ? last : name.indexOf('-');
    return at > 0 && at < name.length - 1
      ? { server: name.slice(0, at), tool: name.slice(at + 1) }
      : undefined;
  },
  write: ({ server, tool }) => (server === undefined ? tool : `${server}-${tool}`),
  names: ({ server, tool }) => [server === undefined ? tool : `${server}-${tool}`],
};

/** No name has as many. */
const most = 64;

/** Every server and tool that a name may stand for, the likeliest first; none where it is sure. */
export function splits({ name, mcp: likely }: Draft): { server: string; tool: string }[] {
  const text = asText(name);
  const { server, tool } = likely as { server?: string; tool: string };
  if (text !== `${server}-${tool}`) return [];
  const dashes = [...text.matchAll(/-/g)].map(({ index }) => index);
  const all = dashes
    .filter((at) => at > 0 && at < text.length - 1 && at !== server?.length)
    .map((at) => ({ server: text.slice(0, at), tool: text.slice(at + 1) }));
  return all.length ? [{ server: server as string, tool }, ...all.slice(0, most)] : [];
}

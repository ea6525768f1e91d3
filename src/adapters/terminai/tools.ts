import type { Fields, McpNames, ToolRow } from '../../mapping/adapter.ts';
import { folderPath } from '../../mapping/path-codecs.ts';
import { once } from '../../util/once.ts';
import { addressOf, promptWithAddress } from '../gemini/addresses.ts';
import { gemini } from '../gemini/dialect.ts';
import { partsText } from '../gemini/shell-text.ts';
import { result } from '../gemini/tools.ts';

/** Gemini CLI's name of a tool → the names in 0.28.0. The arguments have the names that Gemini CLI gives them. */
const renamedTools: Readonly<Record<string, string | string[]>> = {
  run_shell_command: 'run_terminal_command',
  write_file: 'write_to_file',
  replace: ['edit_file', 'smart_edit_file'],
  list_directory: 'list_files',
  glob: 'glob_files',
  google_web_search: 'search_web',
  write_todos: 'manage_todos',
  invoke_agent: 'delegate_to_agent',
};

/** The row for the text of an MCP result, which 0.28.0 does not put between two lines as Gemini CLI does. */
const mcpText = {
  at: 'llmContent',
  codec: { read: partsText.read, write: (text: unknown) => [{ text }] },
};

/** The arguments of `web_fetch`. In 0.28.0 it has no argument for an address, which is part of the prompt. */
const fetchInput = {
  prompt: { at: 'prompt', codec: promptWithAddress, supply: addressOf },
} satisfies Fields;

/** Further tools that run shell commands, read in the source of 0.28.0. */
const otherShells: readonly ToolRow[] = [
  {
    tool: 'shell',
    names: ['execute_repl'],
    input: { command: 'code', timeout: 'timeout_ms' },
  },
  {
    tool: 'shell',
    names: ['manage_processes'],
    when: { operation: 'start' },
    input: {
      command: 'command',
      directory: { at: 'cwd', codec: folderPath },
      background: 'background',
    },
  },
  // This operation types a text into a process that may be a shell.
  {
    tool: 'shell',
    names: ['manage_processes'],
    nameInEvents: 'manage_processes/send',
    when: { operation: 'send' },
    input: { command: 'text' },
  },
];

/** The tools of 0.28.0. Gemini CLI's names are read as well, since the vendor's own docs use them. */
export const tools: readonly ToolRow[] = [
  ...gemini.tools.map(({ result: _, ...row }) => {
    const newNames = row.names.flatMap((name) => renamedTools[name] ?? []);
    const resultPart = row.tool === 'mcp' ? { result: { ...result, text: mcpText } } : {};
    const input = row.tool === 'fetch' ? fetchInput : row.input;
    return { ...row, ...resultPart, input, names: [...newNames, ...row.names] };
  }),
  ...otherShells,
];

/** Built-in tools that have no row. Any other name without a row is that of an MCP tool. */
const toolsWithoutRow = once(
  () =>
    new Set(
      `read_many_files save_memory manage_processes file_operations agent_control
  get_internal_docs ui.health ui.capabilities ui.snapshot ui.query ui.describe ui.click ui.type
  ui.key ui.scroll ui.focus ui.wait ui.assert ui.click_xy ui.diagnose`.split(/\s+/),
    ),
);

/** An MCP tool has its bare name. If two servers have a tool of that name, the second is `SERVER__TOOL`. */
export const mcp: McpNames = {
  read(name) {
    if (toolsWithoutRow().has(name) || name.startsWith('external_')) return undefined;
    const match = /^(.+?)__(.+)$/.exec(name);
    return match ? { server: match[1], tool: match[2] as string } : { tool: name };
  },
  write: ({ server, tool }) => (server ? `${server}__${tool}` : tool),
  listOfferedNames: ({ server, tool }) => [tool, `${server}__${tool}`],
};

import type { Json } from '../../src/util/json.ts';

/** What each dialect calls the tools of Gemini CLI, from the vendors' pages and sources. */
const called: Readonly<Record<string, string>> = {
  run_terminal_command: 'run_shell_command',
  write_to_file: 'write_file',
  edit_file: 'replace',
  list_files: 'list_directory',
  glob_files: 'glob',
  search_file_content: 'grep_search',
  search_web: 'google_web_search',
  manage_todos: 'write_todos',
  delegate_to_agent: 'invoke_agent',
  shell: 'run_shell_command',
  write: 'write_file',
  edit: 'replace',
  read: 'read_file',
  list: 'list_directory',
  grep: 'grep_search',
  fetch: 'web_fetch',
  todo: 'write_todos',
  task: 'invoke_agent',
};

/** Names on offer without whose they are; of an MCP tool the tool's alone. */
export function plainOffer(offered: { mode: unknown; names: unknown } | undefined): unknown {
  const { mode = 'AUTO', names } = offered ?? {};
  if (!Array.isArray(names)) return offered;
  const plain = names.map((name) =>
    typeof name === 'string'
      ? (called[name] ?? name.replace(/^(?:mcp_)?srv_{1,2}|^.*\//, ''))
      : name,
  );
  return { mode, names: [...new Set(plain)].sort() };
}

/** The file, and what is written into it, of a patch that adds one; a range to the end as where it begins. */
export function plainInput(input: Json): Json {
  const { command, view_range: range } = input;
  const [, file, text = ''] =
    (typeof command === 'string' &&
      /^\*\*\* Begin Patch\n\*\*\* Add File: (.+)\n((?:\+.*\n)*)\*\*\* End Patch\n?$/.exec(
        command,
      )) ||
    [];
  if (file !== undefined) return { ...input, command: { file, text: text.replace(/^\+/gm, '') } };
  return Array.isArray(range) && range[1] === -1 ? { ...input, view_range: [range[0]] } : input;
}

import { family } from './payloads.ts';

/** A hook that refuses. */
export const deny = ['--', 'echo no >&2; exit 2'];

/** A Cursor script for one of its events. */
export const as = (event: string) => ['--as', 'cursor', '--event', event];

/** Tool calls of a Gemini CLI host. */
export const gemini = (tool_name: string, tool_input: object, more = {}) =>
  family('gemini', 'BeforeTool', { tool_name, tool_input, ...more });
export const mcp = gemini(
  'mcp_my-db_run_query',
  { sql: '1' },
  {
    mcp_context: { server_name: 'my-db', tool_name: 'run_query' },
  },
);
export const sh = (command: string) => gemini('run_shell_command', { command });

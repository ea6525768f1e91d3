import type { Fields, McpNames } from '../../../../src/mapping/adapter.ts';
import type { StatedTool } from '../../../../src/mapping/binding-types.ts';
import { editPath, filePath } from '../../../../src/mapping/path-codecs.ts';

/** The result of tools that have no `result` of their own: canonical path → native path. */
export const result = {
  text: { at: 'text', supply: '' },
  'error.message': 'error',
} satisfies Fields;

/**
 * The tools of the client. Of the names, the first is written and all are read. Calls of a canonical tool without
 * a row do not reach hooks of this client, so list every tool that a guard must see.
 */
export const tools = [
  { tool: 'shell', names: ['run_command'], input: { command: 'command' } },
  { tool: 'read', names: ['open_file'], input: { path: { at: 'file', codec: filePath } } },
  {
    tool: 'write',
    names: ['create_file'],
    input: { path: { at: 'file', codec: filePath }, content: 'text' },
  },
  {
    tool: 'edit',
    names: ['change_file'],
    input: { path: { at: 'file', codec: editPath }, old: 'from', new: 'to' },
  },
] as const satisfies readonly StatedTool[];

/** How MCP tools are called: `mcp__SERVER__TOOL`. */
export const mcp: McpNames = {
  read(name) {
    const match = /^mcp__(.+?)__(.+)$/.exec(name);
    return match ? { server: match[1], tool: match[2] as string } : undefined;
  },
  write: ({ server, tool }) => `mcp__${server ?? ''}__${tool}`,
};

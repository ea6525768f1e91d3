// An MCP server that keeps notes.
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** Settings with the notes server, which writes notes.txt in the project. */
export const withNotes = ({ project }: Workspace) => ({
  mcpServers: {
    'my-notes': {
      command: process.execPath,
      args: [join(import.meta.dirname, 'mcp-server.mjs'), join(project, 'notes.txt')],
      trust: true,
    },
  },
});

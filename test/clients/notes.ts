// An MCP server that keeps notes.
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** The notes server, by its name; it writes notes.txt in the project. */
export const notes = ({ project }: Workspace) => ({
  'my-notes': {
    command: process.execPath,
    args: [join(import.meta.dirname, 'mcp-server.mjs'), join(project, 'notes.txt')],
    trust: true,
  },
});

/** Gemini's settings with it. */
export const withNotes = (workspace: Workspace) => ({ mcpServers: notes(workspace) });

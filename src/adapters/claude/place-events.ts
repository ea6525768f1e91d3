import { defineBinding, type Events } from '../../mapping/define.ts';
import { addCommonFields } from './base.ts';
import { blockRows } from './outcomes.ts';

/** The fields of events about a question that an MCP server asks the person. */
const serverFields = { server: 'mcp_server_name', message: 'message', mode: 'mode' } as const;

/** Events about instructions, folders, files, worktrees and questions of MCP servers. */
export const placeEvents = {
  InstructionsLoaded: defineBinding('instructions', () => ({
    payload: addCommonFields({
      path: 'file_path',
      type: 'memory_type',
      reason: 'load_reason',
      globs: 'globs',
      trigger: 'trigger_file_path',
      parent: 'parent_file_path',
    }),
  })),
  CwdChanged: defineBinding('cwd-changed', () => ({
    payload: addCommonFields({ from: 'old_cwd', to: 'new_cwd' }),
  })),
  DirectoryAdded: defineBinding('directory-added', () => ({
    payload: addCommonFields({ path: 'directory', source: 'source' }),
  })),
  FileChanged: defineBinding('file-changed', () => ({
    payload: addCommonFields({ path: 'file_path', change: 'event' }),
  })),
  ConfigChange: defineBinding('config-changed', () => ({
    payload: addCommonFields({ source: 'source', path: 'file_path' }),
    outcome: blockRows,
  })),
  WorktreeCreate: defineBinding('worktree-create', () => ({
    payload: addCommonFields({ worktree: 'name' }),
    neutralResponse: null, // the client takes whatever a hook prints as the path of the worktree
  })),
  WorktreeRemove: defineBinding('worktree-remove', () => ({
    payload: addCommonFields({ path: 'worktree_path' }),
  })),
  Elicitation: defineBinding('elicitation', () => ({
    payload: addCommonFields({ ...serverFields, schema: 'requested_schema' }),
  })),
  ElicitationResult: defineBinding('elicitation-result', () => ({
    payload: addCommonFields({ ...serverFields, action: 'action', content: 'content' }),
  })),
} satisfies Events;

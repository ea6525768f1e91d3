import { defineDialect } from '../../mapping/define.ts';
import { fillAfterDecoding, paths } from './base.ts';
import { agentEvents, editorEvents } from './events.ts';
import { toolEvents } from './tool-events.ts';
import { mcp, result, tools } from './tools.ts';

const events = { ...agentEvents, ...toolEvents, ...editorEvents };

/** Cursor, as measured with the IDE of autumn 2026 and with cursor-agent 2026.09.28. */
export const cursor = defineDialect({
  id: 'cursor',
  title: 'Cursor',
  eventKey: 'hook_event_name',
  events,
  tools,
  result,
  mcp,
  fillAfterDecoding,
  bareInputKeys: { ApplyPatch: 'patch' },
  recognises: ({ hook_event_name: native, conversation_id, cursor_version, session_id }) => {
    if (typeof native !== 'string' || !Object.hasOwn(events, native)) return 0;
    if (conversation_id !== undefined || cursor_version !== undefined) return 2;
    // Cursor sends no `session_id` without a `conversation_id`, so this payload is from another agent.
    return session_id === undefined ? 1 : 0;
  },
  sessionVariable: 'CURSOR_CONVERSATION_ID',
  // The public script that most people rewrite commands with answers `{ command }` alone, and it works.
  paths,
  rewrites: 'merge',
  // `workspace_roots`. The environment variable may be inherited from another process, CLI 2026.09.28.
  project: 'payload',
  // An `allow` skips the approval in some modes only, and never for MCP tools, forum t/155434. Most
  // scripts mean "no objection" by it.
  unsureAllow: true,
  // Early events of a session have no path, CLI 2026.09.28.
  transcriptOf: (session, project) =>
    project &&
    `.cursor/projects/${project.replace(/^[\\/]+/, '').replace(/[^a-zA-Z0-9]/g, '-')}/agent-transcripts/${session}/${session}.jsonl`,
});

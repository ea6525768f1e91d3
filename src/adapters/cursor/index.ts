import { defineAdapter } from '../../mapping/define.ts';
import { paths } from './base.ts';
import { composites, listPrecedingCalls } from './composites.ts';
import { readFinished, runtime } from './contract.ts';
import { agentEvents, otherEvents } from './events.ts';
import { matchers } from './matchers.ts';
import { makeOwnHooks } from './own-hooks.ts';
import { toolEvents } from './tool-events.ts';
import { mcp, result, tools } from './tools.ts';

const events = { ...agentEvents, ...toolEvents, ...otherEvents };

/** Cursor: the IDE of autumn 2026 and cursor-agent 2026.09.28. */
export const cursor = defineAdapter({
  id: 'cursor',
  title: 'Cursor',
  hooksIn: '.cursor/hooks.json',
  eventKey: 'hook_event_name',
  events,
  tools,
  result,
  mcp,
  matchers,
  recognises: ({ hook_event_name: native, conversation_id, cursor_version, session_id }) => {
    if (typeof native !== 'string' || !Object.hasOwn(events, native)) return 0;
    if (conversation_id !== undefined || cursor_version !== undefined) return 2;
    // A payload with `session_id` also has `conversation_id`.
    return session_id === undefined ? 1 : 0;
  },
  readFinished,
  rewrites: 'merge', // the most used public rewriter answers `{ command }` alone and works
  runtime,
  project: 'payload', // `workspace_roots`, since the variable may be inherited, CLI 2026.09.28
  loads: ['claude'],
  ownHooks: makeOwnHooks(Object.keys(events)),
  // An `allow` grants in some modes only and never for MCP, forum t/155434. Most scripts mean "no
  // objection" by it.
  unsureAllow: true,
  capsLoops: true,
  paths,
  composites,
  listPrecedingCalls,
});

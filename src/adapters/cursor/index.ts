import type { Adapter } from '../../adapter.ts';
import { bindingsOf } from '../../bindings.ts';
import { paths } from './base.ts';
import { composites, precedes } from './composites.ts';
import { habitat, reads } from './contract.ts';
import { agentEvents, otherEvents } from './events.ts';
import { toolEvents } from './tool-events.ts';
import { mcp, result, tools } from './tools.ts';

const bindings = bindingsOf({ ...agentEvents, ...toolEvents, ...otherEvents });

/** Cursor: the IDE of autumn 2026 and cursor-agent 2026.09.28. */
export const cursor: Adapter = {
  id: 'cursor',
  title: 'Cursor',
  eventKey: 'hook_event_name',
  bindings,
  tools,
  result,
  mcp,
  recognises: ({ hook_event_name: native }) =>
    bindings.natives.includes(native as string) ? 2 : 0,
  reads,
  rewrites: 'merge', // the most used public rewriter answers `{ command }` alone, and works
  habitat,
  capsLoops: true,
  paths,
  composites,
  precedes,
};

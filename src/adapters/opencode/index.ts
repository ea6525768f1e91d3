import { extendDialect } from '../../mapping/extend.ts';
import { composites, listCallMeanings } from './composites.ts';
import { readFinished, runtime } from './contract.ts';
import { opencode as dialect } from './dialect.ts';
import { normaliseResponse } from './outcomes.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const opencode = extendDialect(dialect, {
  hooksIn: '.opencode/plugin/anyhook.js',
  listOtherMcpNames: ({ tool }) => [tool],
  readFinished,
  normaliseResponse,
  runtime,
  merging: {
    // Each hook gets what the one before it changed, and a throw is the last, 1.18.33.
    inTurn: true,
    joined: ['message', 'context', 'followUp'], // a later result replaces an earlier one
  },
  listCallMeanings,
  equivalentTools: {
    ask: 'question',
    patch: { name: 'apply_patch', input: { patch: 'patchText' } },
    plan: 'plan_enter',
    'plan-done': 'plan_exit',
    resource: 'read_mcp_resource',
    resources: { name: 'list_mcp_resources', input: { server: null } },
    skill: { name: 'skill', input: { skill: 'name', args: null } },
  },
  composites,
});

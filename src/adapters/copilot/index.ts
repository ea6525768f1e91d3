import { extendDialect } from '../../mapping/extend.ts';
import { composites, listCallMeanings } from './composites.ts';
import { readFinished, runtime } from './contract.ts';
import { copilot as dialect } from './dialect.ts';
import { matchers } from './matchers.ts';
import { normaliseResponse } from './outcomes.ts';
import { ownHooks } from './own-hooks.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const copilot = extendDialect(dialect, {
  hooksIn: '.github/hooks/anyhook.json',
  matchers,
  readFinished,
  normaliseResponse,
  runtime,
  merging: {
    // A hook that refuses, asks or fails is the last. Only a changed call is known to be passed on, 1.0.102.
    inTurn: true,
    joined: ['message', 'context', 'followUp'], // a later result replaces an earlier one
  },
  http: {},
  loads: ['claude'],
  ownHooks,
  capsLoops: true,
  keepsRetry: true, // also after further tool calls, 1.0.102
  listCallMeanings,
  equivalentTools: { agents: 'list_agents', ask: 'ask_user', patch: 'apply_patch', skill: 'skill' },
  composites,
});

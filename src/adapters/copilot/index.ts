import { defineAdapter } from '../../mapping/define.ts';
import { composites, listCallMeanings } from './composites.ts';
import { makeRecogniser, nativeEventOf, readFinished, runtime } from './contract.ts';
import { events } from './events.ts';
import { matchers } from './matchers.ts';
import { normaliseResponse } from './outcomes.ts';
import { ownHooks } from './own-hooks.ts';
import { paths } from './paths.ts';
import { fillCallAfterDecoding } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** GitHub Copilot CLI 1.0.102. */
export const copilot = defineAdapter({
  id: 'copilot',
  title: 'Copilot CLI',
  hooksIn: '.github/hooks/anyhook.json',
  eventKey: 'hook_event_name',
  nativeOf: nativeEventOf,
  events,
  tools,
  result,
  mcp,
  matchers,
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  readFinished,
  normaliseResponse,
  rewrites: 'replace',
  runtime,
  project: 'payload', // `cd` does not change it, 1.0.102
  http: {},
  loads: ['claude'],
  ownHooks,
  maxAnswerLength: 10_485_760, // 1.0.102
  capsLoops: true,
  keepsRetry: true, // also after further tool calls, 1.0.102
  paths,
  listCallMeanings,
  equivalentTools: { agents: 'list_agents', ask: 'ask_user', patch: 'apply_patch', skill: 'skill' },
  composites,
});

import { defineAdapter } from '../../mapping/define.ts';
import { composites, meanings } from './composites.ts';
import { nativeOf, reads, recognises, runtime } from './contract.ts';
import { events } from './events.ts';
import { matchers } from './matchers.ts';
import { tidy } from './outcomes.ts';
import { own } from './own.ts';
import { paths } from './paths.ts';
import { inferCall } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** GitHub Copilot CLI 1.0.102. */
export const copilot = defineAdapter({
  id: 'copilot',
  title: 'Copilot CLI',
  hooksIn: '.github/hooks/anyhook.json',
  eventKey: 'hook_event_name',
  nativeOf,
  events,
  tools,
  result,
  mcp,
  matchers,
  inferCall,
  recognises: recognises(Object.keys(events)),
  reads,
  tidy,
  rewrites: 'replace',
  runtime,
  project: 'payload', // no `cd` moves it, 1.0.102
  http: {},
  loads: ['claude'],
  own,
  longest: 10_485_760, // 1.0.102
  capsLoops: true,
  keepsRetry: true, // through tool calls, 1.0.102
  paths,
  meanings,
  kin: { agents: 'list_agents', ask: 'ask_user', patch: 'apply_patch', skill: 'skill' },
  composites,
});

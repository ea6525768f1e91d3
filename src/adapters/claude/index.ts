import { defineAdapter } from '../../mapping/define.ts';
import { tidy } from './answer.ts';
import { composites } from './composites.ts';
import { reads, recognises, runtime } from './contract.ts';
import { placeEvents, sessionEvents } from './events.ts';
import { http } from './http.ts';
import { kin } from './kin.ts';
import { matchers } from './matchers.ts';
import { common } from './outcomes.ts';
import { inferCall, paths } from './paths.ts';
import { meets } from './rules.ts';
import { toolEvents } from './tool-events.ts';
import { mcp, result, tools } from './tools.ts';

const events = { ...sessionEvents, ...toolEvents, ...placeEvents };

/** Claude Code 2.1.330. */
export const claude = defineAdapter({
  id: 'claude',
  title: 'Claude Code',
  hooksIn: '.claude/settings.json',
  eventKey: 'hook_event_name',
  events,
  common,
  tools,
  result,
  mcp,
  matchers,
  meets,
  inferCall,
  recognises: recognises(Object.keys(events)),
  reads,
  tidy,
  rewrites: 'replace', // and checked against the schema of the tool
  runtime,
  project: { variable: 'CLAUDE_PROJECT_DIR' }, // what `cd`, worktrees and `env` leave as it is, 2.1.330
  http,
  keepsRetry: true, // through tool calls, in a turn and in a sub-agent, 2.1.330
  paths,
  kin,
  composites,
});

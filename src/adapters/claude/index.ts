import { defineAdapter } from '../../mapping/define.ts';
import { composites } from './composites.ts';
import { makeRecogniser, readFinished, runtime } from './contract.ts';
import { equivalentTools } from './equivalent-tools.ts';
import { sessionEvents } from './events.ts';
import { http } from './http.ts';
import { matchers } from './matchers.ts';
import { commonResponseKeys } from './outcomes.ts';
import { fillCallAfterDecoding, paths } from './paths.ts';
import { placeEvents } from './place-events.ts';
import { normaliseResponse } from './response.ts';
import { matchesRule } from './rules.ts';
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
  commonFields: commonResponseKeys,
  tools,
  result,
  mcp,
  matchers,
  matchesRule,
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  readFinished,
  normaliseResponse,
  rewrites: 'replace', // the client then checks the new input against the tool's schema
  runtime,
  project: { variable: 'CLAUDE_PROJECT_DIR' }, // `cd`, worktrees and `env` do not change it, 2.1.330
  http,
  keepsRetry: true, // also after further tool calls, in a turn and in a sub-agent, 2.1.330
  paths,
  equivalentTools,
  composites,
});

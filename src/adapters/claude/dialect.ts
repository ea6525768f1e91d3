import { defineDialect } from '../../mapping/define.ts';
import { sessionEvents } from './events.ts';
import { fillCallAfterDecoding, paths } from './paths.ts';
import { placeEvents } from './place-events.ts';
import { makeRecogniser } from './recogniser.ts';
import { toolEvents } from './tool-events.ts';
import { mcp, result, tools } from './tools.ts';

const events = { ...sessionEvents, ...toolEvents, ...placeEvents };

/** Claude Code 2.1.330. */
export const claude = defineDialect({
  id: 'claude',
  title: 'Claude Code',
  eventKey: 'hook_event_name',
  events,
  tools,
  result,
  mcp,
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  paths,
  rewrites: 'replace', // the client then checks the new input against the tool's schema
  sessionVariable: 'CLAUDE_CODE_SESSION_ID',
  project: { variable: 'CLAUDE_PROJECT_DIR' }, // `cd`, worktrees and `env` do not change it, 2.1.330
});

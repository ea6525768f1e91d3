import { defineDialect } from '../../mapping/define.ts';
import { plainMcpNames } from '../../mapping/plain-mcp-names.ts';
import { events } from './events.ts';
import { makeRecogniser } from './recogniser.ts';
import { fillCallAfterDecoding, result, tools } from './tools.ts';

/** Codex CLI 0.169.0. */
export const codex = defineDialect({
  id: 'codex',
  title: 'Codex CLI',
  eventKey: 'hook_event_name',
  events,
  tools,
  result,
  mcp: plainMcpNames,
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  rewrites: 'replace',
  project: 'process', // at tool calls, `cwd` in a payload is the folder that the call chose, 0.169.0
});

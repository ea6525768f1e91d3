import { defineDialect } from '../../mapping/define.ts';
import { events } from './events.ts';
import { writtenPaths } from './paths.ts';
import { makeRecogniser } from './recogniser.ts';
import { fillCallAfterDecoding } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** Gemini CLI, as measured with 0.61.0. */
export const gemini = defineDialect({
  id: 'gemini',
  title: 'Gemini CLI',
  eventKey: 'hook_event_name',
  events,
  tools,
  result,
  mcp,
  fillCallAfterDecoding,
  recognises: makeRecogniser('.gemini', Object.keys(events)),
  ownVariable: 'GEMINI_PROJECT_DIR',
  sessionVariable: 'GEMINI_SESSION_ID',
  paths: writtenPaths,
  rewrites: 'replace', // since 0.36. Older versions kept arguments that a rewrite left out
  project: 'payload', // neither `dir_path` nor `cd` changes it, 0.61.0
});

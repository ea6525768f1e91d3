import { defineDialect } from '../../mapping/define.ts';
import { events } from './events.ts';
import { writtenPaths } from './paths.ts';
import { nativeEventOf, recognise } from './recogniser.ts';
import { fillCallAfterDecoding } from './results.ts';
import { mcp, result, tools } from './tools.ts';

/** Cline CLI 3.0.65, with `@cline/core` 0.0.86. */
export const cline = defineDialect({
  id: 'cline',
  title: 'Cline',
  eventKey: 'hook', // of our plugin's payloads; `hookName` of hook files holds internal names
  nativeOf: nativeEventOf,
  events,
  tools,
  result,
  mcp,
  fillCallAfterDecoding,
  recognises: recognise,
  paths: writtenPaths,
  ignoresExitCodes: true, // of hook files, 3.0.65
  rewrites: 'replace',
  project: 'payload', // the root of the git repository, at every event, 3.0.65
});

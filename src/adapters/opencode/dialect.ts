import { defineDialect } from '../../mapping/define.ts';
import { events } from './events.ts';
import { paths } from './paths.ts';
import { makeRecogniser, nativeEventOf } from './recogniser.ts';
import { fillCallAfterDecoding } from './shell-result.ts';
import { mcp, result, tools } from './tools.ts';

/**
 * OpenCode, as measured with 1.18.33. It has no hook commands: the payloads are what the hooks of a plugin get, and our
 * plugin makes them and applies the responses.
 */
export const opencode = defineDialect({
  id: 'opencode',
  title: 'OpenCode',
  eventKey: 'hook', // `event` for an event, whose name is then in `input.event.type`
  nativeOf: nativeEventOf,
  events,
  tools,
  result,
  mcp,
  fillCallAfterDecoding,
  recognises: makeRecogniser(undefined, Object.keys(events)),
  paths,
  rewrites: 'replace', // our plugin removes arguments that a rewrite leaves out
  project: 'payload', // `workdir` and `cd` do not change it, 1.18.33
});

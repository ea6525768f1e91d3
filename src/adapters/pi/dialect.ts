import { defineDialect } from '../../mapping/define.ts';
import { plainMcpNames } from '../../mapping/plain-mcp-names.ts';
import { events } from './events.ts';
import { paths } from './paths.ts';
import { makeRecogniser } from './recogniser.ts';
import { fillCallAfterDecoding, tools } from './tools.ts';

/**
 * Pi 1.5.2. It has no hook commands. A payload is what it passes to a handler of an extension: the event, and the readable
 * fields of the context. An answer is what the handler returns.
 */
export const pi = defineDialect({
  id: 'pi',
  title: 'Pi',
  eventKey: 'event.type',
  events,
  tools,
  mcp: plainMcpNames,
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  paths,
  rewrites: 'replace',
  project: 'payload', // no tool changes it, 1.5.2
});

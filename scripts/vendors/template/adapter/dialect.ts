import { defineDialect } from '../../../../src/mapping/define.ts';
import { events } from './events.ts';
import { recognise } from './recogniser.ts';
import { mcp, result, tools } from './tools.ts';

/** Acme. Put the version of the client here that the tables were compared with. */
export const acme = defineDialect({
  id: 'acme',
  title: 'Acme',
  // The key of a payload that holds the name of the event.
  eventKey: 'hook',
  events,
  tools,
  result,
  mcp,
  recognises: recognise,
  // `replace`: arguments that a rewritten call leaves out are gone. `merge`: they keep their values.
  rewrites: 'replace',
  // What states the project of a session: `payload` is the field that `cwd` is read from.
  project: 'payload',
});

import { eventKinds, fieldKinds } from '../../canonical/kinds.ts';
import type { EventName } from '../../canonical/types.ts';
import { defineBinding, defineDialect, type LazyBinding } from '../../mapping/define.ts';

/** Returns a table in which every path without a dot is its own native path. */
const mapToThemselves = (paths: object) =>
  Object.fromEntries(
    Object.keys(paths)
      .filter((path) => !path.includes('.'))
      .map((path) => [path, path]),
  );

/** Returns the binding of a canonical event: its native name is that of the event, and so is every path in it. */
const defineCanonicalEvent = (event: EventName): LazyBinding =>
  defineBinding(event, () => ({
    payload: mapToThemselves({ event: '', ...fieldKinds.base, ...eventKinds[event] }),
    outcome: mapToThemselves(fieldKinds.outcome),
    ...('name' in eventKinds[event] && { subject: ['tool', 'name'] }),
  }));

const events = Object.fromEntries(
  (Object.keys(eventKinds) as EventName[]).map((event) => [event, defineCanonicalEvent(event)]),
);

/** The neutral dialect: payloads and responses are events and outcomes as the model has them. */
export const anyhook = defineDialect({
  id: 'anyhook',
  title: 'anyhook',
  eventKey: 'event',
  events,
  recognises: ({ event }) => (typeof event === 'string' && event in eventKinds ? 2 : 0),
  project: 'payload',
});

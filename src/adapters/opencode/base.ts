import type { Fields } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { getAtPath, splitPath } from '../../mapping/paths.ts';

/** The end of the native names of events of a child session, which is the session of a sub-agent. */
export const childSuffix = '.child';

/** The path of the session id in the payloads of hooks, and in those of events. */
const sessionPaths = {
  hook: 'input.sessionID',
  event: 'input.event.properties.sessionID',
} as const;
type Kind = keyof typeof sessionPaths;

/** The path of the name of the event. */
const namePaths = { hook: 'hook', event: 'input.event.type' } as const;

const cwdField = { cwd: { at: 'directory', supply: '' } } as const satisfies Fields;

/**
 * Makes the common fields of an event that may happen in a child session. There the client names only the child.
 * Our plugin adds the person's session, to which the child belongs, as `parentID`, the kind of the child as `agent`, and to the payload of a hook the name of the model.
 */
export function makeSharedFields(kind: Kind) {
  const path = splitPath(sessionPaths[kind]);
  return {
    event: namePaths[kind],
    session: {
      at: sessionPaths[kind],
      codec: makeCodec(
        (value, _, payload) => payload?.parentID ?? value,
        (value, { event }) => event.agent ?? value,
      ),
      supply: '',
    },
    agent: {
      at: 'parentID',
      codec: makeCodec(
        (_, __, payload) => payload && getAtPath(payload, path),
        (_, { event }) => event.session,
      ),
    },
    agentType: 'agent',
    model: 'model',
    ...cwdField,
  } as const;
}

/** Makes the common fields of an event that happens in the session of a person only. */
export const makeMainFields = (kind: Kind) =>
  ({
    event: namePaths[kind],
    session: { at: sessionPaths[kind], supply: '' },
    ...cwdField,
  }) as const;

/**
 * Makes the common fields of an event that is about a child session.
 *
 * @param name The name of the event in payloads, without `.child`.
 */
export const makeChildFields = (kind: Kind, name: string) =>
  ({
    event: { at: namePaths[kind], words: { [name + childSuffix]: name } },
    session: { at: 'parentID', supply: '' },
    subagent: { at: sessionPaths[kind], supply: '' },
    ...cwdField,
  }) as const;

/** What the payload of an event, in contrast to that of a hook, has beside its rows. */
export const eventSupply = { supply: { hook: 'event' } } as const;

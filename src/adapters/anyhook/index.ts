import type { EventName } from '../../canonical/event.ts';
import { baseKinds, eventKinds, outcomeKinds } from '../../canonical/kinds.ts';
import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Finished, Reading } from '../../mapping/adapter.ts';
import { defineAdapter, type LazyBinding } from '../../mapping/define.ts';
import {
  describeCutOff,
  describeEnding,
  readFailure,
  trimOutput,
} from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { parseJsonObject } from '../../util/json.ts';

/** Returns a table in which every path without a dot is its own native path. */
const mapToThemselves = (paths: object) =>
  Object.fromEntries(
    Object.keys(paths)
      .filter((path) => !path.includes('.'))
      .map((path) => [path, path]),
  );

/** Returns the binding of a canonical event: its native name is that of the event, and so is every path in it. */
const defineCanonicalEvent = (event: EventName): LazyBinding => ({
  event,
  make: () => ({
    event,
    payload: {
      event: 'event',
      ...mapToThemselves(baseKinds),
      ...mapToThemselves(eventKinds[event]),
    },
    outcome: mapToThemselves(outcomeKinds),
    neutralResponse: {},
    ...('name' in eventKinds[event] ? { subject: ['tool', 'name'] } : {}),
  }),
});

const events = Object.fromEntries(
  (Object.keys(eventKinds) as EventName[]).map((event) => [event, defineCanonicalEvent(event)]),
);

/**
 * Reads a finished command. At exit code 0 the answer is JSON on stdout. Exit code 2 refuses at a gate, with the
 * reason on stderr. Any other code is a failure.
 */
function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  const fail = (failure: string) => readFailure(failure, binding);
  if (cutOffReason) return fail(cutOffReason);
  const text = trimOutput(finished.stdout);
  if (finished.code === 0) {
    const response = parseJsonObject(text, false);
    return isObject(response)
      ? { response }
      : text
        ? fail('printed something that is not a JSON object')
        : {};
  }
  const errorText = trimOutput(finished.stderr);
  if (finished.code === 2 && isGateEvent(binding.event))
    return { deny: errorText || 'Blocked by a hook.' };
  return fail(describeEnding(finished, errorText));
}

/** The canonical dialect: payloads and responses are events and outcomes as the model has them. */
export const anyhook = defineAdapter({
  id: 'anyhook',
  title: 'anyhook',
  hooksIn: 'anyhook.yaml',
  eventKey: 'event',
  events,
  recognises: ({ event }) =>
    typeof event === 'string' && Object.hasOwn(eventKinds, event) ? 2 : 0,
  readFinished,
  project: 'payload',
  takesAnyWords: true,
  http: {
    // Status 204 means that the hook has no opinion. With another status, an empty body counts as no reply.
    readReply: ({ status, body }) => (status === 204 || trimOutput(body) ? body : undefined),
  },
  runtime: {
    shell: 'sh',
    env: (event) => ({ ANYHOOK_PROJECT_DIR: event.cwd }),
    commandVariables: [],
    uncomputableVariables: [],
    timeout: 60_000,
    loopLimit: 5,
    isSpoiltByMoreText: true,
    blocksUnstarted: true,
  },
});

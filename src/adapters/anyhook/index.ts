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

/** Makes a table in which every path without a dot stands for itself. */
const mapToThemselves = (paths: object) =>
  Object.fromEntries(
    Object.keys(paths)
      .filter((path) => !path.includes('.'))
      .map((path) => [path, path]),
  );

/** Defines a canonical event, in which every canonical path is its own native path. */
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
 * Reads a finished hook: JSON on stdout at exit code 0, a refusal with its reason on stderr at 2, a
 * failure at any other code.
 */
function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  const gate = isGateEvent(binding.event);
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
  if (finished.code === 2 && gate) return { deny: errorText || 'Blocked by a hook.' };
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
    // 204 means that the hook has no opinion. An empty body with another status counts as no reply.
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

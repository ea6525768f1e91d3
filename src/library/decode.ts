import type { Event } from '../canonical/event.ts';
import { decodeEvent } from '../translate/decode.ts';
import { machine } from '../translate/machine.ts';
import { computeRest } from '../translate/payload-rest.ts';
import type { Json } from '../util/json.ts';
import { type Agent, agentOf } from './agent.ts';
import { requireObject } from './arguments.ts';
import type { Options } from './options.ts';

/**
 * Decodes a native payload into a canonical event. Fields that no table knows are kept in `rest`.
 *
 * @param vendor The agent that the payload is from.
 * @throws {AnyhookError} `vendor`: there is no such agent. `event`: the payload is of no event of this
 *   agent. `payload`: a value is missing or of a wrong kind. (`anyhook run` is not as strict: it passes
 *   on the values that there are.)
 * @example
 * const event = decode('gemini', JSON.parse(stdin));
 * if (event.event === 'before-tool' && event.tool === 'shell') console.log(event.input.command);
 */
export function decode(vendor: Agent, payload: Json, { world = machine }: Options = {}): Event {
  const adapter = agentOf(vendor);
  const event = decodeEvent(adapter, requireObject(payload, 'payload'), world);
  const rest = computeRest(adapter, payload, event, world);
  if (rest) event.rest = rest;
  return event as Event;
}

import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { childSuffix } from './base.ts';

/** Hooks and events that have an event of their own for a child session. */
export const withChild: readonly string[] = ['chat.message', 'session.created', 'session.idle'];

/**
 * Returns the name of the native event of a payload: that of the hook, or the type of an event. `.child` is added where
 * the client fires one event for the sessions of persons and of sub-agents.
 *
 * @returns undefined if the payload is of no event of this client
 */
export function nativeEventOf({ hook, input, parentID }: Json): string | undefined {
  if (typeof hook !== 'string') return undefined;
  const event = hook !== 'event' ? { type: hook } : isObject(input) ? input.event : undefined;
  if (!isObject(event) || typeof event.type !== 'string') return undefined;
  const { type, properties } = event;
  const info = isObject(properties) && isObject(properties.info) ? properties.info : {};
  const isChild = parentID !== undefined || info.parentID !== undefined;
  return isChild && withChild.includes(type) ? type + childSuffix : type;
}

/**
 * Makes the function that recognises payloads of this client or of a fork of it, which our plugins make.
 *
 * @param client What the plugin for this client puts into `client`. Undefined: it puts nothing there.
 * @returns a function that tells how certain it is that a payload is this client's: 0 no, 2 yes
 */
export const makeRecogniser =
  (client: string | undefined, natives: readonly string[]) =>
  (payload: Json): 0 | 1 | 2 => {
    if (payload.client !== client || !isObject(payload.input)) return 0;
    const native = nativeEventOf(payload);
    return native !== undefined && natives.includes(native) ? 2 : 0;
  };

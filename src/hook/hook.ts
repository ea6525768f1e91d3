import type { OutcomeOf, outcomeKeysAt } from '../canonical/outcome-of.ts';
import type { Event, EventName } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import { hint } from '../util/nearest.ts';
import { type CamelCase, handlerNames } from './handler-names.ts';

/** The outcomes that an event can have: the keys that some agent honours there. None: what a handler returns is heard by nobody. */
export type HandlerOutcome<E extends EventName> = E extends keyof typeof outcomeKeysAt
  ? OutcomeOf<E>
  : undefined;

/** What a handler may return: an outcome of its event, or nothing where it has no opinion. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is inferred to return void
export type HandlerResult<E extends EventName> = HandlerOutcome<E> | undefined | void;

/** A handler of one event. It gets the event in canonical words, once for each object of a call. */
export type Handler<E extends EventName> = (
  event: Event<E>,
) => HandlerResult<E> | Promise<HandlerResult<E>>;

/** The handlers of a hook, by the names of their events in camelCase. */
export type Handlers = { [E in EventName as CamelCase<E>]?: Handler<E> };

/**
 * Checks the handlers of a hook, and returns them. The file of a hook has this as its default export.
 *
 * @throws {AnyhookError} `event`: a name is no event in camelCase; the message has the nearest one. `usage`: a handler
 *   is no function, or there is none
 * @example
 * export default hook({
 *   beforeTool(call) {
 *     if (call.tool === 'shell' && /\brm -rf\b/.test(call.input.command)) return deny('use the trash');
 *   },
 * });
 */
export function hook(handlers: Handlers): Handlers {
  const entries = closed(() => Object.entries(Object(handlers)));
  if (!entries.length) throw new AnyhookError('usage', 'hook: there is no handler');
  for (const [name, handler] of entries) {
    if (!(handlerNames as readonly string[]).includes(name))
      throw new AnyhookError('event', `hook: there is no event ${name}${hint(name, handlerNames)}`);
    if (typeof handler !== 'function')
      throw new AnyhookError('usage', `hook: ${name} must be a function`);
  }
  return handlers;
}

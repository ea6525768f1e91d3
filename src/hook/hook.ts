import type { Event, EventName } from '../canonical/event.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { AnyhookError } from '../errors.ts';
import { hint } from '../util/nearest.ts';
import { type CamelCase, handlerNames } from './handler-names.ts';

/** What a handler may return: an outcome, or nothing where it has no opinion. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is inferred to return void
export type HandlerResult = Outcome | undefined | void;

/** A handler of one event. It gets the event in canonical words, once for each object of a call. */
export type Handler<E extends EventName> = (
  event: Event<E>,
) => HandlerResult | Promise<HandlerResult>;

/** The handlers of a hook, by the names of their events in camelCase. */
export type Handlers = { [E in EventName as CamelCase<E>]?: Handler<E> };

/**
 * Checks the handlers of a hook, and returns them. The default export of a hook's file is what this returns.
 *
 * @throws AnyhookError `event` for a name that is no event in camelCase, `usage` for a handler that is no function.
 * @example
 * export default hook({
 *   beforeTool(call) {
 *     if (call.tool === 'shell' && /\brm -rf\b/.test(call.input.command)) return deny('use the trash');
 *   },
 * });
 */
export function hook<const H extends Handlers>(handlers: H): H {
  for (const [name, handler] of Object.entries(handlers)) {
    if (!(handlerNames as readonly string[]).includes(name))
      throw new AnyhookError('event', `hook: there is no event ${name}${hint(name, handlerNames)}`);
    if (typeof handler !== 'function')
      throw new AnyhookError('usage', `hook: ${name} must be a function`);
  }
  return handlers;
}

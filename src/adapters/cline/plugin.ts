import type { HostPlugin } from '../../mapping/host-plugin.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { isPayload } from './outcomes.ts';

/** Returns an object without some keys, or any other value as it is. */
const without = (value: unknown, ...keys: readonly string[]): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
    : value;

/**
 * Returns the state of a run without the conversation, which grows with each event. At `beforeRun` the last message is kept: the
 * prompt.
 */
function slimSnapshot(native: string, snapshot: unknown): unknown {
  const slim = without(snapshot, 'messages');
  const messages = isObject(snapshot) ? snapshot.messages : undefined;
  if (native !== 'beforeRun' || !isObject(slim) || !Array.isArray(messages)) return slim;
  return { ...slim, messages: messages.slice(-1) };
}

/** Returns the id of the call that a hook is called for. Undefined: it is called for none. */
const callIdOf = (context: unknown): unknown =>
  isObject(context) && isObject(context.toolCall) ? context.toolCall.toolCallId : undefined;

/** The keys of a response that the client reads as they are. */
const clientKeys = ['skip', 'stop', 'reason', 'input', 'appendContext', 'result', 'policy'];

/**
 * Makes what knows Cline in its generated plugin. A handler gets the argument of the client's hook, and the session: its id and its
 * folder, which no argument states.
 */
export function createPlugin(): HostPlugin {
  /** The ids of calls that hooks have refused and that `afterTool`, which is fired for them too, has not been told of. */
  const refusedCalls = new Set<unknown>();
  return {
    makePayload(native, [context, session]) {
      const { snapshot, toolCall, result, ...others } = isObject(context) ? context : {};
      const payload: Json = {
        hook: native,
        ...(snapshot !== undefined && { snapshot: slimSnapshot(native, snapshot) }),
        // The arguments stand beside it as well.
        ...(toolCall !== undefined && { toolCall: without(toolCall, 'input') }),
        ...(without(others, 'tool', 'session') as Json),
        ...(result !== undefined && { result: without(result, 'messages') }),
        ...(native === 'afterTool' && refusedCalls.delete(callIdOf(context)) && { refused: true }),
      };
      return isObject(session) ? { ...payload, session } : payload;
    },
    applyResponse(native, [context], response) {
      if (isPayload(response)) return undefined;
      if (native === 'beforeTool' && response.skip === true) refusedCalls.add(callIdOf(context));
      // The client loses the reason of a stop. An error ends the run as well, and the person reads it, 3.0.65.
      if (response.stop === true && typeof response.reason === 'string' && response.reason !== '')
        throw new Error(response.reason);
      const said = clientKeys.filter((key) => response[key] !== undefined);
      return said.length ? Object.fromEntries(said.map((key) => [key, response[key]])) : undefined;
    },
  };
}

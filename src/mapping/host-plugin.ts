import type { Json } from '../util/json.ts';

/**
 * The part of a generated plugin that knows its client, for an agent without hook commands: it makes a payload of the
 * arguments that the client calls the plugin with, and applies a response to them. The payloads and the responses are
 * those of the agent's dialect. One is made for each instance of the plugin, so it may keep state between events.
 */
export interface HostPlugin {
  /**
   * Returns the payload of a native event, as JSON without a reference to an object of the client. Undefined: what the client
   * calls the plugin with is not this event, so no hook is run. The neutral response is applied all the same.
   */
  makePayload(
    native: string,
    given: readonly unknown[],
  ): Json | undefined | Promise<Json | undefined>;
  /** Returns the signal with which the client breaks off what it waits for at this event. Absent or undefined: it has none. */
  signalOf?(native: string, given: readonly unknown[]): AbortSignal | undefined;
  /**
   * Applies a response: changes the arguments in place where the client wants that, calls the client, and returns what the
   * client expects, or throws where a refusal is an error. It is called for the neutral response as well.
   */
  applyResponse(native: string, given: readonly unknown[], response: Json): unknown;
}

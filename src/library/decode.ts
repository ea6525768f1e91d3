import type { Event } from '../canonical/types.ts';
import { closed } from '../errors.ts';
import { decodeEvent } from '../translate/decode.ts';
import { computeRest } from '../translate/payload-rest.ts';
import { agentOf, type VendorOrAdapter } from './agent.ts';
import { requireObject } from './arguments.ts';
import { type Options, settle } from './options.ts';

/**
 * Decodes a native payload into a canonical event. Fields that no table knows are kept in `rest`.
 *
 * @param vendor The agent that the payload is from.
 * @throws {AnyhookError} `vendor`: there is no such agent. `event`: the payload is of no event of this
 *   agent. `payload`: a value is missing or of a wrong kind. (`anyhook run` is not as strict: it passes
 *   on the values that there are.)
 * @example
 * const payload = {
 *   ...{ hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' },
 *   tool_input: { command: 'ls' },
 * };
 * const event = decode('gemini', payload);
 * 'tool' in event && event.tool === 'shell' && event.input.command; // 'ls'
 */
export function decode(vendor: VendorOrAdapter, payload: unknown, options?: Options): Event {
  return closed(() => {
    const { world } = settle(options);
    const adapter = agentOf(vendor);
    const checked = requireObject(payload, 'payload');
    const event = decodeEvent(adapter, checked, world);
    const rest = computeRest(adapter, checked, event, world);
    if (rest) event.rest = rest;
    return event as Event;
  });
}

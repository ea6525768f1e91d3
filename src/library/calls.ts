import { anyhook } from '../adapters/anyhook/index.ts';
import type { Event } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { Draft } from '../mapping/adapter.ts';
import {
  collectCallInputs,
  nativeInputOf,
  throwIfTooManyMcpTools,
} from '../translate/call-inputs.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { agentOf, type VendorOrAdapter } from './agent.ts';
import { copyJson, optionsOf, worldFrom } from './arguments.ts';
import { knownBindings, placeOf } from './place.ts';
import { type AnyRead, decodeLeniently, type WorldOption, worldOfRead } from './read.ts';
import { freezeWorld } from './world.ts';

/** A part of what a call does. */
export interface Call {
  /** The part as an event of its own. `name` is that of the whole call. */
  event: Event;
  /** The call may mean this in place of the part before it: another MCP server that its name may belong to. */
  isAlternative?: true;
  /** Another place to which the part before it leads: the target of a link, a file that an edit finds by its name. */
  isFurtherPlace?: true;
}

/**
 * Lists what a call does, in order, each part as an event: a write, edit or deletion for each file of a patch, a fetch for each
 * address, the places that links lead to. A guard has to judge each of them. An event without a call is the only part of
 * itself.
 *
 * @param one What {@link read} returned.
 * @param options `world`: without it, links are not followed, and a patch is judged without the files that it changes. What a
 *   file that it moves (`Move to`) will hold is then not known, so this throws for such a patch.
 * @returns At least one part. The events are copies, and may be changed.
 * @throws {AnyhookError} `tool`: it cannot be known what the call does, so a gate has to refuse it. `payload`, `event`: no
 *   event was read. `vendor`: there is no such agent. `usage`: an argument is of a wrong kind
 * @example
 * const patch = '*** Begin Patch\n*** Delete File: a\n*** Delete File: b\n*** End Patch';
 * const one = read('codex', {
 *   ...{ hook_event_name: 'PreToolUse', turn_id: 't', cwd: '/p' },
 *   ...{ tool_name: 'apply_patch', tool_input: { command: patch } },
 * });
 * callsOf('codex', one).map(({ event }) => 'tool' in event && event.input); // [{ path: '/p/a' }, { path: '/p/b' }]
 */
export function callsOf(vendor: VendorOrAdapter, one: AnyRead, options?: WorldOption): Call[] {
  return closed(() => {
    const adapter = agentOf(vendor);
    const { world } = optionsOf(options, ['world']);
    const place = placeOf(adapter, one);
    const [binding] = knownBindings(adapter, place);
    const known = place.read;
    if (!known) throw new AnyhookError('usage', 'say what read() returned');
    if (!known.ok)
      throw new AnyhookError('payload', known.problems.at(-1)?.message ?? 'no event was read');
    const frozen = freezeWorld(worldFrom(world, worldOfRead(known)));
    const { payload } = known.native;
    const { event } = decodeLeniently(adapter, binding, payload, frozen);
    const isForeign = adapter.id !== anyhook.id;
    const inputOf = (call: Draft): HookInput | undefined =>
      generateHookInputs(anyhook, call, frozen, undefined, isForeign).next().value ?? undefined;
    if (!('tool' in event) || !isForeign) return [{ event: toPlainEvent(event) }];
    const hostCall = {
      host: adapter,
      dialect: anyhook,
      event,
      input: nativeInputOf({ bindings: [binding], payload }, event),
      world: frozen,
    };
    const inputs = throwIfTooManyMcpTools(collectCallInputs(hostCall, inputOf), event);
    return inputs.map(({ payload: call, isRepeat, isFurtherPlace }) => ({
      event: toPlainEvent(call),
      ...(isRepeat && { isAlternative: true }),
      ...(isFurtherPlace && { isFurtherPlace: true }),
    }));
  });
}

/** Returns an event as plain data that shares nothing with the payload. */
const toPlainEvent = (event: object): Event => copyJson({ ...event }) as Event;

/** Makes the payloads that an agent would send to its hooks for an event that did not happen. */
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { findRowToWrite } from '../mapping/tools.ts';
import { bindingOfPayload } from '../translate/bindings.ts';
import { decodeEvent } from '../translate/decode.ts';
import { unchangedVariant } from '../translate/event-variants.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { machine } from '../translate/machine.ts';
import type { Json } from '../util/json.ts';
import { draftOf, type TrialCall, type TrialScene } from './call.ts';

/** Returns the world of a scene: this machine, with an agent that was started in the project. */
export const worldOfScene = ({ root }: TrialScene): World => ({
  ...machine,
  surroundings: { folder: () => root, variable: (name) => process.env[name] },
});

/**
 * Lists every native event that an agent fires for a call, each with the payload that its hooks get. Empty: the
 * agent fires no hook for such a call. An agent may fire several events for one call.
 */
export const payloadsFor = (agent: Adapter, call: TrialCall, scene: TrialScene): HookInput[] =>
  payloadsForEvent(agent, draftOf(call, scene), scene);

/** Lists every native event that an agent fires for a canonical event, each with its payload. */
export function payloadsForEvent(agent: Adapter, event: Draft, scene: TrialScene): HookInput[] {
  const named = nameNatively(agent, event);
  const first = new Map<string, HookInput>();
  for (const input of generateHookInputs(agent, named, worldOfScene(scene))) {
    const { native, event: canonical } = input.binding;
    if (canonical === event.event && !first.has(native)) first.set(native, input);
  }
  return [...first.values()];
}

/**
 * Returns a recorded payload of an agent as the input of that agent's hooks.
 *
 * @param native The native event, for a payload that does not name it.
 */
export function recordedInput(
  agent: Adapter,
  payload: Json,
  scene: TrialScene,
  native?: string,
): HookInput {
  const binding = bindingOfPayload(agent, payload, native);
  const event = decodeEvent(agent, payload, worldOfScene(scene), [], binding);
  return { binding, variant: unchangedVariant(event), payload };
}

/** Gives the tool of a call the name that an agent has for it. */
function nameNatively(agent: Adapter, event: Draft): Draft {
  const { tool, mcp } = event;
  if (tool === undefined || !agent.tools.length) return event;
  if (mcp?.server !== undefined) return { ...event, name: agent.mcp.write(mcp) };
  const row = findRowToWrite(agent, tool as ToolName, event.name);
  return row ? { ...event, name: row.canonicalName ?? (row.names[0] as string) } : event;
}

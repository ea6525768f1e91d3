/** Makes the payloads that an agent would send to its hooks for an event that did not happen. */
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { findRowToWrite } from '../mapping/tools.ts';
import { decodeEvent } from '../translate/decode.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { machine } from '../translate/machine.ts';
import { bindingOfNamed } from '../translate/named-bindings.ts';
import { unchangedVariant } from '../translate/variant.ts';
import type { Json } from '../util/json.ts';
import { replaceTexts } from '../util/replace-texts.ts';
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
  for (const input of generateHookInputs(agent, named, worldWithEdit(event, scene))) {
    const { native, event: canonical } = input.binding;
    if (canonical === event.event && !first.has(native)) first.set(native, input);
  }
  return [...first.values()];
}

/**
 * Returns the world of a scene, in which a made-up edit can be made: a file that does not hold the text to replace
 * exactly once is taken to hold that text alone.
 */
function worldWithEdit({ tool, input = {} }: Draft, scene: TrialScene): World {
  const world = worldOfScene(scene);
  const { path, old, edits } = input;
  if (tool !== 'edit' || typeof old !== 'string') return world;
  const readFile: World['readFile'] = (asked) => {
    const file = world.readFile(asked);
    if (asked !== path || !('text' in file)) return file;
    const isPossible =
      replaceTexts(file.text, Array.isArray(edits) ? edits : [input]) !== undefined;
    return isPossible ? file : { text: old };
  };
  return { ...world, readFile };
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
  const binding = bindingOfNamed(agent, payload, native);
  const event = decodeEvent(agent, payload, worldOfScene(scene), [], binding);
  return { binding, variant: unchangedVariant(event), payload };
}

/** Gives the tool of a call the name that an agent has for it. */
function nameNatively(agent: Adapter, event: Draft): Draft {
  const { tool, mcp } = event;
  if (tool === undefined || !agent.tools.length) return event;
  if (mcp?.server !== undefined) return { ...event, name: agent.mcp.write(mcp) };
  const row = findRowToWrite(agent, tool as ToolName, event.name);
  return row ? { ...event, name: row.nameInEvents ?? (row.names[0] as string) } : event;
}

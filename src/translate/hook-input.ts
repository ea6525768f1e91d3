import type { EventName } from '../canonical/event.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Binding, Draft, World } from '../mapping/adapter.ts';
import { get } from '../mapping/paths.ts';
import { isRaw, rowFor } from '../mapping/tools.ts';
import type { Json } from '../util/json.ts';
import { asText, valueIn } from '../util/json.ts';
import { bindingsFor, isFiredFor, requireBinding } from './bindings.ts';
import { encodeEvent } from './encode.ts';
import { generateVariants, type Variant } from './event-variants.ts';
import { payloadPlanOf } from './payload-plan.ts';
import { splitsOf } from './tool-calls.ts';

/** An event as one dialect is told it. */
export interface HookInput {
  binding: Binding;
  variant: Variant;
  payload: Json;
  /** What the host's call means, of which it is told; unless said, the call as it is. */
  impliedCall?: Draft;
  /** The host does not make the call: it can be refused, and there is nothing to rewrite. */
  isHypothetical?: true;
  /** A call told before, in other words: it is not asked once the hook refused, and rewritten once. */
  isRepeat?: true;
  /** Another place that the text of the call before it leads to. */
  isOtherPlace?: true;
}

/**
 * Every form in which a dialect can be told an event, the preferred first.
 * `native` keeps to one of its events; `foreign`: the event is another agent's. Throws `event` when there is no such native event.
 */
export function* generateHookInputs(
  adapter: Adapter,
  event: Draft,
  world: World,
  native?: string,
  foreign = false,
): Generator<HookInput> {
  const only = native === undefined ? undefined : requireBinding(adapter, native);
  const bindingsOf = (name: EventName) =>
    only ? (only.event === name ? [only] : []) : bindingsFor(adapter, name);
  const wanted = (name: EventName, tool?: ToolName) =>
    bindingsOf(name).some(
      (one) =>
        (one.given?.tool ?? tool) === tool && canNameTool(adapter, one, { event: name, tool }),
    );
  for (const variant of generateVariants(event, world, wanted)) {
    for (const binding of bindingsOf(variant.event.event)) {
      if (!isFiredFor(binding, variant.event) || !canNameTool(adapter, binding, variant.event))
        continue;
      const payload = encodeEvent(adapter, binding, variant.event, world, foreign);
      if (payload) yield { binding, variant, payload };
    }
  }
}

function canNameTool(adapter: Adapter, binding: Binding, event: Draft): boolean {
  const { name, hasCanonicalTool } = payloadPlanOf(binding);
  if (!name || hasCanonicalTool || !event.tool || isRaw(event.tool)) return true;
  return rowFor(adapter, event.tool, event.name) !== undefined;
}

/** The native tool arguments a payload was told, where the binding has a place for them. */
export function argumentsOf(binding: Binding, payload: Json): Json | undefined {
  const op = payloadPlanOf(binding).input;
  if (!op) return undefined;
  const value = get(payload, op.paths[0] ?? []);
  // Read as decoding does: an object in the string's place is one.
  return (typeof value === 'string' ? valueIn(value) : value) as Json | undefined;
}

/** What the told payload calls the tool. */
export function toolNameOf({ binding, payload }: HookInput): string {
  const op = payloadPlanOf(binding).name;
  return asText((op && get(payload, op.paths[0] ?? [])) ?? '');
}

/** What a matcher is held against; undefined: nothing, every matcher matches. */
export function subjectsOf(
  { binding, variant, payload }: HookInput,
  dialect?: Adapter,
): string[] | undefined {
  const { subject } = binding;
  if (subject === undefined) return undefined;
  if (subject[0] === '=') return [(subject as string).slice(1)];
  const paths = typeof subject === 'string' ? [subject] : subject;
  const values = paths.map((path) => asText(get(payload, path.split('.')) ?? ''));
  const { mcp } = variant.event;
  if (!mcp || !dialect) return values;
  return [...values, ...splitsOf(mcp).flatMap((one) => dialect.mcp.names(one))];
}

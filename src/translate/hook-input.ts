import type { EventName } from '../canonical/event.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Binding, Draft, World } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import { findRowToWrite, isRaw } from '../mapping/tools.ts';
import type { Json } from '../util/json.ts';
import { asText, parseJson } from '../util/json.ts';
import { bindingsFor, isFiredFor, requireBinding } from './bindings.ts';
import { encodeEvent } from './encode.ts';
import { generateVariants, type Variant } from './event-variants.ts';
import { splitsOf } from './mcp-names.ts';
import { payloadPlanOf } from './payload-plan.ts';

/** One event as a hook command receives it: the binding and the payload of its own dialect. */
export interface HookInput {
  /** The event of the hook's own agent. */
  binding: Binding;
  /** The canonical event that the payload was encoded from, which may be a variant of the host's. */
  variant: Variant;
  payload: Json;
  /** The implied call that the input is about. Absent: the host's call itself. */
  impliedCall?: Draft;
  /** The host does not make the call, so a hook can refuse it, and cannot rewrite it. */
  isHypothetical?: true;
  /**
   * An earlier input is about the same call in other words. The hook is not run for it after a refusal,
   * and of several rewrites the first counts.
   */
  isRepeat?: true;
  /** The input is about another place that the text of the preceding call leads to. */
  isOtherPlace?: true;
}

/**
 * Generates the hook inputs with which a dialect can express an event, the preferred one first: the
 * event as it is, then its variants, each for every binding that fits.
 *
 * @param native Native event name to which inputs are limited. Throws `event` where there is none.
 * @param foreign The event comes from another agent than the dialect's.
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

/** Tells whether a binding can state an event's tool: by a native name, or because it states none. */
function canNameTool(adapter: Adapter, binding: Binding, event: Draft): boolean {
  const { name, hasCanonicalTool } = payloadPlanOf(binding);
  if (!name || hasCanonicalTool || !event.tool || isRaw(event.tool)) return true;
  return findRowToWrite(adapter, event.tool, event.name) !== undefined;
}

/** Returns the native arguments of the tool call in a payload, or `undefined` where its binding has no place for them. */
export function argumentsOf(binding: Binding, payload: Json): Json | undefined {
  const op = payloadPlanOf(binding).input;
  if (!op) return undefined;
  const value = getAtPath(payload, op.paths[0] ?? []);
  // Arguments may be JSON in a string; an object in the string's place is taken as well, as in decoding.
  return (typeof value === 'string' ? parseJson(value) : value) as Json | undefined;
}

/** Returns the native name of the tool in a hook input, or an empty text where it has none. */
export function toolNameOf({ binding, payload }: HookInput): string {
  const op = payloadPlanOf(binding).name;
  return asText((op && getAtPath(payload, op.paths[0] ?? [])) ?? '');
}

/**
 * Returns the texts that a matcher is tested against, or `undefined` where the event has none, so that
 * every matcher matches.
 *
 * @param dialect Its names of an MCP tool are added, for every server and tool that the name may stand for.
 */
export function subjectsOf(
  { binding, variant, payload }: HookInput,
  dialect?: Adapter,
): string[] | undefined {
  const { subject } = binding;
  if (subject === undefined) return undefined;
  if (subject[0] === '=') return [(subject as string).slice(1)];
  const paths = typeof subject === 'string' ? [subject] : subject;
  const values = paths.map((path) => asText(getAtPath(payload, path.split('.')) ?? ''));
  const { mcp } = variant.event;
  if (!mcp || !dialect) return values;
  return [...values, ...splitsOf(mcp).flatMap((one) => dialect.mcp.names(one))];
}

import type { EventName, ToolName } from '../canonical/types.ts';
import type { Adapter, Binding, Dialect, Draft, World } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import { findRowToWrite, hasNativeArguments } from '../mapping/tools.ts';
import type { Json } from '../util/json.ts';
import { asText } from '../util/json.ts';
import { bindingsFor, isFiredFor } from './bindings.ts';
import { encodeEvent } from './encode.ts';
import { generateVariants } from './event-variants.ts';
import { listMcpNames, splitsOf } from './mcp-names.ts';
import { requireBinding } from './named-bindings.ts';
import { payloadPlanOf } from './payload-plan.ts';
import type { Variant } from './variant.ts';

/** One event as a hook command receives it: the binding and the payload of its own dialect. */
export interface HookInput {
  /** The event of the hook's own agent. */
  binding: Binding;
  /**
   * The host's event as the dialect can express it, from which the payload was encoded: the event itself,
   * or another event or another tool in its place.
   */
  variant: Variant;
  payload: Json;
  /** The implied call that the input is about (see `listImpliedCalls`). Absent: the host's call itself. */
  impliedCall?: Draft;
  /**
   * The dialect's agent would make this call before the host's call, and the host does not make it, such as
   * the read before an edit. A refusal refuses the host's call. A rewrite is dropped, with a loss: there is
   * no call that it could change.
   */
  isHypothetical?: true;
  /**
   * An earlier input is about the same call in other words. The hook is not run for this input if it
   * has refused an earlier one, and of several rewrites the first counts.
   */
  isRepeat?: true;
  /**
   * The input is about a further place that the call of an earlier input leads to, such as the target of a
   * link, or a file that an edit finds by its name.
   */
  isFurtherPlace?: true;
}

/**
 * Generates the hook inputs with which a dialect can express an event, the preferred one first. It tries the
 * event as it is, and then expressed as another event, or with another tool (see {@link generateVariants}).
 * For each of these variants there is one input for every binding of the dialect that fits.
 *
 * @param native Native event of the dialect for which inputs are generated. Absent: for every event.
 *   Throws `event` if the dialect has no event of that name.
 * @param foreign The event comes from another agent than the dialect's.
 */
export function* generateHookInputs(
  dialect: Dialect,
  event: Draft,
  world: World,
  native?: string,
  foreign = false,
): Generator<HookInput> {
  const onlyBinding = native === undefined ? undefined : requireBinding(dialect, native);
  const usableBindingsOf = (name: EventName) => {
    if (!onlyBinding) return bindingsFor(dialect, name);
    return onlyBinding.event === name ? [onlyBinding] : [];
  };
  const canExpressEvent = (name: EventName, tool?: ToolName) =>
    usableBindingsOf(name).some(
      (binding) =>
        (binding.given?.tool ?? tool) === tool &&
        canNameTool(dialect, binding, { event: name, tool }),
    );
  for (const variant of generateVariants(event, world, canExpressEvent)) {
    for (const binding of usableBindingsOf(variant.event.event)) {
      if (!isFiredFor(binding, variant.event) || !canNameTool(dialect, binding, variant.event))
        continue;
      const payload = encodeEvent(dialect, binding, variant.event, world, foreign);
      if (payload) yield { binding, variant, payload };
    }
  }
}

/**
 * Tells whether a binding can state an event's tool. It can if the dialect has a native name for the tool,
 * or if no native name is needed: the binding has no field for the tool's name, or states the canonical name
 * of the tool; or the event is about no tool, or about a tool that keeps its name ({@link hasNativeArguments}).
 */
function canNameTool(dialect: Dialect, binding: Binding, event: Draft): boolean {
  const { name, hasCanonicalTool } = payloadPlanOf(binding);
  if (!name || hasCanonicalTool || !event.tool || hasNativeArguments(event.tool)) return true;
  return findRowToWrite(dialect, event.tool, event.name) !== undefined;
}

/**
 * Returns the texts that a matcher is tested against. `undefined`: the event has none, so that every
 * matcher matches.
 *
 * @param dialect If given, and the call is of an MCP tool, the names that this dialect has for the tool are
 *   added, for every server and tool that the host's name may stand for.
 */
export function subjectsOf(
  { binding, variant, payload }: HookInput,
  dialect?: Adapter,
): string[] | undefined {
  const { subject } = binding;
  if (subject === undefined) return undefined;
  // `=` followed by a fixed word. Otherwise the subject is a path or a list of paths.
  if (subject[0] === '=') return [(subject as string).slice(1)];
  const paths = typeof subject === 'string' ? [subject] : subject;
  const values = paths.map((path) => asText(getAtPath(payload, path.split('.')) ?? ''));
  const { mcp } = variant.event;
  if (!mcp || !dialect) return values;
  return [...values, ...splitsOf(mcp).flatMap((split) => listMcpNames(dialect, split))];
}

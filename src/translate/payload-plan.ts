import type { EventName } from '../canonical/event.ts';
import { baseKinds, eventKinds, toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding, Draft } from '../mapping/adapter.ts';
import { makeOps, type Op } from '../mapping/fields.ts';
import { get, split } from '../mapping/paths.ts';
import type { Json } from '../util/json.ts';
import { hint } from '../util/nearest.ts';

/** The rows of a binding, made ready once. Some the tool table, not the binding, gives a meaning. */
export interface PayloadPlan {
  readonly ops: readonly Op[];
  readonly plainOps: readonly Op[];
  /** Read when the project is known. */
  readonly projectOps: readonly Op[];
  readonly name: Op | undefined;
  readonly input: Op | undefined;
  readonly result: Op | undefined;
  /** Arguments and results that stand beside the call. */
  readonly callSideOps: readonly Op[];
  /** The payload speaks of canonical tools itself. */
  readonly hasCanonicalTool: boolean;
}

const callPaths = ['event', 'name', 'input', 'result'];
const callParts = ['input', 'result'];
/** Canonical fields that are absolute paths, which the project makes of them. */
const projectPaths = ['path', 'directory', 'input.path', 'input.directory'];
const plans = new WeakMap<Binding, PayloadPlan>();

export function payloadPlanOf(binding: Binding): PayloadPlan {
  const known = plans.get(binding);
  if (known) return known;
  const tool = toolKinds[binding.given?.tool as ToolName];
  const own = eventKinds[binding.event];
  const ops = makeOps(binding.payload, (path) => {
    if (path.startsWith('input.')) return tool?.input[path.slice('input.'.length)];
    if (path.startsWith('result.')) {
      return (tool ?? toolKinds.other).result[path.slice('result.'.length)];
    }
    return own[path] ?? baseKinds[path];
  });
  const plain: Op[] = [];
  const placed: Op[] = [];
  const beside: Op[] = [];
  const found: Record<string, Op> = {};
  for (const op of ops) {
    if (callPaths.includes(op.canon)) found[op.canon] = op;
    else if (binding.payload.name && callParts.includes(op.to[0] as string)) beside.push(op);
    else (projectPaths.includes(op.canon) ? placed : plain).push(op);
  }
  const plan: PayloadPlan = {
    ops,
    plainOps: plain,
    projectOps: placed,
    name: found.name,
    input: found.input,
    result: found.result,
    callSideOps: beside,
    hasCanonicalTool: plain.some((op) => op.canon === 'tool'),
  };
  plans.set(binding, plan);
  return plan;
}

/** The binding of a native event name. */
export const bindingOf = (adapter: Adapter, native: unknown): Binding | undefined =>
  adapter.bindings.named(native);

/** Native events by name, for a message. */
export const joinNativeNames = (bindings: readonly Binding[]): string =>
  bindings.map((binding) => binding.native).join(', ');

/** The same. Throws `event` when there is no such native event. */
export function requireBinding(adapter: Adapter, native: string): Binding {
  const binding = bindingOf(adapter, native);
  if (binding) return binding;
  throw new AnyhookError(
    'event',
    `${adapter.title} has no event ${native}${hint(native, adapter.bindings.natives)}; it has ` +
      adapter.bindings.natives.join(', '),
  );
}

/** What a payload calls its event. */
export const nativeEventOf = ({ eventKey, nativeOf }: Adapter, payload: Json): unknown =>
  nativeOf ? nativeOf(payload) : payload[eventKey];

/** The fields that a payload of an event has. */
const payloadTableOf = ({ payload }: Binding): string => JSON.stringify(payload);

/**
 * The native event a payload is of, or an error that says what is wrong with it. `named`: what the
 * line says it is, where the payload does not; throws `usage` where the payload says otherwise.
 */
export function bindingOfPayload(adapter: Adapter, payload: Json, named?: string): Binding {
  const native = nativeEventOf(adapter, payload);
  const binding = bindingOf(adapter, native);
  if (named !== undefined) {
    const said = requireBinding(adapter, named);
    // What an agent also calls an event in settings that it loads is the same event.
    const spelled = (name: string) => adapter.own?.names?.[name] ?? name;
    for (const name of [payload[adapter.eventKey], native]) {
      if (typeof name !== 'string' || spelled(name) === spelled(named)) continue;
      const why = `the payload on stdin is of ${name.slice(0, 80)}: --host-event ${named} is wrong`;
      throw new AnyhookError('usage', why);
    }
    // Of two spellings of an event the line knows which it is, unless the fields show it.
    return binding && payloadTableOf(binding) !== payloadTableOf(said) ? binding : said;
  }
  if (binding) return binding;
  const shown = native === undefined ? 'is missing' : `is ${JSON.stringify(native).slice(0, 80)}`;
  const known = adapter.bindings.natives.join(', ');
  throw new AnyhookError('event', `${adapter.eventKey} ${shown}; ${adapter.title} has ${known}`);
}

/** Whether a binding can be told this event: same event, and what its name implies holds. */
export function isFiredFor(binding: Binding, event: Draft): boolean {
  if (binding.event !== event.event) return false;
  for (const path in binding.given) {
    const wanted = binding.given[path];
    const value = get(event, split(path));
    if (value === undefined || wanted === value) continue;
    if (!Array.isArray(wanted) || !wanted.includes(value)) return false;
  }
  return binding.fires?.(event) !== false;
}

/** Bindings of a dialect for an event, in the order they are preferred. */
export const bindingsFor = (adapter: Adapter, event: EventName): readonly Binding[] =>
  adapter.bindings.of(event);

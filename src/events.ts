import type { Adapter, Binding, Context, Draft, Json, Supply, World } from './adapter.ts';
import type { EventName } from './canonical/event.ts';
import { baseKinds, eventKinds, toolKinds } from './canonical/kinds.ts';
import type { ToolName } from './canonical/tool.ts';
import { isObject } from './equal.ts';
import { AnyhookError } from './errors.ts';
import {
  carryIn,
  complete,
  fits,
  get,
  makeOps,
  type Op,
  put,
  readRow,
  set,
  split,
  supplied,
  writeRow,
} from './fields.ts';
import * as tools from './tools.ts';

/** The rows of a binding, made ready once. Some the tool table, not the binding, gives a meaning. */
export interface Plan {
  readonly ops: readonly Op[];
  readonly plain: readonly Op[];
  readonly name: Op | undefined;
  readonly input: Op | undefined;
  readonly result: Op | undefined;
  /** The payload speaks of canonical tools itself. */
  readonly tellsTool: boolean;
}

const special = ['event', 'name', 'input', 'result'];
const plans = new WeakMap<Binding, Plan>();

export function planOf(binding: Binding): Plan {
  const known = plans.get(binding);
  if (known) return known;
  const tool = toolKinds[binding.given?.tool as ToolName];
  const ops = makeOps(binding.payload, (path) => {
    const dot = path.indexOf('.');
    const [part, rest] = [path.slice(0, dot), path.slice(dot + 1)];
    if (part === 'input') return tool?.input[rest];
    if (part === 'result') return (tool ?? toolKinds.other).result[rest];
    return eventKinds[binding.event][path] ?? baseKinds[path];
  });
  const plain: Op[] = [];
  const own: Record<string, Op> = {};
  for (const op of ops) {
    if (special.includes(op.canon)) own[op.canon] = op;
    else plain.push(op);
  }
  const plan: Plan = {
    ops,
    plain,
    name: own.name,
    input: own.input,
    result: own.result,
    tellsTool: plain.some((op) => op.canon === 'tool'),
  };
  plans.set(binding, plan);
  return plan;
}

/** The binding of a native event name. */
export const bindingOf = (adapter: Adapter, native: unknown): Binding | undefined =>
  adapter.bindings.find((binding) => binding.native === native);

/** The same. Throws `event` when there is no such native event. */
export function bindingNamed(adapter: Adapter, native: string): Binding {
  const binding = bindingOf(adapter, native);
  if (binding) return binding;
  const names = adapter.bindings.map((one) => one.native).join(', ');
  throw new AnyhookError('event', `${adapter.title} has no event ${native}; it has ${names}`);
}

/** The native event a payload is of, or an error that says what is wrong with it. */
export function placed(adapter: Adapter, payload: Json): Binding {
  const native = payload[adapter.eventKey];
  const binding = bindingOf(adapter, native);
  if (binding) return binding;
  const shown = native === undefined ? 'is missing' : `is ${JSON.stringify(native).slice(0, 80)}`;
  const known = adapter.bindings.map((known) => known.native).join(', ');
  throw new AnyhookError('event', `${adapter.eventKey} ${shown}; ${adapter.title} has ${known}`);
}

/** Native payload → canonical event. Throws `payload` or `event`. */
export function decodeEvent(adapter: Adapter, payload: Json, world: World): Draft {
  const binding = placed(adapter, payload);
  const event: Draft = { event: binding.event };
  const context: Context = { adapter, event, world };
  const plan = planOf(binding);
  carryIn(plan.plain, payload, event, context);
  for (const path in binding.given) {
    const value = binding.given[path];
    if (typeof value === 'string') event[path] ??= value;
  }
  infer(binding.infer, event, world);
  if ('tool' in eventKinds[binding.event]) decodeTool(plan, payload, context);
  complete(eventKinds[binding.event], event, '');
  return event;
}

function decodeTool(plan: Plan, payload: Json, context: Context): void {
  const { adapter, event } = context;
  const { name, input } = plan;
  const called = name && readRow(name, payload, context);
  const given = input && readRow(input, payload, context);
  if (input && !fits('o', given)) {
    throw new AnyhookError('payload', `${input.row.at}: expected an object`);
  }
  const result = plan.result && readRow(plan.result, payload, context);
  if (plan.tellsTool) {
    event.name = called;
    event.input = given;
    if (result !== undefined) event.result = result;
    checkTool(event);
    return;
  }
  if (name) {
    if (typeof called !== 'string') {
      throw new AnyhookError('payload', `${name.row.at}: expected a string`);
    }
    tools.decodeCall(called, given as Json, String(input?.row.at), context);
  } else {
    if (input) event.input = given;
    event.name ??= tools.nativeName(adapter, event);
    event.input ??= {};
    complete(toolKinds[event.tool as ToolName].input, event.input as Json, '');
  }
  if (result !== undefined) event.result = tools.decodeResult(result, context);
  infer(adapter.inferCall, event, context.world);
}

/** For a call no row has checked. */
function checkTool(event: Draft): void {
  const kinds = toolKinds[event.tool as ToolName] ?? toolKinds.other;
  complete(kinds.input, event.input as Json, 'input.', true);
  if (isObject(event.result)) complete(kinds.result, event.result, 'result.', true);
  complete(eventKinds[event.event], event, '', true);
}

function infer(table: Binding['infer'], event: Draft, world: World): void {
  for (const path in table) {
    const at = split(path);
    if (get(event, at) !== undefined) continue;
    const value = (table[path] as NonNullable<typeof table>[string])(event, world);
    if (value === undefined) continue;
    // The parts of an event belong to whoever made it.
    const [part] = at as [string];
    if (at.length > 1) event[part] = { ...(event[part] as Json | undefined) };
    set(event, at, value);
  }
}

/** Whether a binding can be told this event: same event, and what its name implies holds. */
export function takes(binding: Binding, event: Draft): boolean {
  if (binding.event !== event.event) return false;
  for (const path in binding.given) {
    const wanted = binding.given[path];
    const value = get(event, split(path));
    if (value === undefined || wanted === value) continue;
    if (!Array.isArray(wanted) || !wanted.includes(value)) return false;
  }
  return true;
}

/** Canonical event → native payload of one binding; undefined where the vendor would not fire. */
export function encodeEvent(
  adapter: Adapter,
  binding: Binding,
  event: Draft,
  world: World,
): Json | undefined {
  const filled: Draft = { ...event };
  const context: Context = { adapter, event: filled, world };
  infer(binding.derive, filled, world);
  for (const path of binding.requires ?? []) {
    if (get(filled, split(path)) === undefined) return undefined;
  }
  const out: Json = {};
  let call: { name: string; input: Json } | undefined;
  const { ops, tellsTool } = planOf(binding);
  for (const op of ops) {
    let value = get(filled, op.to);
    if (op.canon === 'event') value = binding.native;
    else if (tellsTool) value = get(filled, op.to);
    else if (op.canon === 'name' || op.canon === 'input') {
      call ??= tools.encodeCall(context);
      value = call[op.canon];
    } else if (op.canon === 'result') value = value && tools.encodeResult(context);
    if (value !== undefined) writeRow(op, value, out, context);
    else if (op.row.supply !== undefined) put(op, supplied(op.row.supply, context), out);
  }
  for (const path in binding.supply) {
    const value = supplied(binding.supply[path] as Supply, context);
    if (value !== undefined && out[path] === undefined) out[path] = value;
  }
  return out;
}

/** Bindings of a dialect for an event, in the order they are preferred. */
export const bindingsFor = (adapter: Adapter, event: EventName): readonly Binding[] =>
  adapter.bindings.filter((binding) => binding.event === event);

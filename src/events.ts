import type { Adapter, Binding, Context, Draft, Json, World } from './adapter.ts';
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
  readRow,
  set,
  supplied,
  writeRow,
} from './fields.ts';
import * as tools from './tools.ts';

/** Canonical fields that the tool table, not the binding, gives a meaning to. */
const calls = new Set(['event', 'name', 'input', 'result']);

const ready = new WeakMap<Binding, readonly Op[]>();

/** The payload rows of a binding, made ready once. */
export function opsFor(binding: Binding): readonly Op[] {
  const known = ready.get(binding);
  if (known) return known;
  const tool = toolKinds[binding.given?.tool as ToolName];
  const ops = makeOps(binding.payload, (path) => {
    const dot = path.indexOf('.');
    const [part, rest] = [path.slice(0, dot), path.slice(dot + 1)];
    if (part === 'input') return tool?.input[rest];
    if (part === 'result') return (tool ?? toolKinds.other).result[rest];
    return eventKinds[binding.event][path] ?? baseKinds[path];
  });
  ready.set(binding, ops);
  return ops;
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
  const ops = opsFor(binding);
  carryIn(ops.filter(plain), payload, event, context);
  for (const [path, value] of Object.entries(binding.given ?? {})) {
    if (typeof value === 'string') event[path] ??= value;
  }
  infer(binding.infer, event, world);
  if ('tool' in eventKinds[binding.event]) decodeTool(ops, payload, context);
  complete(eventKinds[binding.event], event, '');
  return event;
}

const plain = (op: Op): boolean => !calls.has(op.canon);

function decodeTool(ops: readonly Op[], payload: Json, context: Context): void {
  const { adapter, event } = context;
  const read = (canon: string) => {
    const op = ops.find((one) => one.canon === canon);
    return op && { op, value: readRow(op, payload, context) };
  };
  const input = read('input');
  if (input && !fits('o', input.value)) {
    throw new AnyhookError('payload', `${String(input.op.row.at)}: expected an object`);
  }
  const name = read('name');
  if (tellsTool(ops)) {
    event.name = name?.value;
    event.input = input?.value ?? {};
    event.result = read('result')?.value;
    const kinds = toolKinds[event.tool as ToolName] ?? toolKinds.other;
    complete(kinds.input, event.input as Json, 'input.', true);
    if (isObject(event.result)) complete(kinds.result, event.result, 'result.', true);
    if (event.result === undefined) delete event.result;
    complete(eventKinds[event.event], event, '', true);
    return;
  } else if (name) {
    if (typeof name.value !== 'string') {
      throw new AnyhookError('payload', `${String(name.op.row.at)}: expected a string`);
    }
    tools.decodeCall(name.value, input?.value as Json, String(input?.op.row.at), context);
  } else {
    if (input) event.input = input.value;
    event.name ??= tools.nativeName(adapter, event);
    event.input ??= {};
    complete(toolKinds[event.tool as ToolName].input, event.input as Json, '');
  }
  const result = read('result');
  if (result?.value !== undefined) event.result = tools.decodeResult(result.value, context);
  infer(adapter.inferCall, event, context.world);
}

/** The payload speaks of canonical tools itself. */
const tellsTool = (ops: readonly Op[]): boolean => ops.some((op) => op.canon === 'tool');

function infer(table: Binding['infer'], event: Draft, world: World): void {
  for (const path in table) {
    const at = path.split('.');
    if (get(event, at) !== undefined) continue;
    const value = (table[path] as NonNullable<typeof table>[string])(event, world);
    if (value !== undefined) set(event, at, value);
  }
}

/** Whether a binding can be told this event: same event, and what its name implies holds. */
export function takes(binding: Binding, event: Draft): boolean {
  if (binding.event !== event.event) return false;
  return Object.entries(binding.given ?? {}).every(([path, wanted]) => {
    const value = get(event, path.split('.'));
    return (
      value === undefined || wanted === value || (Array.isArray(wanted) && wanted.includes(value))
    );
  });
}

/** Canonical event → native payload of one binding; undefined where the vendor would not fire. */
export function encodeEvent(
  adapter: Adapter,
  binding: Binding,
  event: Draft,
  world: World,
): Json | undefined {
  const filled: Draft = { ...event };
  for (const part of ['input', 'result', 'mcp'] as const) {
    if (filled[part]) filled[part] = { ...(filled[part] as Json) };
  }
  const context: Context = { adapter, event: filled, world };
  infer(binding.derive, filled, world);
  for (const path of binding.requires ?? []) {
    if (get(filled, path.split('.')) === undefined) return undefined;
  }
  const out: Json = {};
  let call: { name: string; input: Json } | undefined;
  const ops = opsFor(binding);
  const own = tellsTool(ops);
  for (const op of ops) {
    let value = get(filled, op.to);
    if (op.canon === 'event') value = binding.native;
    else if (own) value = get(filled, op.to);
    else if (op.canon === 'name' || op.canon === 'input') {
      call ??= tools.encodeCall(context);
      value = call[op.canon];
    } else if (op.canon === 'result') value = value && tools.encodeResult(context);
    if (value !== undefined) writeRow(op, value, out, context);
    else if (op.row.supply !== undefined) write(op, supplied(op.row.supply, context), out);
  }
  for (const [path, supply] of Object.entries(binding.supply ?? {})) {
    const value = supplied(supply, context);
    if (value !== undefined && out[path] === undefined) out[path] = value;
  }
  return out;
}

function write(op: Op, value: unknown, out: Json): void {
  if (value === undefined) return;
  for (const path of op.row.all ? op.paths : op.paths.slice(0, 1)) set(out, path, value);
}

/** Bindings of a dialect for an event, in the order they are preferred. */
export const bindingsFor = (adapter: Adapter, event: EventName): readonly Binding[] =>
  adapter.bindings.filter((binding) => binding.event === event);

import { baseKinds, eventKinds, toolKinds } from '../canonical/kinds.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding, Context, Derive, Draft, World } from '../mapping/adapter.ts';
import { carryIn, readRow, replaceInvalidArguments } from '../mapping/fields.ts';
import { getAtPath, setAtPath, splitPath } from '../mapping/paths.ts';
import { hasKind, requireFields } from '../mapping/shape.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { bindingOfPayload } from './bindings.ts';
import { wrapBareText } from './implied-calls.ts';
import { type PayloadPlan, payloadPlanOf } from './payload-plan.ts';
import { setEventProject } from './project.ts';
import * as tools from './tool-calls.ts';

/**
 * Decodes a native payload into a canonical event:
 * 1. rows that stand by themselves, and the fields that the native event name implies;
 * 2. fields that the adapter infers, and the project folder;
 * 3. rows of paths, which need the project folder;
 * 4. the tool call, where the event has one.
 *
 * Throws `event` where the payload's event is unknown, and `payload` where a value is missing or of a
 * wrong kind.
 *
 * @param invalidPaths List that receives the native paths of missing and wrong values. With it such values do
 *   not throw and are read as well as possible; an unknown event and a call without a tool still throw.
 */
export function decodeEvent(
  adapter: Adapter,
  payload: Json,
  world: World,
  invalidPaths?: Context['invalidPaths'],
  binding = bindingOfPayload(adapter, payload),
): Draft {
  const event: Draft = { event: binding.event };
  const context: Context = { adapter, event, world, invalidPaths };
  const plan = payloadPlanOf(binding);
  carryIn(plan.plainOps, payload, event, context);
  for (const path in binding.given) {
    const value = binding.given[path];
    if (typeof value === 'string') event[path] ??= value;
  }
  inferFields(binding.infer, event, world);
  setEventProject(adapter, event, world);
  carryIn(plan.projectOps, payload, event, context);
  if ('tool' in eventKinds[binding.event]) decodeTool(plan, payload, context);
  if (!invalidPaths) requireFields(eventKinds[binding.event], event, '');
  return event;
}

/**
 * Decodes the fields of an event that stand beside its tool call. Where host and dialect are one
 * agent, the payload's bytes pass through and nothing else is read. Values of a wrong kind are left out.
 */
export function decodeEnvelope(
  adapter: Adapter,
  payload: Json,
  world: World,
  binding = bindingOfPayload(adapter, payload),
): Draft {
  const event: Draft = { event: binding.event };
  const around = 'tool' in eventKinds[binding.event] ? baseKinds : undefined;
  const ops = payloadPlanOf(binding).plainOps.filter(({ canon }) => !around || canon in around);
  carryIn(ops, payload, event, { adapter, event, world }, '', false);
  for (const path in binding.infer) {
    if (around && !(path in around)) continue;
    inferFields({ [path]: binding.infer[path] as Derive }, event, world);
  }
  setEventProject(adapter, event, world);
  return event;
}

/**
 * Decodes the tool call of an event into its `tool`, `name`, `input`, `mcp` and `result`:
 * 1. the native name and arguments, from the rows of the plan;
 * 2. a payload that names canonical tools is only checked;
 * 3. otherwise the tool table gives them their canonical terms: by the native name, or, where the
 *    binding fixes the tool, by the event;
 * 4. the result, and single arguments that stand beside the call;
 * 5. fields that the adapter infers from the call.
 */
function decodeTool(plan: PayloadPlan, payload: Json, context: Context): void {
  const { adapter, event } = context;
  const { name, input } = plan;
  const { invalidPaths } = context;
  const called = name && readRow(name, payload, context);
  let given = input && readRow(input, payload, context);
  if (typeof given === 'string') given = wrapBareText(adapter, called, given);
  if (input && !hasKind('o', given)) {
    if (!invalidPaths) throw new AnyhookError('payload', `${input.row.at}: expected an object`);
    invalidPaths.push(String(input.row.at));
    given ??= {};
  }
  const result = plan.result && readRow(plan.result, payload, context);
  if (plan.hasCanonicalTool) {
    Object.assign(event, { name: called, input: given }, result !== undefined && { result });
    checkCanonicalCall(event, invalidPaths);
    return;
  }
  // With `invalidPaths`, arguments of another kind are carried as they came.
  const args = given as Json;
  if (name) {
    if (typeof called !== 'string') {
      throw new AnyhookError('payload', `${name.row.at}: expected a string`);
    }
    tools.decodeCall(called, args, String(input?.row.at), context);
  } else {
    if (input) event.input = args;
    event.name ??= tools.nativeToolNameOf(adapter, event);
    event.input ??= {};
    if (!invalidPaths) requireFields(toolKinds[event.tool ?? 'other'].input, event.input, '');
  }
  if (result !== undefined) event.result = tools.decodeResult(result, context);
  for (const op of plan.callSideOps) {
    if (getAtPath(event, op.to) !== undefined) continue;
    const value = readRow(op, payload, context);
    const [part, ...rest] = op.to as ['input' | 'result', ...string[]];
    const kind = toolKinds[event.tool ?? 'other'][part][rest.join('.')] ?? op.kind;
    if (value !== undefined && hasKind(kind, value)) setAtPath(event, op.to, value);
  }
  requireMcpTool(event, plan);
  inferFields(adapter.inferCall, event, context.world);
}

/** Throws `payload` where an MCP call names no tool. */
function requireMcpTool({ tool, mcp }: Draft, plan?: PayloadPlan): void {
  if (tool !== 'mcp' || typeof mcp?.tool === 'string') return;
  const row = plan?.ops.find(({ canon }) => canon === 'mcp.tool');
  throw new AnyhookError('payload', `${row?.paths[0]?.join('.') ?? 'mcp.tool'} is missing`);
}

/** Returns the kinds of an event's `mcp` fields. */
const mcpKinds = once(() => {
  const all = Object.entries(eventKinds['before-tool']);
  const parts = all.filter(([path]) => path.startsWith('mcp.'));
  return Object.fromEntries(parts.map(([path, kind]) => [path.slice(4), kind]));
});

/** Checks a call that a payload states in canonical terms. With `invalidPaths`, wrong values are replaced and listed there instead. */
function checkCanonicalCall(event: Draft, invalidPaths: Context['invalidPaths']): void {
  const kinds = toolKinds[event.tool ?? 'other'] ?? toolKinds.other;
  if (invalidPaths && event.tool !== undefined) {
    if (typeof event.name !== 'string') event.name = event.tool;
    const { tool, mcp } = event;
    if (tool === 'mcp') {
      const stated = replaceInvalidArguments(
        mcpKinds(),
        isObject(mcp) ? mcp : {},
        'mcp.',
        invalidPaths,
      );
      event.mcp = { tool: event.name, ...stated };
    }
    event.input = replaceInvalidArguments(kinds.input, event.input ?? {}, 'input.', invalidPaths);
    if (isObject(event.result)) {
      event.result = replaceInvalidArguments(kinds.result, event.result, 'result.', invalidPaths);
    }
    return;
  }
  requireMcpTool(event);
  requireFields(kinds.input, event.input ?? {}, 'input.', true);
  if (isObject(event.result)) requireFields(kinds.result, event.result, 'result.', true);
  requireFields(eventKinds[event.event], event, '', true);
}

/** Fills in fields that an adapter's table derives from other fields, where they are missing. */
export function inferFields(table: Binding['infer'], event: Draft, world: World): void {
  for (const path in table) {
    const at = splitPath(path);
    if (getAtPath(event, at) !== undefined) continue;
    const value = (table[path] as NonNullable<typeof table>[string])(event, world);
    if (value === undefined) continue;
    // The object may be the caller's, so it is copied before it is changed.
    const [part] = at as [string];
    if (at.length > 1) event[part] = { ...(event[part] as Json | undefined) };
    setAtPath(event, at, value);
  }
}

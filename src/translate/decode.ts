import { baseKinds, eventKinds, toolKinds } from '../canonical/kinds.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding, Context, Derive, Draft, World } from '../mapping/adapter.ts';
import { carryIn, mended, readRow } from '../mapping/fields.ts';
import { get, set, split } from '../mapping/paths.ts';
import { complete, fits } from '../mapping/shape.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { bindingOfPayload } from './bindings.ts';
import { wrapBareText } from './implied-calls.ts';
import { type PayloadPlan, payloadPlanOf } from './payload-plan.ts';
import { setEventProject } from './project.ts';
import * as tools from './tool-calls.ts';

/**
 * Native payload → canonical event. Throws `event`, and `payload` where a value is of another kind
 * or missing. With `odd`, a list for the native paths of such values, only what is no event, or a
 * call of no tool, throws: the rest is read as well as it can be.
 */
export function decodeEvent(
  adapter: Adapter,
  payload: Json,
  world: World,
  odd?: Context['odd'],
  binding = bindingOfPayload(adapter, payload),
): Draft {
  const event: Draft = { event: binding.event };
  const context: Context = { adapter, event, world, odd };
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
  if (!odd) complete(eventKinds[binding.event], event, '');
  return event;
}

/**
 * What an event says beside its call: all that is read where bytes pass through. What is of the
 * wrong kind is left out.
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

function decodeTool(plan: PayloadPlan, payload: Json, context: Context): void {
  const { adapter, event } = context;
  const { name, input } = plan;
  const { odd } = context;
  const called = name && readRow(name, payload, context);
  let given = input && readRow(input, payload, context);
  if (typeof given === 'string') given = wrapBareText(adapter, called, given);
  if (input && !fits('o', given)) {
    if (!odd) throw new AnyhookError('payload', `${input.row.at}: expected an object`);
    odd.push(String(input.row.at));
    given ??= {};
  }
  const result = plan.result && readRow(plan.result, payload, context);
  if (plan.hasCanonicalTool) {
    Object.assign(event, { name: called, input: given }, result !== undefined && { result });
    checkCanonicalCall(event, odd);
    return;
  }
  // With `odd`, arguments of another kind are carried as they came.
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
    if (!odd) complete(toolKinds[event.tool ?? 'other'].input, event.input, '');
  }
  if (result !== undefined) event.result = tools.decodeResult(result, context);
  for (const op of plan.callSideOps) {
    if (get(event, op.to) !== undefined) continue;
    const value = readRow(op, payload, context);
    const [part, ...rest] = op.to as ['input' | 'result', ...string[]];
    const kind = toolKinds[event.tool ?? 'other'][part][rest.join('.')] ?? op.kind;
    if (value !== undefined && fits(kind, value)) set(event, op.to, value);
  }
  requireMcpTool(event, plan);
  inferFields(adapter.inferCall, event, context.world);
}

/** An MCP call without a tool is a call of no tool. */
function requireMcpTool({ tool, mcp }: Draft, plan?: PayloadPlan): void {
  if (tool !== 'mcp' || typeof mcp?.tool === 'string') return;
  const row = plan?.ops.find(({ canon }) => canon === 'mcp.tool');
  throw new AnyhookError('payload', `${row?.paths[0]?.join('.') ?? 'mcp.tool'} is missing`);
}

/** What an event says of an MCP server and its tool. */
const mcpKinds = once(() => {
  const all = Object.entries(eventKinds['before-tool']);
  const parts = all.filter(([path]) => path.startsWith('mcp.'));
  return Object.fromEntries(parts.map(([path, kind]) => [path.slice(4), kind]));
});

/** For a call no row has checked. */
function checkCanonicalCall(event: Draft, odd: Context['odd']): void {
  const kinds = toolKinds[event.tool ?? 'other'] ?? toolKinds.other;
  if (odd && event.tool !== undefined) {
    if (typeof event.name !== 'string') event.name = event.tool;
    const { tool, mcp } = event;
    if (tool === 'mcp') {
      const told = mended(mcpKinds(), isObject(mcp) ? mcp : {}, 'mcp.', odd);
      event.mcp = { tool: event.name, ...told };
    }
    event.input = mended(kinds.input, event.input ?? {}, 'input.', odd);
    if (isObject(event.result)) {
      event.result = mended(kinds.result, event.result, 'result.', odd);
    }
    return;
  }
  requireMcpTool(event);
  complete(kinds.input, event.input ?? {}, 'input.', true);
  if (isObject(event.result)) complete(kinds.result, event.result, 'result.', true);
  complete(eventKinds[event.event], event, '', true);
}

/** Fills in what a table of an adapter derives of the rest, where it is not known. */
export function inferFields(table: Binding['infer'], event: Draft, world: World): void {
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

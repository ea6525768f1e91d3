import { eventKinds, fieldKinds, toolKinds } from '../canonical/kinds.ts';
import { AnyhookError } from '../errors.ts';
import type { Binding, ComputeField, Context, Dialect, Draft, World } from '../mapping/adapter.ts';
import { decodeFields, readRowOrAlternative, replaceInvalidArguments } from '../mapping/fields.ts';
import { getAtPath, setAtPath, splitPath } from '../mapping/paths.ts';
import { hasKind, requireFields } from '../mapping/shape.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { bindingOfPayload } from './bindings.ts';
import { type PayloadPlan, payloadPlanOf } from './payload-plan.ts';
import { setEventProject } from './project.ts';
import * as tools from './tool-calls.ts';

/**
 * Decodes a native payload into a canonical event:
 * 1. all rows but those of steps 3 and 4, and the single values that the native event implies (`given`);
 * 2. missing fields that the `fillAfterDecoding` tables of the binding and of the adapter compute, and the project
 *    folder;
 * 3. rows of paths that are made absolute with the project folder;
 * 4. the tool call, where the event has one.
 *
 * Throws `event` where the payload's event is unknown, and `payload` where a value is missing or of a
 * wrong kind.
 *
 * @param invalidPaths List that receives the native paths of missing and wrong values. With it such values do
 *   not throw and are read as well as possible; an unknown event and a call that names no tool still throw.
 */
export const decodeEvent = (
  adapter: Dialect,
  payload: Json,
  world: World,
  invalidPaths?: Context['invalidPaths'],
  binding = bindingOfPayload(adapter, payload),
): Draft => decodeEventOf(binding, adapter, payload, world, invalidPaths);

/** Decodes a native payload of which the binding is known. All else is as {@link decodeEvent} says. */
export function decodeEventOf(
  binding: Binding,
  adapter: Dialect,
  payload: Json,
  world: World,
  invalidPaths?: Context['invalidPaths'],
): Draft {
  const event: Draft = { event: binding.event };
  const context: Context = { adapter, event, world, invalidPaths };
  const plan = payloadPlanOf(binding);
  decodeFields(plan.plainOps, payload, event, context);
  for (const path in binding.given) {
    const value = binding.given[path];
    if (typeof value === 'string') event[path] ??= value;
  }
  inferFields(binding.fillAfterDecoding, event, world);
  inferFields(adapter.fillAfterDecoding, event, world);
  setEventProject(adapter, event, world);
  decodeFields(plan.projectOps, payload, event, context);
  if ('tool' in eventKinds[binding.event]) decodeTool(plan, payload, context);
  if (!invalidPaths) requireFields(eventKinds[binding.event], event, '');
  return event;
}

/**
 * Decodes a part of an event, for callers that need no more of it: a run whose host and dialect are one
 * agent, since it passes the payload's bytes on to the hook, and callers that need the working folder.
 * Of an event with a tool call, the fields that every event has are decoded; of any other event, all
 * fields but the paths that are made absolute with the project folder.
 *
 * A value of a wrong kind does not throw: it is left out, or read as the `whenEmpty` of its row. Throws
 * `event` where the payload's event is unknown.
 */
export function decodeEnvelope(
  adapter: Dialect,
  payload: Json,
  world: World,
  binding = bindingOfPayload(adapter, payload),
): Draft {
  const event: Draft = { event: binding.event };
  const onlyKinds = 'tool' in eventKinds[binding.event] ? fieldKinds.base : undefined;
  const isWanted = (path: string) => !onlyKinds || path in onlyKinds;
  const ops = payloadPlanOf(binding).plainOps.filter(({ canonicalName }) =>
    isWanted(canonicalName),
  );
  // `''`: messages have no prefix before a path. `false`: not strict, so a value of a wrong kind neither throws
  // nor is listed.
  decodeFields(ops, payload, event, { adapter, event, world }, '', false);
  for (const table of [binding.fillAfterDecoding, adapter.fillAfterDecoding])
    for (const path in table)
      if (isWanted(path)) inferFields({ [path]: table[path] as ComputeField }, event, world);
  setEventProject(adapter, event, world);
  return event;
}

/**
 * Decodes the tool call of an event into its `tool`, `name`, `input`, `mcp` and `result`:
 * 1. reads the native name and arguments by the rows of the plan;
 * 2. where the payload names the canonical tool, only checks the call, and leaves out the other steps;
 * 3. finds the tool by its native name in the tool table, which turns the arguments into canonical
 *    ones. Where the payload has no name, since the native event is for one tool only, the rows of the
 *    payload have read the arguments already, and the native name is looked up by the tool;
 * 4. decodes the result, and single arguments and parts of the result that the payload has elsewhere;
 * 5. fills in missing fields that the adapter's `fillCallAfterDecoding` table computes.
 */
function decodeTool(plan: PayloadPlan, payload: Json, context: Context): void {
  const { adapter, event } = context;
  const { name, input } = plan;
  const { invalidPaths } = context;
  const nativeName = name && readRowOrAlternative(name, payload, context);
  let rawInput = input && readRowOrAlternative(input, payload, context);
  if (typeof rawInput === 'string') rawInput = wrapBareText(adapter, nativeName, rawInput);
  if (input && !hasKind('o', rawInput)) {
    if (!invalidPaths) throw new AnyhookError('payload', `${input.row.at}: expected an object`);
    invalidPaths.push(String(input.row.at));
    rawInput ??= {};
  }
  const result = plan.result && readRowOrAlternative(plan.result, payload, context);
  if (plan.hasCanonicalTool) {
    Object.assign(event, { name: nativeName, input: rawInput }, result !== undefined && { result });
    checkCanonicalCall(event, invalidPaths);
    return;
  }
  // With `invalidPaths`, the arguments may be no object: then they are passed on as they came.
  const args = rawInput as Json;
  if (name) {
    if (typeof nativeName !== 'string') {
      throw new AnyhookError('payload', `${name.row.at}: expected a string`);
    }
    tools.decodeCall(nativeName, args, String(input?.row.at), context);
  } else {
    if (input) event.input = args;
    event.name ??= tools.nativeToolNameOf(adapter, event);
    event.input ??= {};
    if (!invalidPaths) requireFields(toolKinds[event.tool ?? 'other'].input, event.input, '');
  }
  if (result !== undefined) event.result = tools.decodeResult(result, context);
  for (const op of plan.outsideOps) {
    if (getAtPath(event, op.canonicalPath) !== undefined) continue;
    const value = readRowOrAlternative(op, payload, context);
    const [part, ...pathInPart] = op.canonicalPath as ['input' | 'result', ...string[]];
    const kind = toolKinds[event.tool ?? 'other'][part][pathInPart.join('.')] ?? op.kind;
    if (value !== undefined && hasKind(kind, value)) setAtPath(event, op.canonicalPath, value);
  }
  requireMcpTool(event, plan);
  inferFields(adapter.fillCallAfterDecoding, event, context.world);
}

/**
 * Returns the arguments that a call with a bare text stands for, or the text where the tool takes no bare text.
 *
 * @param name The native name of the tool.
 */
function wrapBareText({ bareInputKeys = {} }: Dialect, name: unknown, text: string): unknown {
  const key = Object.hasOwn(bareInputKeys, name as string) && bareInputKeys[name as string];
  return key ? { [key]: text } : text;
}

/** Throws `payload` where an MCP call names no tool. */
function requireMcpTool({ tool, mcp }: Draft, plan?: PayloadPlan): void {
  if (tool !== 'mcp' || typeof mcp?.tool === 'string') return;
  const row = plan?.ops.find(({ canonicalName }) => canonicalName === 'mcp.tool');
  throw new AnyhookError('payload', `${row?.readPaths[0]?.join('.') ?? 'mcp.tool'} is missing`);
}

/** Returns the kinds of the fields in an event's `mcp`, by their names there. */
const mcpKinds = once(() => {
  const all = Object.entries(eventKinds['before-tool']);
  const parts = all.filter(([path]) => path.startsWith('mcp.'));
  return Object.fromEntries(parts.map(([path, kind]) => [path.slice(4), kind]));
});

/**
 * Checks a call that a payload states in canonical terms. Throws `payload` where a value is missing or of
 * a wrong kind. With `invalidPaths`, wrong values of a call that names its tool are listed there instead,
 * and replaced by the nearest right ones.
 */
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

/**
 * Fills in missing fields of an event that a table computes from other fields.
 *
 * @param table A function for each canonical path: a `fillAfterDecoding` or `fillBeforeEncoding`, or an adapter's
 *   `fillCallAfterDecoding`. A field whose function returns `undefined` stays missing.
 */
export function inferFields(table: Binding['fillAfterDecoding'], event: Draft, world: World): void {
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

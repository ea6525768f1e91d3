import { toolKinds } from '../canonical/kinds.ts';
import { isGateEvent } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Context, Dialect, Draft, McpTool, ToolRow } from '../mapping/adapter.ts';
import {
  decodeFields,
  encodeFields,
  type FieldOp,
  opsOf,
  suppliedValue,
} from '../mapping/fields.ts';
import { findMissingField, requireFields } from '../mapping/shape.ts';
import { findRowToWrite, findToolRow, toolInputOpsOf, toolResultOpsOf } from '../mapping/tools.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { asText } from '../util/json.ts';
import { rememberName } from './mcp-names.ts';

const unnamed: McpTool = { tool: '' };

/**
 * Sets an event's tool, name, arguments and MCP identity from the native name and arguments. A tool
 * without a row is an MCP tool if the payload says so (`event.mcp` is set) or the name has the form of one,
 * and otherwise `other`.
 *
 * @param where Native path of the arguments, for messages.
 */
export function decodeCall(name: string, input: Json, where: string, context: Context): void {
  const { adapter, event } = context;
  const row = findToolRow(adapter, name, input);
  event.name = row?.nameInEvents ?? name;
  if (row && isUnstartedCall(row, input, where, context)) {
    Object.assign(event, { name, tool: 'other', input });
    return;
  }
  if (row) {
    event.tool = row.tool;
    event.input = decodeArguments(row, input, where, context);
    return;
  }
  const stated: Partial<McpTool> | undefined = event.mcp;
  if (stated === undefined) {
    const mcp = adapter.mcp.read(name);
    if (mcp) {
      rememberName(mcp, name, adapter.mcp);
      event.mcp = mcp;
    } else delete event.mcp;
  } else if (stated.tool === undefined)
    event.mcp = { tool: name, ...adapter.mcp.read(name), ...stated };
  event.tool = event.mcp ? 'mcp' : 'other';
  event.input = input;
}

/**
 * Tells whether the call of an event that is no gate, and so comes after the call, never ran because an argument
 * that its tool needs is missing. Copilot CLI, 1.0.102, fires its hooks for the failure of such calls. With
 * `invalidPaths`, returns false: the call is then decoded as a call of its tool.
 */
const isUnstartedCall = (row: ToolRow, input: Json, where: string, context: Context): boolean =>
  !context.invalidPaths &&
  !isGateEvent(context.event.event) &&
  findMissingField(toolKinds[row.tool].input, readArguments(row, input, where, context)) !==
    undefined;

/**
 * Decodes a tool's native arguments. Throws `payload` where one is missing or of a wrong kind. If the context has
 * a list `invalidPaths`, adds the paths of such arguments to it instead.
 */
export function decodeArguments(row: ToolRow, input: Json, where: string, context: Context): Json {
  const out = readArguments(row, input, where, context);
  const kinds = toolKinds[row.tool].input;
  if (!context.invalidPaths) requireFields(kinds, out, `${where}: `);
  else fillMissingText(row, input, out, where, context);
  return out;
}

/**
 * Reads the native arguments that are there, without checking that none is missing.
 *
 * @param where What errors call the arguments.
 */
export function readArguments(row: ToolRow, input: Json, where: string, context: Context): Json {
  const out: Json = {};
  decodeFields(toolInputOpsOf(row), input, out, context, `${where}.`);
  return out;
}

/**
 * Gives the first missing text argument the values of the native arguments that no row reads, or all of `input`
 * where that is no object. So a hook sees what is in a call that does not have the expected form.
 *
 * @param input The native arguments. With `invalidPaths`, it was not checked that they are an object.
 */
function fillMissingText(
  row: ToolRow,
  input: unknown,
  out: Json,
  where: string,
  context: Context,
): void {
  const ops = toolInputOpsOf(row);
  const op = ops.find(
    ({ canonicalName, kind }) => kind === 's' && out[canonicalName] === undefined,
  );
  if (!op) return;
  const at = op.readPaths[0]?.[0] as string;
  context.invalidPaths?.push(`${where}.${at}`);
  const read = new Set(ops.flatMap(({ readPaths }) => readPaths.map(([name]) => name)));
  const unread = isObject(input) ? Object.entries(input).filter(([name]) => !read.has(name)) : [];
  const unreadValue = unread.length > 1 ? Object.fromEntries(unread) : unread[0]?.[1];
  const shown = isObject(input) ? unreadValue : input;
  if (shown !== undefined) decodeFields([op], { [at]: asText(shown) }, out, context, `${where}.`);
}

/** Encodes an event's tool call: the native name and arguments. Throws `tool` where the vendor has no such tool. */
export function encodeCall(context: Context): Pick<Draft, 'name' | 'input'> {
  const { adapter, event } = context;
  const { tool, input, name, mcp } = event;
  if (tool === 'mcp') return { name: adapter.mcp.write(mcp ?? unnamed), input };
  const row = findRowToWrite(adapter, tool, name);
  if (!row) {
    if (tool === 'other') return { name, input };
    throw new AnyhookError('tool', `${adapter.title} has no tool like ${tool}`);
  }
  const out: Json = {};
  encodeFields(toolInputOpsOf(row), input ?? {}, out, context);
  return { name: row.names[0], input: row.when ? { ...row.when, ...out } : out };
}

/**
 * Decodes a tool's native result. Tools without a result table of their own share the adapter's.
 * A text that no row reads becomes `{ text }`; any other result without a known field is an empty object.
 */
export function decodeResult(result: unknown, context: Context): Json {
  const native =
    typeof result === 'object' && result !== null ? (result as Json) : { text: result };
  const out: Json = {};
  decodeFields(resultOpsOf(context), native, out, context, 'result.', false);
  if (!Object.keys(out).length && typeof result === 'string') return { text: result };
  // An error without a message is still an error.
  if (isObject(out.error)) out.error.message ??= '';
  return out;
}

/** Encodes the result of an event's tool call. */
export function encodeResult(context: Context): Json {
  const { adapter, event } = context;
  const out: Json = {};
  encodeFields(resultOpsOf(context), event.result ?? {}, out, context);
  const row = findRowToWrite(adapter, event.tool, event.name);
  for (const [key, supply] of Object.entries(row?.resultSupply ?? {})) {
    out[key] ??= suppliedValue(supply, context);
  }
  return out;
}

/** Returns the result rows of an event's tool. */
export function resultOpsOf({
  adapter,
  event,
}: Pick<Context, 'adapter' | 'event'>): readonly FieldOp[] {
  // When a result is decoded, the event's tool and name are known already: its row is found as for writing.
  const row = findRowToWrite(adapter, event.tool, event.name);
  if (row?.result) return toolResultOpsOf(row);
  return opsOf(adapter.result, (path) => toolKinds.other.result[path]);
}

/**
 * Returns the native tool name of an event whose binding fixes the tool.
 *
 * @returns The canonical name where the adapter has no such tool; undefined where the event has no tool.
 */
export function nativeToolNameOf(adapter: Dialect, event: Draft): string | undefined {
  if (event.tool === 'mcp') return adapter.mcp.write(event.mcp ?? unnamed);
  return findRowToWrite(adapter, event.tool)?.names[0] ?? event.tool;
}

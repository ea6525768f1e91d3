import { toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Json } from '../util/json.ts';
import type { Dialect, ToolRow } from './adapter.ts';
import { type FieldOp, opsOf } from './fields.ts';

/** Tells whether a tool has no canonical arguments, so that its native ones pass as they are: a tool of an MCP server (`mcp`), or of the vendor alone (`other`). */
export const hasNativeArguments = (tool: unknown): boolean => tool === 'mcp' || tool === 'other';

/** Tells whether a name is one of a row's native names, or the name that its events carry. */
const isCalled = (row: ToolRow, name: unknown): boolean =>
  row.nameInEvents === name || row.names.some((one) => one === name);

/**
 * Returns the row for a native call.
 *
 * @param name The native name of the tool.
 * @param input The native arguments, by which some rows of one name are told apart.
 * @returns Undefined: no row is for such a call.
 */
export const findToolRow = (
  adapter: Dialect,
  name: string | undefined,
  input: Json,
): ToolRow | undefined =>
  adapter.tools.find((row) => isCalled(row, name) && matchesArguments(row, input));

/** Tells whether native arguments fulfil the conditions of a row. */
function matchesArguments({ when, fits }: ToolRow, input: Json): boolean {
  for (const key in when) if (input[key] !== when[key]) return false;
  return fits?.(input) ?? true;
}

/**
 * Returns the row with which a canonical call is written: the row with the native `name` of the call, if
 * the call is this vendor's own, or else the first row of the tool.
 *
 * @returns Undefined: the vendor has no such tool.
 */
export function findRowToWrite(
  adapter: Dialect,
  tool: ToolName | undefined,
  name?: unknown,
): ToolRow | undefined {
  let first: ToolRow | undefined;
  for (const row of adapter.tools) {
    if (row.tool !== tool || row.readOnly) continue;
    if (isCalled(row, name)) return row;
    first ??= row;
  }
  return first;
}

/** Returns the operations for the arguments of a tool. */
export const toolInputOpsOf = (row: ToolRow): readonly FieldOp[] =>
  opsOf(row.input, (path) => toolKinds[row.tool].input[path]);

/** Returns the operations for the result of a tool. */
export const toolResultOpsOf = (row: ToolRow): readonly FieldOp[] =>
  opsOf(row.result ?? {}, (path) => toolKinds[row.tool].result[path]);

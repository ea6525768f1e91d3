import type { Adapter, Fields, ToolRow } from '../mapping/adapter.ts';
import { type FieldOp, rowOf } from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import { findToolRow } from '../mapping/tools.ts';
import { bindingOfPayload } from '../translate/bindings.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';

/**
 * Lists the native paths of a payload that no row reads and that the binding does not supply.
 *
 * @param tool The canonical tool of the call, for a call whose name no row knows.
 */
export function listUnreadPaths(adapter: Adapter, payload: Json, tool: unknown): string[] {
  const binding = bindingOfPayload(adapter, payload);
  const ops = payloadPlanOf(binding).ops;
  const calls = ops.filter((op) => op.canonicalName === 'input' || op.canonicalName === 'result');
  const open = { ...payload };
  for (const { row, readPaths } of calls) {
    const [[key]] = readPaths as [[string]];
    if (row.json) open[key] = parsed(open[key]);
  }
  const known = [
    ...ops.filter((op) => !calls.includes(op)).flatMap(pathsOf),
    ...Object.keys(binding.supply ?? {}),
    ...calls.flatMap((op) => argumentsOf(adapter, open, op, tool)),
  ];
  return leaves(open).filter(
    (leaf) => !known.some((path) => leaf === path || leaf.startsWith(`${path}.`)),
  );
}

const pathsOf = (op: FieldOp): string[] => op.readPaths.map((path) => path.join('.'));

/**
 * Returns the row of the tool that a payload is about. Its arguments may be JSON in a string.
 *
 * @returns Undefined: no row knows the tool.
 */
export function calledToolOf(adapter: Adapter, payload: Json): ToolRow | undefined {
  const { name, input } = payloadPlanOf(bindingOfPayload(adapter, payload));
  const at = (op: FieldOp | undefined) =>
    op ? getAtPath(payload, op.readPaths[0] ?? []) : undefined;
  const given = at(input);
  const args = input?.row.json ? parsed(given) : given;
  return findToolRow(adapter, String(at(name) ?? ''), isObject(args) ? args : {});
}

/** What the tool's row says is in its arguments, or in its result; all of it where none does. */
function argumentsOf(adapter: Adapter, payload: Json, op: FieldOp, tool: unknown): string[] {
  const [at] = pathsOf(op) as [string];
  if (!isObject(payload[at])) return [at];
  const called = calledToolOf(adapter, payload);
  if (op.canonicalName === 'input') return called ? under(at, called.input, called.when) : [at];
  const row = called ?? adapter.tools.find((one) => one.tool === tool);
  const fields = row?.result ?? adapter.result;
  return Object.keys(fields).length ? under(at, fields, row?.resultSupply) : [at];
}

const under = (at: string, fields: Fields, more: object | undefined): string[] =>
  [
    ...Object.values(fields).flatMap((native) => native && rowOf(native).at),
    ...Object.keys(more ?? {}),
  ].map((key) => `${at}.${key}`);

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return text;
  }
}

/** The paths of what is no object; a list is a leaf. */
function leaves(value: unknown, prefix = ''): string[] {
  if (!isObject(value) || !Object.keys(value).length) return [prefix];
  return Object.entries(value).flatMap(([key, item]) =>
    leaves(item, prefix ? `${prefix}.${key}` : key),
  );
}

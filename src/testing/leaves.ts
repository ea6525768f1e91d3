import type { Adapter, Fields, ToolRow } from '../mapping/adapter.ts';
import { type FieldOp, rowOf } from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import { findToolRow } from '../mapping/tools.ts';
import { bindingOfPayload } from '../translate/bindings.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';

/**
 * Lists the native paths of a payload that no row of the binding or of the called tool reads, and that the binding does
 * not supply by itself.
 *
 * @param tool The canonical tool of the call, for a call whose name no row knows.
 */
export function listUnreadPaths(adapter: Adapter, payload: Json, tool: unknown): string[] {
  const binding = bindingOfPayload(adapter, payload);
  const ops = payloadPlanOf(binding).ops;
  const callOps = ops.filter((op) => op.canonicalName === 'input' || op.canonicalName === 'result');
  /** The payload, with arguments and results that are JSON in a string as objects. */
  const parsedPayload = { ...payload };
  for (const { row, readPaths } of callOps) {
    const [[key]] = readPaths as [[string]];
    if (row.json) parsedPayload[key] = parseIfJson(parsedPayload[key]);
  }
  const known = [
    ...ops.filter((op) => !callOps.includes(op)).flatMap(pathsOf),
    ...Object.keys(binding.supply ?? {}),
    ...callOps.flatMap((op) => argumentPathsOf(adapter, parsedPayload, op, tool)),
  ];
  return listLeafPaths(parsedPayload).filter(
    (leaf) => !known.some((path) => leaf === path || leaf.startsWith(`${path}.`)),
  );
}

/** Returns the native paths that a row reads. */
const pathsOf = (op: FieldOp): string[] => op.readPaths.map((path) => path.join('.'));

/**
 * Returns the row of the tool that the call in a payload is about. Its arguments may be JSON in a string.
 *
 * @returns Undefined: no row knows the tool.
 */
export function calledToolOf(adapter: Adapter, payload: Json): ToolRow | undefined {
  const { name, input } = payloadPlanOf(bindingOfPayload(adapter, payload));
  const readValue = (op: FieldOp | undefined) =>
    op ? getAtPath(payload, op.readPaths[0] ?? []) : undefined;
  const written = readValue(input);
  const args = input?.row.json ? parseIfJson(written) : written;
  return findToolRow(adapter, String(readValue(name) ?? ''), isObject(args) ? args : {});
}

/**
 * Returns the native paths that the row of the called tool reads in the arguments, or in the result. No such row, or
 * none for the result: the path of the whole object.
 *
 * @param op The row of the payload that reads the whole object.
 */
function argumentPathsOf(adapter: Adapter, payload: Json, op: FieldOp, tool: unknown): string[] {
  const [path] = pathsOf(op) as [string];
  if (!isObject(payload[path])) return [path];
  const called = calledToolOf(adapter, payload);
  if (op.canonicalName === 'input')
    return called ? listPathsBelow(path, called.input, called.when) : [path];
  const row = called ?? adapter.tools.find((candidate) => candidate.tool === tool);
  const fields = row?.result ?? adapter.result;
  return Object.keys(fields).length ? listPathsBelow(path, fields, row?.resultSupply) : [path];
}

/** Returns the paths of the native fields in a table, and those of further fields, below a path. */
const listPathsBelow = (path: string, fields: Fields, further: object | undefined): string[] =>
  [
    ...Object.values(fields).flatMap((native) => native && rowOf(native).at),
    ...Object.keys(further ?? {}),
  ].map((key) => `${path}.${key}`);

/** Returns the JSON value that a text holds, or the value itself if it is no JSON text. */
function parseIfJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return text;
  }
}

/** Lists the paths of all values that are no objects. A list counts as one value, and so does an empty object. */
function listLeafPaths(value: unknown, prefix = ''): string[] {
  if (!isObject(value) || !Object.keys(value).length) return [prefix];
  return Object.entries(value).flatMap(([key, item]) =>
    listLeafPaths(item, prefix ? `${prefix}.${key}` : key),
  );
}

import type { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import type { FieldOp } from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import { findToolRow, toolInputOpsOf } from '../mapping/tools.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { parseJsonObject } from '../util/json.ts';
import { bindingOfPayload } from './bindings.ts';
import { encodeEvent } from './encode.ts';
import { machine } from './machine.ts';
import { payloadPlanOf } from './payload-plan.ts';
import { resultOpsOf } from './tool-calls.ts';

/**
 * Returns the native keys that rows read in place of the key that they write: older spellings, whose
 * value is written under the current one.
 */
function aliasKeysOf(ops: readonly FieldOp[]): Set<string> {
  return new Set(
    ops.flatMap(({ row, readPaths, olderPaths }) =>
      (row.all ? olderPaths : readPaths.slice(olderPaths.length === readPaths.length ? 0 : 1)).map(
        firstKeyOf,
      ),
    ),
  );
}
const firstKeyOf = (path: readonly string[]): string => path[0] as string;

/** Returns the fields of a payload that encoding its event would not bring back, because no table knows them. */
export const findUnknownFields = (
  adapter: Adapter,
  payload: Json,
  event: Draft,
  world: World,
): Json => unknownFieldsBeside(adapter, payload, event, tryEncode(adapter, payload, event, world));

/**
 * Returns the fields of a payload that no table knows, for a caller that has encoded the event already.
 *
 * @param again The payload that encoding the event made. `undefined`: the dialect cannot encode it.
 */
export function unknownFieldsBeside(
  adapter: Adapter,
  payload: Json,
  event: Draft,
  again: Json | undefined,
): Json {
  const { ops } = payloadPlanOf(bindingOfPayload(adapter, payload));
  const owner = (key: string) =>
    ops.find(({ readPaths }) => readPaths.some((path) => firstKeyOf(path) === key));
  const known = aliasKeysOf(ops);
  const rest: Json = {};
  for (const [key, value] of Object.entries(payload)) {
    if (again && Object.hasOwn(again, key) && isSameJson(value, again[key])) continue;
    const op = owner(key);
    const unwritten = !again || !Object.hasOwn(again, key);
    // A tool name and fields of respelling codecs are known although encoding spells them differently.
    if (op && (op.canonicalName === 'name' || op.row.codec?.renamesOldKeys)) continue;
    const read = op && getAtPath(event, op.canonicalPath);
    const understood = again
      ? known.has(key) || op?.row.readOnly
      : read !== undefined && (!op?.row.all || isSameJson(read, value));
    if (op && unwritten && understood) continue;
    const written = unwritten ? undefined : again[key];
    const left = unknownPartOf(value, written, aliasKeysOf(nestedOpsOf(adapter, op, event, value)));
    if (left !== undefined) setOwnKey(rest, key, left);
  }
  return rest;
}

/** Encodes an event again, or returns `undefined` where the dialect reads the event's tool and cannot write it. */
function tryEncode(adapter: Adapter, payload: Json, event: Draft, world: World): Json | undefined {
  try {
    return encodeEvent(adapter, bindingOfPayload(adapter, payload), event, world);
  } catch (error) {
    if ((error as AnyhookError).code === 'tool') return undefined;
    throw error;
  }
}

/** Returns the rows of the tool table for the fields inside `input` or `result`; none for other fields. */
function nestedOpsOf(
  adapter: Adapter,
  op: FieldOp | undefined,
  event: Draft,
  value: unknown,
): readonly FieldOp[] {
  if (op?.canonicalName === 'result') return resultOpsOf({ adapter, event, world: machine });
  if (op?.canonicalName !== 'input' || !isObject(value)) return [];
  const row = findToolRow(adapter, event.name, value);
  return row ? toolInputOpsOf(row) : [];
}

/** Returns the part of a value that the encoded value lacks, or `undefined` where it lacks nothing. */
function unknownPartOf(value: unknown, again: unknown, known: ReadonlySet<string>): unknown {
  if (typeof value === 'string' && typeof again === 'string') {
    const [was, is] = [parseJsonObject(value), parseJsonObject(again)];
    // JSON in a string is kept whole, unless older spellings are the only difference.
    const older = was && Object.keys(was).some((key) => known.has(key));
    const respelled = older && unknownPartOf(was, is, known) === undefined;
    return respelled ? undefined : value;
  }
  if (!isObject(value) || !isObject(again)) return value;
  const left: Json = {};
  for (const [key, item] of Object.entries(value)) {
    if (Object.hasOwn(again, key) && isSameJson(item, again[key])) continue;
    if (!Object.hasOwn(again, key) && known.has(key)) continue;
    setOwnKey(left, key, item);
  }
  return Object.keys(left).length ? left : undefined;
}

/** Sets a key of an object as its own, also `__proto__`, which may come from a payload. */
export function setOwnKey(into: Json, key: string, value: unknown): void {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}

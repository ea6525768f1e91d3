import type { AnyhookError } from '../errors.ts';
import type { Dialect, Draft, World } from '../mapping/adapter.ts';
import type { FieldOp } from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import { findToolRow, toolInputOpsOf } from '../mapping/tools.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { parseJsonObject } from '../util/json.ts';
import { setOwnKey } from '../util/own-key.ts';
import { bindingOfPayload } from './bindings.ts';
import { encodeEvent } from './encode.ts';
import { payloadPlanOf } from './payload-plan.ts';
import { resultOpsOf } from './tool-calls.ts';

/**
 * Returns the native keys that rows read and never write: other spellings of the key that a row writes. A
 * value under such a key is known, although encoding puts it under the other key.
 */
function aliasKeysOf(ops: readonly FieldOp[]): Set<string> {
  return new Set(
    ops.flatMap(({ row, readPaths, olderPaths }) => {
      const currentCount = readPaths.length - olderPaths.length;
      const writtenCount = row.all ? currentCount : Math.min(currentCount, 1);
      return readPaths.slice(writtenCount).map(firstKeyOf);
    }),
  );
}
const firstKeyOf = (path: readonly string[]): string => path[0] as string;

/** Returns the fields of a payload that encoding its event would not bring back, because no table knows them. */
export const findUnknownFields = (
  adapter: Dialect,
  payload: Json,
  event: Draft,
  world: World,
): Json =>
  findFieldsLostByEncoding(adapter, payload, event, tryEncode(adapter, payload, event, world));

/**
 * Returns the fields of a payload that no table knows, so that they are missing in the payload that was
 * encoded from its event. Of a field that is known in part, the unknown part is returned.
 *
 * @param encoded The encoded payload. `undefined`: the adapter cannot encode the event.
 */
export function findFieldsLostByEncoding(
  adapter: Dialect,
  payload: Json,
  event: Draft,
  encoded: Json | undefined,
): Json {
  const { ops } = payloadPlanOf(bindingOfPayload(adapter, payload));
  const aliasKeys = aliasKeysOf(ops);
  const unknownFields: Json = {};
  for (const [key, value] of Object.entries(payload)) {
    const isEncoded = encoded !== undefined && Object.hasOwn(encoded, key);
    if (isEncoded && isSameJson(value, encoded[key])) continue;
    const op = ops.find(({ readPaths }) => readPaths.some((path) => firstKeyOf(path) === key));
    // A tool's name, and fields whose codec renames old keys, are known although encoding spells them differently.
    if (op && (op.canonicalName === 'name' || op.row.codec?.renamesOldKeys)) continue;
    const canonicalValue = op && getAtPath(event, op.canonicalPath);
    const isKnown = encoded
      ? aliasKeys.has(key) || op?.row.readOnly
      : canonicalValue !== undefined && (!op?.row.all || isSameJson(canonicalValue, value));
    if (op && !isEncoded && isKnown) continue;
    const nestedAliases = aliasKeysOf(nestedOpsOf(adapter, op, event, value));
    const unknownPart = unknownPartOf(value, isEncoded ? encoded[key] : undefined, nestedAliases);
    if (unknownPart !== undefined) setOwnKey(unknownFields, key, unknownPart);
  }
  return unknownFields;
}

/** Encodes an event for the binding of its payload. `undefined`: the adapter can read the event's tool, and not write it. */
function tryEncode(adapter: Dialect, payload: Json, event: Draft, world: World): Json | undefined {
  try {
    return encodeEvent(adapter, bindingOfPayload(adapter, payload), event, world);
  } catch (error) {
    if ((error as AnyhookError).code === 'tool') return undefined;
    throw error;
  }
}

/** Returns the rows of the tool table for the inside of a payload's field, if that is `input` or `result`. Other fields have none. */
function nestedOpsOf(
  adapter: Dialect,
  op: FieldOp | undefined,
  event: Draft,
  value: unknown,
): readonly FieldOp[] {
  if (op?.canonicalName === 'result') return resultOpsOf({ adapter, event });
  if (op?.canonicalName !== 'input' || !isObject(value)) return [];
  const row = findToolRow(adapter, event.name, value);
  return row ? toolInputOpsOf(row) : [];
}

/**
 * Returns the part of a value that the encoded value lacks or has differently. `undefined`: it has all.
 *
 * @param aliasKeys Keys inside the value that need not be in the encoded value ({@link aliasKeysOf}).
 */
function unknownPartOf(value: unknown, encoded: unknown, aliasKeys: ReadonlySet<string>): unknown {
  if (typeof value === 'string' && typeof encoded === 'string') {
    const [json, encodedJson] = [parseJsonObject(value), parseJsonObject(encoded)];
    // JSON in a string is returned whole, unless the only difference is that it has alias keys.
    const hasAlias = json && Object.keys(json).some((key) => aliasKeys.has(key));
    const isOnlyRespelled = hasAlias && unknownPartOf(json, encodedJson, aliasKeys) === undefined;
    return isOnlyRespelled ? undefined : value;
  }
  if (!isObject(value) || !isObject(encoded)) return value;
  const unknownFields: Json = {};
  for (const [key, item] of Object.entries(value)) {
    if (Object.hasOwn(encoded, key) && isSameJson(item, encoded[key])) continue;
    const isEncoded = Object.hasOwn(encoded, key);
    if (!isEncoded && aliasKeys.has(key)) continue;
    const isObjectInBoth = isEncoded && isObject(item) && isObject(encoded[key]);
    const part = isObjectInBoth ? unknownPartOf(item, encoded[key], aliasKeys) : item;
    if (part !== undefined) setOwnKey(unknownFields, key, part);
  }
  return Object.keys(unknownFields).length ? unknownFields : undefined;
}

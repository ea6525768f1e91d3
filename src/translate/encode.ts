import type { Adapter, Binding, Context, Dialect, Draft, World } from '../mapping/adapter.ts';
import { suppliedValue, writeAtPaths, writeRowOrAlternative } from '../mapping/fields.ts';
import { fingerprint } from '../mapping/fingerprint.ts';
import { getAtPath, splitPath } from '../mapping/paths.ts';
import type { Json } from '../util/json.ts';
import { inferFields } from './decode.ts';
import { payloadPlanOf } from './payload-plan.ts';
import * as tools from './tool-calls.ts';

/** Lists the tables of functions that compute the fields which are missing before a payload is written. */
export const listFills = (
  { fillBeforeEncoding: fills }: Pick<Adapter, 'fillBeforeEncoding'>,
  binding: Binding,
) => [binding.fillBeforeEncoding, fills?.[binding.native], fills?.['*']];

/**
 * Encodes a canonical event as the native payload of a binding. Returns `undefined` where the vendor
 * would not fire it, because a required field is missing. Throws `tool` where the dialect has no such
 * tool.
 *
 * @param foreign The event comes from another agent than the adapter's.
 */
export function encodeEvent(
  adapter: Dialect & Pick<Adapter, 'fillBeforeEncoding'>,
  binding: Binding,
  event: Draft,
  world: World,
  foreign = false,
): Json | undefined {
  // Object.assign, not a spread: V8 would give each spread object a hidden class of its own once a
  // field is added by a computed name.
  const filled: Draft = Object.assign({}, event);
  const context: Context = { adapter, event: filled, world, hashCall: fingerprint, foreign };
  for (const table of listFills(adapter, binding)) inferFields(table, filled, world);
  for (const path of binding.requires ?? []) {
    if (getAtPath(filled, splitPath(path)) === undefined) return undefined;
  }
  const out: Json = {};
  let call: Pick<Draft, 'name' | 'input'> | undefined;
  const { ops, hasCanonicalTool } = payloadPlanOf(binding);
  for (const op of ops) {
    let value = getAtPath(filled, op.canonicalPath);
    if (op.canonicalName === 'event') value = binding.native;
    else if (hasCanonicalTool) value = getAtPath(filled, op.canonicalPath);
    else if (op.canonicalName === 'name' || op.canonicalName === 'input') {
      call ??= tools.encodeCall(context);
      value = call[op.canonicalName];
    } else if (op.canonicalName === 'result') value = value && tools.encodeResult(context);
    if (value !== undefined) writeRowOrAlternative(op, value, out, context);
    else if (op.row.supply !== undefined)
      writeAtPaths(op, suppliedValue(op.row.supply, context), out);
  }
  for (const path in binding.supply) {
    const value = suppliedValue(binding.supply[path], context);
    if (value !== undefined && out[path] === undefined) out[path] = value;
  }
  return out;
}

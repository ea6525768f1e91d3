import { fieldKinds } from '../canonical/kinds.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import type { AnswerLimit, Binding, Context, Row } from '../mapping/adapter.ts';
import { type FieldOp, opsOf, rowOf, writeRowOrAlternative } from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import { type Json, toAsciiJson } from '../util/json.ts';

/** Returns the rows of the outcome keys that a binding has, which are those that its event honours. */
export const outcomeOpsOf = (binding: Binding): readonly FieldOp[] =>
  opsOf(binding.outcome, (path) => fieldKinds.outcome[path]);

/**
 * Encodes an outcome as a native response. Keys that the binding has no row for are left out. If no key is
 * left, returns the binding's neutral response, which is `null` if nothing is to be printed.
 */
export function encodeOutcome(binding: Binding, outcome: Outcome, context: Context): Json | null {
  const out: Json = {};
  // Nothing is supplied for a missing key, as `encodeFields` would for a missing field of a payload.
  for (const op of outcomeOpsOf(binding)) {
    const value = getAtPath(outcome as Json, op.canonicalPath);
    if (value !== undefined) writeRowOrAlternative(op, value, out, context);
  }
  return Object.keys(out).length ? out : binding.neutralResponse;
}

/** Returns the text that is printed for a response: JSON on one line, or an empty text for `null`. */
export const printResponse = (response: Json | null): string =>
  response ? `${toAsciiJson(response)}\n` : '';

/** Tells whether an agent reads a printed response to its end. `undefined`: no limit is known. */
export const isShortEnough = (response: Json | null, limit: AnswerLimit | undefined): boolean =>
  limit === undefined || printResponse(response).length <= limit.maxLength;

/**
 * Tells whether every binding has a row that can write an outcome key, for a value and a canonical tool if
 * they are given (see {@link findForm}).
 */
export function canExpress(
  bindings: readonly Binding[],
  key: OutcomeKey,
  value?: unknown,
  tool?: unknown,
): boolean {
  return bindings.every((binding) => findForm(binding, key, value, tool) !== undefined);
}

/**
 * Returns the first row with which a binding can write an outcome key, or `undefined` if it has none. A key
 * may have several rows, linked by `or`, for different values and tools.
 *
 * @param value The value to write. `undefined`: any value will do.
 * @param tool The canonical tool of the call that the outcome is about. `undefined`: no tool, or any.
 */
export function findForm(
  { outcome }: Binding,
  key: OutcomeKey,
  value?: unknown,
  tool?: unknown,
): Row | undefined {
  const native = outcome[key];
  let row = native === undefined ? undefined : rowOf(native);
  while (row && !canHold(row, value, tool)) row = row.or;
  return row;
}

/** Tells whether a row can write a value. The parameters are those of {@link findForm}. */
function canHold(
  { words, onlyTool, accepts, readOnly }: Row,
  value: unknown,
  tool: unknown,
): boolean {
  if (readOnly || (onlyTool && tool !== onlyTool)) return false;
  if (accepts && tool !== undefined) return accepts(value, tool);
  if (value === undefined) return true;
  return accepts ? accepts(value) : !words || Object.hasOwn(words, value as string);
}

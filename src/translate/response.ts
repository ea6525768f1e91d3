import { outcomeKinds, toolKinds } from '../canonical/kinds.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import type { Adapter, Binding, Context, Row, ToolRow } from '../mapping/adapter.ts';
import {
  decodeFields,
  encodeFields,
  type FieldOp,
  formsOf,
  opsOf,
  rowOf,
} from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import { requireFields } from '../mapping/shape.ts';
import { findToolRow, isRaw, toolInputOpsOf } from '../mapping/tools.ts';
import { isSameJson } from '../util/equal.ts';
import { type Json, toAsciiJson } from '../util/json.ts';
import { readArguments } from './tool-calls.ts';

/** Returns the rows of the outcome keys that an event honours. */
export const outcomeOpsOf = (binding: Binding): readonly FieldOp[] =>
  opsOf(binding.outcome, (path) => outcomeKinds[path]);

/** The tool call that a response is about, in native terms. */
export interface NativeCall {
  name: string;
  input: Json;
  /** Set by decoding a response: arguments that a rewrite leaves out and the call keeps. */
  keptArguments?: readonly string[];
}

/**
 * Decodes a native response into an outcome. Values of a wrong type are left out, as every vendor does.
 *
 * @param call The call that the hook was asked about. With it, a rewritten input is returned whole and
 *   in canonical terms.
 */
export function decodeOutcome(
  binding: Binding,
  response: Json,
  context: Context,
  call?: NativeCall,
): Outcome {
  const out: Json = {};
  const normalised = context.adapter.normaliseResponse?.(response, binding) ?? response;
  decodeFields(outcomeOpsOf(binding), normalised, out, context, '', false);
  if (out.input && call) out.input = decodeRewrite(out.input as Json, call, context);
  return out;
}

/**
 * Turns a rewritten input into whole arguments in canonical terms. Arguments that it leaves out are those
 * of the call, where the vendor merges both. An input for a tool without canonical arguments, or with
 * changed arguments that no row knows, stays in native terms. An input that turns the call into another tool's, or
 * that the agent itself would refuse, is returned as it is: the host then cannot apply it.
 */
function decodeRewrite(input: Json, call: NativeCall, context: Context): Json {
  const { adapter } = context;
  const row = findToolRow(adapter, call.name, call.input);
  const merge = (original: Json, rewritten: Json): Json => {
    if (adapter.rewrites === 'replace') return rewritten;
    call.keptArguments = Object.keys(original).filter((key) => !Object.hasOwn(rewritten, key));
    return { ...original, ...rewritten };
  };
  if (!row || isRaw(row.tool) || !changesKnownArguments(row, input, call.input))
    return merge(call.input, input);
  const newInput = adapter.rewrites === 'replace' ? input : { ...call.input, ...input };
  // The rewrite makes it another tool's call, which the host cannot apply.
  if (findToolRow(adapter, call.name, newInput)?.tool !== row.tool) return input;
  try {
    const original = readArguments(row, call.input, 'input', { ...context, invalidPaths: [] });
    const whole = merge(original, readArguments(row, input, 'input', context));
    requireFields(toolKinds[row.tool].input, whole, 'input: ');
    return whole;
  } catch {
    return input; // The agent itself would refuse this call, so the host cannot apply it either.
  }
}

/** Tells whether a rewritten input changes only arguments that the tool is known to have. */
function changesKnownArguments(row: ToolRow, input: Json, original: Json): boolean {
  const known = new Set(
    toolInputOpsOf(row).flatMap(({ readPaths }) => readPaths.map(([key]) => key)),
  );
  return Object.keys(input).every((key) => known.has(key) || isSameJson(input[key], original[key]));
}

/**
 * Encodes an outcome as a native response, with the keys that the binding has rows for. An outcome
 * without any becomes the binding's neutral response; `null`: nothing is printed.
 */
export function encodeOutcome(binding: Binding, outcome: Outcome, context: Context): Json | null {
  const out: Json = {};
  encodeFields(outcomeOpsOf(binding), outcome, out, context);
  return Object.keys(out).length ? out : binding.neutralResponse;
}

/** Returns a response as the text that is printed: one JSON object on a line, or nothing for `null`. */
export const printResponse = (response: Json | null): string =>
  response ? `${toAsciiJson(response)}\n` : '';

/** Tells whether all of the bindings have a form for an outcome key; with `value`, for that value of it, about a call of `tool`. */
export function canExpress(
  bindings: readonly Binding[],
  key: OutcomeKey,
  value?: unknown,
  tool?: unknown,
): boolean {
  return bindings.every((binding) => findForm(binding, key, value, tool) !== undefined);
}

/** Returns the row with which a binding writes an outcome key, or a value of it, about a call of `tool`; `undefined` where it has none. */
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

/** Tells whether a row can write a value. */
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

/** Tells whether a response states different decisions in several spellings, so that one may be forged. */
export function hasConflictingDecisions(binding: Binding, response: Json): boolean {
  const op = outcomeOpsOf(binding).find(({ canonicalName }) => canonicalName === 'decision');
  const decisions = (op ? formsOf(op) : []).flatMap(({ readPaths, canonicalWords }) =>
    readPaths.flatMap((path) => canonicalWords?.get(getAtPath(response, path)) ?? []),
  );
  return new Set(decisions).size > 1;
}

/** Returns the native paths that a verdict is read from, and the objects around them. A key there that stands twice may be forged. */
export function verdictPathsOf({ bindings }: Adapter): Set<string> {
  const keys = new Set<string>();
  for (const { outcome } of bindings.all()) {
    for (const key of ['decision', 'halt', 'followUp', 'replaced', 'input'] as const) {
      const native = outcome[key];
      if (!native) continue;
      const paths: (string | readonly string[])[] = [];
      for (let row: Row | undefined = rowOf(native); row; row = row.or)
        paths.push(row.at, ...Object.keys(row.with ?? {}));
      for (const path of paths.flat()) {
        for (let at = path.length; at > 0; at = path.lastIndexOf('.', at - 1)) {
          keys.add(path.slice(0, at));
        }
      }
    }
  }
  return keys;
}

import { toolKinds } from '../canonical/kinds.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Adapter, Binding, Context, Dialect, Row, ToolRow } from '../mapping/adapter.ts';
import { decodeFields, formsOf, rowOf } from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import { requireFields } from '../mapping/shape.ts';
import { findToolRow, hasNativeArguments, toolInputOpsOf } from '../mapping/tools.ts';
import { isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { outcomeOpsOf } from './response.ts';
import { readArguments } from './tool-calls.ts';

/** The tool call that a response is about, in native terms. */
export interface NativeCall {
  name: string;
  input: Json;
  /** Arguments that a rewrite leaves out and the call keeps. Absent until {@link decodeOutcome} sets them. */
  keptArguments?: readonly string[];
}

/**
 * Decodes a native response into an outcome. Values of a wrong type are left out, as every vendor does.
 *
 * @param call The call that the hook was asked about. If given, a rewritten input is completed with the
 *   arguments of that call, and turned into canonical words, and `keptArguments` of the call are set. Absent:
 *   the input is returned as it is printed.
 */
export function decodeOutcome(
  binding: Binding,
  response: Json,
  context: Context<Adapter>,
  call?: NativeCall,
): Outcome {
  const out: Json = {};
  const normalised = context.adapter.normaliseResponse?.(response, binding) ?? response;
  decodeFields(outcomeOpsOf(binding), normalised, out, context, '', false);
  if (out.input && call) out.input = decodeRewrite(out.input as Json, call, context);
  return out;
}

/**
 * Turns a rewritten input into the whole arguments of the call, in canonical words. Sets `keptArguments` of
 * the call if the vendor merges a rewrite into the call.
 * - If the vendor merges a rewrite into the call, arguments that the rewrite leaves out are taken from the call.
 * - The arguments keep their native names if the tool has no canonical arguments, or if one of the changed
 *   arguments is not in the tool's row.
 * - An input that would make the call a call of another tool, or that the agent itself would refuse, is
 *   returned as it is. The host cannot apply it then.
 */
function decodeRewrite(input: Json, call: NativeCall, context: Context): Json {
  const { adapter } = context;
  const row = findToolRow(adapter, call.name, call.input);
  const mergeAndNoteKept = (original: Json, rewritten: Json): Json => {
    if (adapter.rewrites === 'replace') return rewritten;
    call.keptArguments = Object.keys(original).filter((key) => !Object.hasOwn(rewritten, key));
    return { ...original, ...rewritten };
  };
  if (!row || hasNativeArguments(row.tool) || !changesOnlyKnownArguments(row, input, call.input))
    return mergeAndNoteKept(call.input, input);
  const newInput = adapter.rewrites === 'replace' ? input : { ...call.input, ...input };
  // The rewrite makes it another tool's call, which the host cannot apply.
  if (findToolRow(adapter, call.name, newInput)?.tool !== row.tool) return input;
  try {
    // With `invalidPaths`, wrong values of the original call are no error: only the rewrite is checked.
    const original = readArguments(row, call.input, 'input', { ...context, invalidPaths: [] });
    const whole = mergeAndNoteKept(original, readArguments(row, input, 'input', context));
    requireFields(toolKinds[row.tool].input, whole, 'input: ');
    return whole;
  } catch {
    return input; // The agent itself would refuse this call, so the host cannot apply it either.
  }
}

/** Tells whether a rewritten input changes only arguments that the tool's row knows. */
function changesOnlyKnownArguments(row: ToolRow, input: Json, original: Json): boolean {
  const known = new Set(
    toolInputOpsOf(row).flatMap(({ readPaths }) => readPaths.map(([key]) => key)),
  );
  return Object.keys(input).every((key) => known.has(key) || isSameJson(input[key], original[key]));
}

/**
 * Tells whether a response states different decisions at several paths. One of them may then be forged: it may
 * come from a text that the hook judged and put into its JSON unescaped.
 */
export function hasConflictingDecisions(binding: Binding, response: Json): boolean {
  const op = outcomeOpsOf(binding).find(({ canonicalName }) => canonicalName === 'decision');
  const decisions = (op ? formsOf(op) : []).flatMap(({ readPaths, canonicalWords }) =>
    readPaths.flatMap((path) => canonicalWords?.get(getAtPath(response, path)) ?? []),
  );
  return new Set(decisions).size > 1;
}

/**
 * Returns the native paths from which an agent reads a verdict, and the paths of the objects around them. If
 * a response has such a key twice, one of the two may be forged, as {@link hasConflictingDecisions} describes.
 */
export function verdictPathsOf({ bindings }: Dialect): Set<string> {
  const verdictPaths = new Set<string>();
  for (const { outcome } of bindings.all()) {
    for (const key of ['decision', 'halt', 'followUp', 'replaced', 'input'] as const) {
      const native = outcome[key];
      if (!native) continue;
      const paths: (string | readonly string[])[] = [];
      for (let row: Row | undefined = rowOf(native); row; row = row.or)
        paths.push(row.at, ...Object.keys(row.with ?? {}));
      for (const path of paths.flat()) {
        for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
          verdictPaths.add(path.slice(0, end));
        }
      }
    }
  }
  return verdictPaths;
}

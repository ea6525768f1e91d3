import { outcomeKinds, toolKinds } from '../canonical/kinds.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import type { Adapter, Binding, Context, Row, ToolRow } from '../mapping/adapter.ts';
import { carryIn, carryOut, formsOf, type Op, opsOf, rowOf } from '../mapping/fields.ts';
import { get } from '../mapping/paths.ts';
import { complete } from '../mapping/shape.ts';
import { inputOps, isRaw, rowCalled } from '../mapping/tools.ts';
import { equal } from '../util/equal.ts';
import { ascii, type Json } from '../util/json.ts';
import { readArguments } from './tool-calls.ts';

/** The rows of what an event honours. */
export const outcomeOpsOf = (binding: Binding): readonly Op[] =>
  opsOf(binding.outcome, (path) => outcomeKinds[path]);

/** The call a response is about, as the vendor words it. */
export interface NativeCall {
  name: string;
  input: Json;
  /** Arguments that a rewrite leaves out and the call keeps, once a response was read. */
  keptArguments?: readonly string[];
}

/**
 * Native response → outcome. What has a wrong type says nothing, as with every vendor.
 * A rewritten input comes out in canonical terms, through the tool it is for.
 */
export function decodeOutcome(
  binding: Binding,
  response: Json,
  context: Context,
  call?: NativeCall,
): Outcome {
  const out: Json = {};
  const tidy = context.adapter.tidy?.(response, binding) ?? response;
  carryIn(outcomeOpsOf(binding), tidy, out, context, '', false);
  if (out.input && call) out.input = decodeRewrite(out.input as Json, call, context);
  return out as Outcome;
}

/** A rewritten input whole and in canonical terms, where the tool has them. */
function decodeRewrite(input: Json, call: NativeCall, context: Context): Json {
  const { adapter } = context;
  const row = rowCalled(adapter, call.name, call.input);
  const merged = (was: Json, said: Json): Json => {
    if (adapter.rewrites === 'replace') return said;
    call.keptArguments = Object.keys(was).filter((key) => !Object.hasOwn(said, key));
    return { ...was, ...said };
  };
  if (!row || isRaw(row.tool) || !changesKnownArguments(row, input, call.input))
    return merged(call.input, input);
  const now = adapter.rewrites === 'replace' ? input : { ...call.input, ...input };
  // Another call than it was told of: it lands nowhere.
  if (rowCalled(adapter, call.name, now)?.tool !== row.tool) return input;
  try {
    const was = readArguments(row, call.input, 'input', { ...context, odd: [] });
    const whole = merged(was, readArguments(row, input, 'input', context));
    complete(toolKinds[row.tool].input, whole, 'input: ');
    return whole;
  } catch {
    return input; // A call its own agent would refuse: as it is, it lands nowhere.
  }
}

/** Whether a rewritten call changes only arguments the tool is known to have. */
function changesKnownArguments(row: ToolRow, input: Json, told: Json): boolean {
  const known = new Set(inputOps(row).flatMap(({ paths }) => paths.map(([key]) => key)));
  return Object.keys(input).every((key) => known.has(key) || equal(input[key], told[key]));
}

/** Outcome → native response, as far as the table goes. Nothing to say: what silence is called. */
export function encodeOutcome(binding: Binding, outcome: Outcome, context: Context): Json | null {
  const out: Json = {};
  carryOut(outcomeOpsOf(binding), outcome as Json, out, context);
  return Object.keys(out).length ? out : binding.silence;
}

/** Returns a response as the text that is printed: one JSON object on a line, or nothing for `null`. */
export const printResponse = (response: Json | null): string =>
  response ? `${ascii(response)}\n` : '';

/** Whether every one of these bindings has a form for an outcome field, or one value of it. */
export function canExpress(
  bindings: readonly Binding[],
  key: OutcomeKey,
  value?: unknown,
  tool?: unknown,
): boolean {
  return bindings.every((binding) => findForm(binding, key, value, tool) !== undefined);
}

/** The form that a binding has for an outcome field, or for one value of it. */
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

/** Whether a row has words for a value. */
function canHold({ words, only, takes, readOnly }: Row, value: unknown, tool: unknown): boolean {
  if (readOnly || (only && tool !== only)) return false;
  if (takes && tool !== undefined) return takes(value, tool);
  if (value === undefined) return true;
  return takes ? takes(value) : !words || Object.hasOwn(words, value as string);
}

/** Whether the spellings of one decision say different things: then one of them is a forgery. */
export function hasConflictingDecisions(binding: Binding, response: Json): boolean {
  const op = outcomeOpsOf(binding).find(({ canon }) => canon === 'decision');
  const said = (op ? formsOf(op) : []).flatMap(({ paths, back }) =>
    paths.flatMap((path) => back?.get(get(response, path)) ?? []),
  );
  return new Set(said).size > 1;
}

/** Native paths a verdict is read from, and what they are in: one of them twice is a forgery. */
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

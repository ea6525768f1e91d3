import type { Loss } from '../canonical/loss.ts';
import type { Adapter, Context, Draft, ToolRow } from '../mapping/adapter.ts';
import { type Op, readRow, suppliedValue, writeAtPaths, writeRow } from '../mapping/fields.ts';
import { findRowToWrite, findToolRow, isRaw, toolInputOpsOf } from '../mapping/tools.ts';
import { isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { HookInput } from './hook-input.ts';
import { argumentsOf, toolNameOf } from './hook-input.ts';
import type { LostRewrite } from './outcome-texts.ts';
import { decodeArguments } from './tool-calls.ts';

/** What becomes of a rewrite: nothing changes, native arguments for the host, or a call that the host cannot apply. */
type RewriteResult = { unchanged: true } | { native: Json } | { lost: LostRewrite };

/** Arguments that describe a call and do not change what it does. */
const labelArguments: readonly string[] = ['description'];

/** The host's adapter, the decoded event, and the call's native arguments. */
type RewriteTarget = Context & { input: Json | undefined };

/**
 * Applies a hook's rewrite to the call that the host made:
 * 1. the changes are the differences between the rewritten arguments and those that the hook was
 *    given, so that values made up for the hook do not count as changes;
 * 2. they are turned from the variant and the implied call that the hook was given into changes of
 *    the host's call;
 * 3. they are written into the host's native arguments. Only a result that decodes to exactly the
 *    wanted arguments is used.
 *
 * @param rewritten The arguments that the hook wants, in canonical terms.
 * @param losses Receives the descriptive arguments that the host has no place for.
 */
export function applyRewrite(
  host: RewriteTarget,
  dialect: Adapter,
  hookInput: HookInput,
  rewritten: Json,
  losses: Loss[],
): RewriteResult {
  const { variant } = hookInput;
  const next = changeArguments(
    variant.event,
    shownArgumentsOf(dialect, hookInput, host),
    rewritten,
  );
  if (!next) return { unchanged: true };
  const back = rebaseArguments(host.event, hookInput.impliedCall, variant.toOriginalInput(next));
  const native = back && host.input && writeArguments(host, host.input, back, losses);
  if (!native) return { lost: describeLostRewrite(host, variant.event, back, next) };
  return isSameJson(native, host.input) ? { unchanged: true } : { native };
}

/** Returns the variant's arguments with the hook's changes, or `undefined` where it changed nothing. */
function changeArguments(event: Draft, shown: Json, rewritten: Json): Json | undefined {
  if (isSameJson(shown, rewritten)) return undefined;
  if (isRaw(event.tool)) return rewritten;
  const input = event.input ?? {};
  const next = { ...input };
  for (const key of new Set([...Object.keys(shown), ...Object.keys(rewritten)])) {
    if (isSameJson(shown[key], rewritten[key])) continue;
    if (rewritten[key] !== undefined) next[key] = rewritten[key];
    else delete next[key];
  }
  // An edit may be given to a hook in whole lines, longer than the texts of the call. Then the old
  // and the new text only fit each other as the hook returned them.
  for (const key of event.tool === 'edit' ? ['old', 'new'] : []) {
    if (!isSameJson(shown[key], input[key])) next[key] = rewritten[key];
  }
  return isSameJson(next, input) ? undefined : next;
}

/** Returns the arguments that the hook was given, decoded from its payload. */
function shownArgumentsOf(dialect: Adapter, hookInput: HookInput, { world }: Context): Json {
  const event = { ...hookInput.variant.event };
  const native = argumentsOf(hookInput.binding, hookInput.payload);
  const row = native && findToolRow(dialect, toolNameOf(hookInput), native);
  if (!native || isRaw(event.tool) || !row) return event.input ?? {};
  return decodeArguments(row, native, 'input', {
    adapter: dialect,
    event,
    world,
    invalidPaths: [],
  });
}

/**
 * Turns rewritten arguments of an implied call into arguments of the host's call. Returns `undefined`
 * where the implied call is of another tool.
 */
function rebaseArguments(
  event: Draft,
  meant: Draft | undefined,
  next: Json | undefined,
): Json | undefined {
  if (!meant || !next) return next;
  if (meant.tool !== event.tool) return undefined;
  if (isRaw(event.tool)) return meant.input === event.input ? next : undefined;
  const [out, was] = [{ ...event.input }, meant.input ?? {}];
  for (const key of new Set([...Object.keys(was), ...Object.keys(next)])) {
    if (isSameJson(was[key], next[key])) continue;
    if (next[key] === undefined) delete out[key];
    else out[key] = next[key];
  }
  return out;
}

/** Writes canonical arguments into a copy of the host's native ones. Returns `undefined` where they do not fit exactly. */
function writeArguments(host: Context, native: Json, next: Json, losses: Loss[]): Json | undefined {
  const { adapter, event } = host;
  if (isRaw(event.tool)) return next;
  const row = findToolRow(adapter, event.name, native);
  if (!row) return undefined;
  const { out, homeless } = writeChanges(host, row, native, event.input ?? {}, next);
  const dropped = homeless.filter((key) => labelArguments.includes(key));
  try {
    // Arguments that decoding does not read back from the native ones have no place there.
    const own = decodeArguments(row, native, '', host);
    const wanted = expectedArguments(next, event.input ?? {}, own);
    for (const label of dropped) delete wanted[label];
    const fits = dropped.length === homeless.length;
    if (!fits || !isSameJson(decodeArguments(row, out, '', host), wanted)) return undefined;
    losses.push(...dropped.map((label): Loss => ({ kind: 'dropped', path: `input.${label}` })));
    return out;
  } catch {
    return undefined; // a required argument is missing
  }
}

/** Returns the arguments that the written call must decode to: without unchanged ones that it states elsewhere. */
const expectedArguments = (next: Json, was: Json, own: Json): Json =>
  Object.fromEntries(
    Object.entries(next).filter(([key, value]) => key in own || !isSameJson(was[key], value)),
  );

/** Writes changed arguments into a copy of the native ones, each under the name it had. `homeless`: keys without a place. */
function writeChanges(host: Context, row: ToolRow, native: Json, was: Json, next: Json) {
  const out = { ...native };
  const homeless: string[] = [];
  for (const key of new Set([...Object.keys(was), ...Object.keys(next)])) {
    if (isSameJson(was[key], next[key])) continue;
    const op = toolInputOpsOf(row).find((one) => one.canon === key);
    if (!op) homeless.push(key);
    else if (next[key] === undefined) removeArgument(op, out, host);
    else {
      const spelt = op.paths.filter(([name]) => Object.hasOwn(out, name));
      writeRow({ ...op, into: spelt.length ? spelt : op.into }, next[key], out, host);
    }
  }
  return { out, homeless };
}

/** Removes an argument. Where the host needs a value that stands for none, that value is written. */
function removeArgument(op: Op, out: Json, host: Context): void {
  for (const path of op.paths) delete out[path[0]];
  const nothing: Json = {};
  if (op.row.supply !== undefined) writeAtPaths(op, suppliedValue(op.row.supply, host), nothing);
  if (readRow(op, nothing, host) === undefined) Object.assign(out, nothing);
}

/** Describes a rewritten call that the host cannot apply, under the host's names as far as it has them. */
function describeLostRewrite(
  host: RewriteTarget,
  variant: Draft,
  back: Json | undefined,
  next: Json,
): LostRewrite {
  const { adapter, event, input } = host;
  if (isRaw(variant.tool)) return { input: next };
  const own = back !== undefined && input !== undefined;
  const row = own ? findToolRow(adapter, event.name, input) : findRowToWrite(adapter, variant.tool);
  if (!row)
    return {
      input: next,
      ...(event.tool && adapter.tools.length ? { hasForeignNames: true } : {}),
    };
  const wanted = back ?? next;
  const was = back ? (event.input ?? {}) : {};
  const { out, homeless } = writeChanges(host, row, own ? input : {}, own ? was : {}, wanted);
  const foreign = homeless.filter(
    (key) => !labelArguments.includes(key) && key in wanted && !isSameJson(was[key], wanted[key]),
  );
  for (const key of foreign) out[key] = wanted[key];
  return {
    ...(back ? {} : { name: row.names[0] }),
    input: out,
    ...(foreign.length ? { hasForeignNames: true } : {}),
  };
}

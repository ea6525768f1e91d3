import type { Loss } from '../canonical/loss.ts';
import type { Adapter, Context, Draft, ToolRow } from '../mapping/adapter.ts';
import { type FieldOp, readRow, suppliedValue, writeAtPaths, writeRow } from '../mapping/fields.ts';
import { findRowToWrite, findToolRow, isRaw, toolInputOpsOf } from '../mapping/tools.ts';
import { isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { HookInput } from './hook-input.ts';
import { argumentsOf, toolNameOf } from './hook-input.ts';
import type { LostRewrite } from './outcome-texts.ts';
import { decodeArguments } from './tool-calls.ts';

/** What becomes of a rewrite: nothing is changed; new native arguments for the host; or a call that the host cannot apply. */
type RewriteResult = { unchanged: true } | { native: Json } | { lost: LostRewrite };

/** Arguments that describe a call for people and do not change what it does. */
const labelArguments: readonly string[] = ['description'];

/**
 * The call that the host made: the host's adapter, the decoded event, and the native arguments, which
 * are `undefined` where the host's event has no place for them.
 */
type RewriteTarget = Context & { input: Json | undefined };

/**
 * Applies a hook's rewrite to the call that the host made:
 * 1. the changes are the differences between the rewritten arguments and those that the hook was
 *    given, so that values made up for the hook do not count as changes;
 * 2. they are turned into changes of the host's call, since the hook may have been given that call
 *    as another tool (a variant) or only one part of it (an implied call);
 * 3. they are written into the host's native arguments. Only a result that decodes to exactly the
 *    wanted arguments is used.
 *
 * @param rewritten The arguments that the hook wants, in canonical terms.
 * @param losses Receives the descriptive arguments that the host has no place for.
 */
export function applyRewrite(
  hostCall: RewriteTarget,
  dialect: Adapter,
  hookInput: HookInput,
  rewritten: Json,
  losses: Loss[],
): RewriteResult {
  const { variant } = hookInput;
  const variantInput = changeArguments(
    variant.event,
    shownArgumentsOf(dialect, hookInput, hostCall),
    rewritten,
  );
  if (!variantInput) return { unchanged: true };
  const hostInput = toHostInput(
    hostCall.event,
    hookInput.impliedCall,
    variant.toOriginalInput(variantInput),
  );
  const { input } = hostCall;
  const native = hostInput && input && writeArguments(hostCall, input, hostInput, losses);
  if (!native)
    return { lost: describeLostRewrite(hostCall, variant.event, hostInput, variantInput) };
  return isSameJson(native, input) ? { unchanged: true } : { native };
}

/**
 * Returns the variant's arguments with the hook's changes, or `undefined` where it changed nothing.
 *
 * @param event The variant.
 * @param shown The arguments that the hook was given, decoded from its payload.
 */
function changeArguments(event: Draft, shown: Json, rewritten: Json): Json | undefined {
  if (isSameJson(shown, rewritten)) return undefined;
  if (isRaw(event.tool)) return rewritten;
  const input = event.input ?? {};
  const changed = { ...input };
  for (const key of new Set([...Object.keys(shown), ...Object.keys(rewritten)])) {
    if (isSameJson(shown[key], rewritten[key])) continue;
    if (rewritten[key] !== undefined) changed[key] = rewritten[key];
    else delete changed[key];
  }
  // A payload may show an edit in whole lines where the call has parts of lines. Such a text is taken
  // from the hook even if the hook did not change it: an old text in whole lines and a new one in
  // parts of lines do not belong together.
  for (const key of event.tool === 'edit' ? ['old', 'new'] : []) {
    if (!isSameJson(shown[key], input[key])) changed[key] = rewritten[key];
  }
  return isSameJson(changed, input) ? undefined : changed;
}

/**
 * Returns the arguments that the hook was given, decoded from its payload. Where the payload's
 * arguments are not decoded by a table, they are those of the variant.
 */
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
 * Turns the wanted arguments of an implied call into wanted arguments of the host's call: what the hook
 * changed of the former is changed in the latter.
 *
 * @param event The host's event.
 * @param impliedCall The implied call that the hook was given. `undefined`: the hook was given the host's
 *   call itself, and `wanted` is returned as it is.
 * @param wanted `undefined`: the arguments of the variant could not be turned back.
 * @returns `undefined` where `wanted` is, or where the host's call has no such arguments: the implied call
 *   is of another tool, or of an MCP or unknown tool with arguments that are not the host's.
 */
function toHostInput(
  event: Draft,
  impliedCall: Draft | undefined,
  wanted: Json | undefined,
): Json | undefined {
  if (!impliedCall || !wanted) return wanted;
  if (impliedCall.tool !== event.tool) return undefined;
  if (isRaw(event.tool)) return impliedCall.input === event.input ? wanted : undefined;
  const [hostInput, impliedInput] = [{ ...event.input }, impliedCall.input ?? {}];
  for (const key of new Set([...Object.keys(impliedInput), ...Object.keys(wanted)])) {
    if (isSameJson(impliedInput[key], wanted[key])) continue;
    if (wanted[key] === undefined) delete hostInput[key];
    else hostInput[key] = wanted[key];
  }
  return hostInput;
}

/**
 * Writes canonical arguments into a copy of the host's native ones. Returns `undefined` where the copy
 * does not decode to exactly these arguments, without the descriptive ones that have no place there.
 */
function writeArguments(
  host: Context,
  native: Json,
  wanted: Json,
  losses: Loss[],
): Json | undefined {
  const { adapter, event } = host;
  if (isRaw(event.tool)) return wanted;
  const row = findToolRow(adapter, event.name, native);
  if (!row) return undefined;
  const current = event.input ?? {};
  const { out, homeless } = writeChanges(host, row, native, current, wanted);
  const dropped = homeless.filter((key) => labelArguments.includes(key));
  try {
    const expected = expectedArguments(wanted, current, decodeArguments(row, native, '', host));
    for (const label of dropped) delete expected[label];
    const onlyLabelsHomeless = dropped.length === homeless.length;
    if (!onlyLabelsHomeless || !isSameJson(decodeArguments(row, out, '', host), expected))
      return undefined;
    losses.push(...dropped.map((label): Loss => ({ kind: 'dropped', path: `input.${label}` })));
    return out;
  } catch {
    return undefined; // a required argument is missing
  }
}

/**
 * Returns the arguments that the written call must decode to: all that are wanted, except unchanged ones
 * that do not come from the native arguments (but from another field of the payload, or by inference).
 *
 * @param current The arguments of the host's event.
 * @param decoded Those of them that its native arguments decode to.
 */
const expectedArguments = (wanted: Json, current: Json, decoded: Json): Json =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => key in decoded || !isSameJson(current[key], value),
    ),
  );

/**
 * Writes the arguments that are to change into a copy of the native ones. An argument that may have
 * several native names is written under those that the call used.
 *
 * @returns the copy, and `homeless`: the arguments that the host's tool has no row for.
 */
function writeChanges(host: Context, row: ToolRow, native: Json, current: Json, wanted: Json) {
  const out = { ...native };
  const homeless: string[] = [];
  for (const key of new Set([...Object.keys(current), ...Object.keys(wanted)])) {
    if (isSameJson(current[key], wanted[key])) continue;
    const op = toolInputOpsOf(row).find((one) => one.canonicalName === key);
    if (!op) homeless.push(key);
    else if (wanted[key] === undefined) removeArgument(op, out, host);
    else {
      const used = op.readPaths.filter(([name]) => Object.hasOwn(out, name));
      writeRow({ ...op, writePaths: used.length ? used : op.writePaths }, wanted[key], out, host);
    }
  }
  return { out, homeless };
}

/**
 * Removes an argument. If its row has a native value to supply where the argument is missing, and that
 * value is read as a missing argument, it is written in place of the old one.
 */
function removeArgument(op: FieldOp, out: Json, host: Context): void {
  for (const path of op.readPaths) delete out[path[0]];
  const supplied: Json = {};
  if (op.row.supply !== undefined) writeAtPaths(op, suppliedValue(op.row.supply, host), supplied);
  if (readRow(op, supplied, host) === undefined) Object.assign(out, supplied);
}

/**
 * Describes a rewritten call that the host cannot apply. Its arguments have the host's names where the
 * host has one for them.
 *
 * @param variant The event that the hook was given.
 * @param hostInput The wanted arguments of the host's call. `undefined`: what the hook wants is no call of
 *   the host's tool, so a call of the variant's tool is described.
 * @param variantInput The wanted arguments of the variant.
 */
function describeLostRewrite(
  hostCall: RewriteTarget,
  variant: Draft,
  hostInput: Json | undefined,
  variantInput: Json,
): LostRewrite {
  const { adapter, event, input } = hostCall;
  if (isRaw(variant.tool)) return { input: variantInput };
  const isHostCall = hostInput !== undefined && input !== undefined;
  const row = isHostCall
    ? findToolRow(adapter, event.name, input)
    : findRowToWrite(adapter, variant.tool);
  if (!row)
    return {
      input: variantInput,
      ...(event.tool && adapter.tools.length ? { hasForeignNames: true } : {}),
    };
  const wanted = hostInput ?? variantInput;
  const current = hostInput ? (event.input ?? {}) : {};
  const { out, homeless } = writeChanges(
    hostCall,
    row,
    isHostCall ? input : {},
    isHostCall ? current : {},
    wanted,
  );
  const foreign = homeless.filter(
    (key) =>
      !labelArguments.includes(key) && key in wanted && !isSameJson(current[key], wanted[key]),
  );
  for (const key of foreign) out[key] = wanted[key];
  return {
    ...(hostInput ? {} : { name: row.names[0] }),
    input: out,
    ...(foreign.length ? { hasForeignNames: true } : {}),
  };
}

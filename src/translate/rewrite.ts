import type { Loss } from '../canonical/loss.ts';
import type { Context, Dialect, Draft, ToolRow } from '../mapping/adapter.ts';
import {
  type FieldOp,
  readRowOrAlternative,
  suppliedArgument,
  writeAtPaths,
  writeRowOrAlternative,
} from '../mapping/fields.ts';
import {
  findRowToWrite,
  findToolRow,
  hasNativeArguments,
  toolInputOpsOf,
} from '../mapping/tools.ts';
import { isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { HookInput } from './hook-input.ts';
import { argumentsOf, toolNameOf } from './native-call.ts';
import type { LostRewrite } from './outcome-texts.ts';
import { decodeArguments } from './tool-calls.ts';

/**
 * What becomes of a rewrite: the host's call stays as it is (`unchanged`), the host gets new arguments
 * (`native`), or the host cannot apply the rewritten call (`lost`).
 */
type RewriteResult = { unchanged: true } | { native: Json } | { lost: LostRewrite };

/** Arguments that describe a call for people, and have no effect on what it does. */
const labelArguments: readonly string[] = ['description'];

/**
 * The call that the host made: the host's adapter, the decoded event, and the native arguments.
 * `input` is `undefined` if the host's event has no field for arguments.
 */
type RewriteTarget = Context & { input: Json | undefined };

/**
 * Applies a hook's rewrite to the call that the host made:
 * 1. The rewritten arguments are compared with those that the hook was given. Only differences count as
 *    changes, since some arguments may have been made up for the hook.
 * 2. The changes are turned into changes of the host's call. The hook may have been given that call as
 *    another tool (a variant), or only a part of it (an implied call).
 * 3. The changed arguments are written into a copy of the host's native ones. The copy is used only if it
 *    decodes to exactly the wanted arguments. Otherwise the rewrite is lost.
 *
 * @param rewritten The arguments that the hook wants, in canonical words.
 * @param losses Receives a loss for each descriptive argument that the host has no field for.
 */
export function applyRewrite(
  target: RewriteTarget,
  dialect: Dialect,
  hookInput: HookInput,
  rewritten: Json,
  losses: Loss[],
): RewriteResult {
  const { variant } = hookInput;
  const variantInput = changeArguments(
    variant.event,
    shownArgumentsOf(dialect, hookInput, target),
    rewritten,
  );
  if (!variantInput) return { unchanged: true };
  const hostInput = toHostInput(
    target.event,
    hookInput.impliedCall,
    variant.toOriginalInput(variantInput),
  );
  const { input } = target;
  const native = hostInput && input && writeArguments(target, input, hostInput, losses);
  if (!native) return { lost: describeLostRewrite(target, variant.event, hostInput, variantInput) };
  return isSameJson(native, input) ? { unchanged: true } : { native };
}

/**
 * Returns the arguments of the variant with the changes that the hook made, or `undefined` if it made none.
 *
 * @param event The event of the variant.
 * @param shown The arguments that the hook was given, decoded from its payload.
 */
function changeArguments(event: Draft, shown: Json, rewritten: Json): Json | undefined {
  if (isSameJson(shown, rewritten)) return undefined;
  if (hasNativeArguments(event.tool)) return rewritten;
  const input = event.input ?? {};
  const changed = { ...input };
  for (const key of new Set([...Object.keys(shown), ...Object.keys(rewritten)])) {
    if (isSameJson(shown[key], rewritten[key])) continue;
    if (rewritten[key] !== undefined) changed[key] = rewritten[key];
    else delete changed[key];
  }
  // A payload may show the texts of an edit in whole lines where the call has parts of lines. Each text
  // that the hook was shown so is taken from the hook, even if the hook did not change it: an old text in
  // whole lines and a new one in parts of lines do not belong together.
  for (const key of event.tool === 'edit' ? ['old', 'new'] : []) {
    if (!isSameJson(shown[key], input[key])) changed[key] = rewritten[key];
  }
  return isSameJson(changed, input) ? undefined : changed;
}

/**
 * Returns the arguments that the hook was given, decoded from its payload. If no table decodes the
 * arguments of the payload, these are the arguments of the variant.
 */
function shownArgumentsOf(dialect: Dialect, hookInput: HookInput, { world }: Context): Json {
  const event = { ...hookInput.variant.event };
  const native = argumentsOf(hookInput.binding, hookInput.payload);
  const row = native && findToolRow(dialect, toolNameOf(hookInput), native);
  if (!native || hasNativeArguments(event.tool) || !row) return event.input ?? {};
  return decodeArguments(row, native, 'input', {
    adapter: dialect,
    event,
    world,
    invalidPaths: [],
  });
}

/**
 * Turns the wanted arguments of an implied call into wanted arguments of the host's call. Arguments that the
 * hook changed in the implied call are changed alike in the host's call.
 *
 * @param event The host's event.
 * @param impliedCall The implied call that the hook was given. `undefined`: the hook was given the host's
 *   call itself, and `wanted` is returned as it is.
 * @param wanted `undefined`: the arguments of the variant could not be turned back.
 * @returns `undefined` if `wanted` is `undefined`, or if the host's call does not have the arguments of the
 *   implied call: the implied call is of another tool, or it is of an MCP or unknown tool and its arguments
 *   are not those of the host's call.
 */
function toHostInput(
  event: Draft,
  impliedCall: Draft | undefined,
  wanted: Json | undefined,
): Json | undefined {
  if (!impliedCall || !wanted) return wanted;
  if (impliedCall.tool !== event.tool) return undefined;
  if (hasNativeArguments(event.tool)) return impliedCall.input === event.input ? wanted : undefined;
  const [hostInput, impliedInput] = [{ ...event.input }, impliedCall.input ?? {}];
  for (const key of new Set([...Object.keys(impliedInput), ...Object.keys(wanted)])) {
    if (isSameJson(impliedInput[key], wanted[key])) continue;
    if (wanted[key] === undefined) delete hostInput[key];
    else hostInput[key] = wanted[key];
  }
  return hostInput;
}

/**
 * Writes canonical arguments into a copy of the host's native ones. Descriptive arguments that the host has
 * no field for are left out, with a loss. Returns `undefined` if the copy does not decode to exactly the
 * other arguments.
 */
function writeArguments(
  host: Context,
  native: Json,
  wanted: Json,
  losses: Loss[],
): Json | undefined {
  const { adapter, event } = host;
  if (hasNativeArguments(event.tool)) return wanted;
  const row = findToolRow(adapter, event.name, native);
  if (!row) return undefined;
  const current = event.input ?? {};
  const { changed, unwritten } = writeChanges(host, row, native, current, wanted);
  const dropped = unwritten.filter((key) => labelArguments.includes(key));
  try {
    const expected = expectedArguments(wanted, current, decodeArguments(row, native, '', host));
    for (const label of dropped) delete expected[label];
    const onlyLabelsUnwritten = dropped.length === unwritten.length;
    if (!onlyLabelsUnwritten || !isSameJson(decodeArguments(row, changed, '', host), expected))
      return undefined;
    losses.push(...dropped.map((label): Loss => ({ kind: 'dropped', path: `input.${label}` })));
    return changed;
  } catch {
    return undefined; // a required argument is missing
  }
}

/**
 * Returns the arguments that the written ones must decode to. These are the wanted arguments, except
 * unchanged ones that come from elsewhere: from another field of the payload, or by inference.
 *
 * @param current The arguments of the host's event, wherever they come from.
 * @param decoded The arguments that the host's native arguments decode to.
 */
const expectedArguments = (wanted: Json, current: Json, decoded: Json): Json =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => key in decoded || !isSameJson(current[key], value),
    ),
  );

/**
 * Writes the arguments that differ from the current ones into a copy of the native arguments. An argument
 * that may have several native names is written under the names that the call used.
 *
 * @returns `changed`: the copy; `unwritten`: the arguments that the tool's row in the host's table does not have.
 */
function writeChanges(host: Context, row: ToolRow, native: Json, current: Json, wanted: Json) {
  const changed = { ...native };
  const unwritten: string[] = [];
  // A codec may put several arguments into one native one, and all of them may have changed.
  const context = { ...host, event: { ...host.event, input: wanted } };
  for (const key of new Set([...Object.keys(current), ...Object.keys(wanted)])) {
    if (isSameJson(current[key], wanted[key])) continue;
    const op = toolInputOpsOf(row).find(({ canonicalName }) => canonicalName === key);
    if (!op) unwritten.push(key);
    else if (wanted[key] === undefined) removeArgument(op, changed, host);
    else {
      const usedPaths = op.readPaths.filter(([name]) => Object.hasOwn(changed, name));
      const writePaths = usedPaths.length ? usedPaths : op.writePaths;
      writeRowOrAlternative({ ...op, writePaths }, wanted[key], changed, context);
    }
  }
  return { changed, unwritten };
}

/**
 * Removes an argument. Some rows have a value to write if the argument is missing (`supply`). This value is
 * written in place of the old one, unless it would be read as an argument.
 */
function removeArgument(op: FieldOp, input: Json, host: Context): void {
  for (const path of op.readPaths) delete input[path[0]];
  const supplied: Json = {};
  writeAtPaths(op, suppliedArgument(op.row.supply, host.event), supplied);
  if (readRowOrAlternative(op, supplied, host) === undefined) Object.assign(input, supplied);
}

/**
 * Describes a rewritten call that the host cannot apply. Arguments that the host has a name for have that
 * name; others keep their canonical name.
 *
 * @param variant The event that the hook was given.
 * @param hostInput The wanted arguments of the host's call. `undefined`: the rewritten call is no call of the
 *   host's tool. A call of the variant's tool is described then.
 * @param variantInput The wanted arguments of the variant.
 */
function describeLostRewrite(
  target: RewriteTarget,
  variant: Draft,
  hostInput: Json | undefined,
  variantInput: Json,
): LostRewrite {
  const { adapter, event, input } = target;
  if (hasNativeArguments(variant.tool)) return { input: variantInput };
  const isHostCall = hostInput !== undefined && input !== undefined;
  const row = isHostCall
    ? findToolRow(adapter, event.name, input)
    : findRowToWrite(adapter, variant.tool);
  // Without a row, all arguments keep their canonical names. These are names that the host does not have,
  // unless the event is of no tool, or the host is the canonical dialect, which has no tools.
  if (!row)
    return {
      input: variantInput,
      ...(event.tool && adapter.tools.length ? { hasCanonicalNames: true } : {}),
    };
  const wanted = hostInput ?? variantInput;
  const current = hostInput ? (event.input ?? {}) : {};
  const { changed, unwritten } = writeChanges(
    target,
    row,
    isHostCall ? input : {},
    isHostCall ? current : {},
    wanted,
  );
  const unnamed = unwritten.filter(
    (key) =>
      !labelArguments.includes(key) && key in wanted && !isSameJson(current[key], wanted[key]),
  );
  for (const key of unnamed) changed[key] = wanted[key];
  return {
    ...(hostInput ? {} : { name: row.names[0] }),
    input: changed,
    ...(unnamed.length ? { hasCanonicalNames: true } : {}),
  };
}

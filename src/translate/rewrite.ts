import type { Loss } from '../canonical/loss.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Context, Draft, ToolRow } from '../mapping/adapter.ts';
import { type Op, put, readRow, supplied, writeRow } from '../mapping/fields.ts';
import { inputOps, isRaw, rowCalled, rowFor } from '../mapping/tools.ts';
import { equal } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { HookInput } from './hook-input.ts';
import { argumentsOf, toolNameOf } from './hook-input.ts';
import type { LostRewrite } from './outcome-texts.ts';
import { decodeArguments } from './tool-calls.ts';

/** A rewritten call: what to say to the host, or why there is no form for it. */
type RewriteResult = { unchanged: true } | { native: Json } | { lost: LostRewrite };

/** Arguments that say what a call is for, and change nothing of what it does. */
const labelArguments: readonly string[] = ['description'];

/** The host: its adapter, the event as decoded, and the arguments as it has them. */
type RewriteTarget = Context & { input: Json | undefined };

/**
 * Lays what a hook changed onto the call the host made. The hook's answer is a difference from
 * what it was told; what was made up for it is not. Only an exact landing counts.
 * `asked`: canonical input. `losses` gets the labels that the host has no place for.
 */
export function applyRewrite(
  host: RewriteTarget,
  dialect: Adapter,
  told: HookInput,
  asked: Json,
  losses: Loss[],
): RewriteResult {
  const { variant } = told;
  const next = changeArguments(variant.event, shownArgumentsOf(dialect, told, host), asked);
  if (!next) return { unchanged: true };
  const back = rebaseArguments(host.event, told.impliedCall, variant.toOriginalInput(next));
  const native = back && host.input && writeArguments(host, host.input, back, losses);
  if (!native) return { lost: describeLostRewrite(host, variant.event, back, next) };
  return equal(native, host.input) ? { unchanged: true } : { native };
}

/** The input as the hook wants it; undefined when it changed nothing. */
function changeArguments(event: Draft, shown: Json, asked: Json): Json | undefined {
  if (equal(shown, asked)) return undefined;
  if (isRaw(event.tool)) return asked;
  const input = event.input ?? {};
  const next = { ...input };
  for (const key of new Set([...Object.keys(shown), ...Object.keys(asked)])) {
    if (equal(shown[key], asked[key])) continue;
    if (asked[key] !== undefined) next[key] = asked[key];
    else delete next[key];
  }
  // Texts of an edit that were told in whole lines are meant together.
  for (const key of event.tool === 'edit' ? ['old', 'new'] : []) {
    if (!equal(shown[key], input[key])) next[key] = asked[key];
  }
  return equal(next, input) ? undefined : next;
}

/** What the hook was told, read back in canonical terms. */
function shownArgumentsOf(dialect: Adapter, told: HookInput, { world }: Context): Json {
  const event = { ...told.variant.event };
  const native = argumentsOf(told.binding, told.payload);
  const row = native && rowCalled(dialect, toolNameOf(told), native);
  if (!native || isRaw(event.tool) || !row) return (event.input as Json) ?? {};
  return decodeArguments(row, native, 'input', { adapter: dialect, event, world, odd: [] });
}

/** A rewrite of what a call means as one of the call itself; undefined: it has another tool. */
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
    if (equal(was[key], next[key])) continue;
    if (next[key] === undefined) delete out[key];
    else out[key] = next[key];
  }
  return out;
}

function writeArguments(host: Context, native: Json, next: Json, losses: Loss[]): Json | undefined {
  const { adapter, event } = host;
  if (isRaw(event.tool)) return next;
  const row = rowCalled(adapter, event.name as string, native);
  if (!row) return undefined;
  const { out, homeless } = writeChanges(host, row, native, event.input ?? {}, next);
  const dropped = homeless.filter((key) => labelArguments.includes(key));
  try {
    const own = decodeArguments(row, native, '', host); // what was not read as it is written has no place
    const wanted = expectedArguments(next, event.input ?? {}, own);
    for (const label of dropped) delete wanted[label];
    const fits = dropped.length === homeless.length;
    if (!fits || !equal(decodeArguments(row, out, '', host), wanted)) return undefined;
    losses.push(...dropped.map((label): Loss => ({ kind: 'dropped', path: `input.${label}` })));
    return out;
  } catch {
    return undefined; // a required argument is missing
  }
}

/** What a call is to be, but for what it was told beside its arguments, and is to stay. */
const expectedArguments = (next: Json, was: Json, own: Json): Json =>
  Object.fromEntries(
    Object.entries(next).filter(([key, value]) => key in own || !equal(was[key], value)),
  );

/** Arguments with what differs written where it stood, and the keys that have no place. */
function writeChanges(host: Context, row: ToolRow, native: Json, was: Json, next: Json) {
  const out = { ...native };
  const homeless: string[] = [];
  for (const key of new Set([...Object.keys(was), ...Object.keys(next)])) {
    if (equal(was[key], next[key])) continue;
    const op = inputOps(row).find((one) => one.canon === key);
    if (!op) homeless.push(key);
    else if (next[key] === undefined) removeArgument(op, out, host);
    else {
      const spelt = op.paths.filter(([name]) => Object.hasOwn(out, name as string));
      writeRow({ ...op, into: spelt.length ? spelt : op.into }, next[key], out, host);
    }
  }
  return { out, homeless };
}

/** Takes an argument away: where a value says that there is none, it is said. */
function removeArgument(op: Op, out: Json, host: Context): void {
  for (const path of op.paths) delete out[path[0] as string];
  const nothing: Json = {};
  if (op.row.supply !== undefined) put(op, supplied(op.row.supply, host), nothing);
  if (readRow(op, nothing, host) === undefined) Object.assign(out, nothing);
}

/** A call that does not land, in the host's words as far as it has some. */
function describeLostRewrite(
  host: RewriteTarget,
  variant: Draft,
  back: Json | undefined,
  next: Json,
): LostRewrite {
  const { adapter, event, input } = host;
  if (isRaw(variant.tool)) return { input: next };
  const own = back !== undefined && input !== undefined;
  const row = own
    ? rowCalled(adapter, event.name as string, input)
    : rowFor(adapter, variant.tool as ToolName);
  if (!row)
    return {
      input: next,
      ...(event.tool && adapter.tools.length ? { hasForeignNames: true } : {}),
    };
  const wanted = back ?? next;
  const was = back ? (event.input ?? {}) : {};
  const { out, homeless } = writeChanges(host, row, own ? input : {}, own ? was : {}, wanted);
  const foreign = homeless.filter(
    (key) => !labelArguments.includes(key) && key in wanted && !equal(was[key], wanted[key]),
  );
  for (const key of foreign) out[key] = wanted[key];
  return {
    ...(back ? {} : { name: row.names[0] }),
    input: out,
    ...(foreign.length ? { hasForeignNames: true } : {}),
  };
}

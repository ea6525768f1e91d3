import type { Loss } from '../canonical/loss.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Context, Draft, ToolRow } from '../mapping/adapter.ts';
import { type Op, put, readRow, supplied, writeRow } from '../mapping/fields.ts';
import { inputOps, isRaw, rowCalled, rowFor } from '../mapping/tools.ts';
import { equal } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { Lost } from './texts.ts';
import type { HookInput } from './told.ts';
import { toldInput, toldName } from './told.ts';
import { decodeInput } from './tools.ts';

/** A rewritten call: what to say to the host, or why there is no form for it. */
type Landing = { unchanged: true } | { native: Json } | { lost: Lost };

/** Arguments that say what a call is for, and change nothing of what it does. */
const labels: readonly string[] = ['description'];

/** The host: its adapter, the event as decoded, and the arguments as it has them. */
type Host = Context & { input: Json | undefined };

/**
 * Lays what a hook changed onto the call the host made. The hook's answer is a difference from
 * what it was told; what was made up for it is not. Only an exact landing counts.
 * `asked`: canonical input. `losses` gets the labels that the host has no place for.
 */
export function land(
  host: Host,
  dialect: Adapter,
  told: HookInput,
  asked: Json,
  losses: Loss[],
): Landing {
  const { variant } = told;
  const next = changed(variant.event, canonical(dialect, told, host), asked);
  if (!next) return { unchanged: true };
  const back = rebased(host.event, told.meant, variant.back(next));
  const native = back && host.input && lay(host, host.input, back, losses);
  if (!native) return { lost: worded(host, variant.event, back, next) };
  return equal(native, host.input) ? { unchanged: true } : { native };
}

/** The input as the hook wants it; undefined when it changed nothing. */
function changed(event: Draft, shown: Json, asked: Json): Json | undefined {
  if (equal(shown, asked)) return undefined;
  if (isRaw(event.tool)) return asked;
  const input = event.input as Json;
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
function canonical(dialect: Adapter, told: HookInput, { world }: Context): Json {
  const event = { ...told.variant.event };
  const native = toldInput(told.binding, told.payload);
  const row = native && rowCalled(dialect, toldName(told), native);
  if (!native || isRaw(event.tool) || !row) return (event.input as Json) ?? {};
  return decodeInput(row, native, 'input', { adapter: dialect, event, world, odd: [] });
}

/** A rewrite of what a call means as one of the call itself; undefined: it has another tool. */
function rebased(event: Draft, meant: Draft | undefined, next: Json | undefined): Json | undefined {
  if (!meant || !next) return next;
  if (meant.tool !== event.tool) return undefined;
  if (isRaw(event.tool)) return meant.input === event.input ? next : undefined;
  const [out, was] = [{ ...(event.input as Json) }, meant.input as Json];
  for (const key of new Set([...Object.keys(was), ...Object.keys(next)])) {
    if (equal(was[key], next[key])) continue;
    if (next[key] === undefined) delete out[key];
    else out[key] = next[key];
  }
  return out;
}

function lay(host: Context, native: Json, next: Json, losses: Loss[]): Json | undefined {
  const { adapter, event } = host;
  if (isRaw(event.tool)) return next;
  const row = rowCalled(adapter, event.name as string, native);
  if (!row) return undefined;
  const { out, homeless } = laid(host, row, native, event.input as Json, next);
  const dropped = homeless.filter((key) => labels.includes(key));
  try {
    const own = decodeInput(row, native, '', host); // what was not read as it is written has no place
    const wanted = argumentsOf(next, event.input as Json, own);
    for (const label of dropped) delete wanted[label];
    const fits = dropped.length === homeless.length;
    if (!fits || !equal(decodeInput(row, out, '', host), wanted)) return undefined;
    losses.push(...dropped.map((label): Loss => ({ kind: 'dropped', path: `input.${label}` })));
    return out;
  } catch {
    return undefined; // a required argument is missing
  }
}

/** What a call is to be, but for what it was told beside its arguments, and is to stay. */
const argumentsOf = (next: Json, was: Json, own: Json): Json =>
  Object.fromEntries(
    Object.entries(next).filter(([key, value]) => key in own || !equal(was[key], value)),
  );

/** Arguments with what differs written where it stood, and the keys that have no place. */
function laid(host: Context, row: ToolRow, native: Json, was: Json, next: Json) {
  const out = { ...native };
  const homeless: string[] = [];
  for (const key of new Set([...Object.keys(was), ...Object.keys(next)])) {
    if (equal(was[key], next[key])) continue;
    const op = inputOps(row).find((one) => one.canon === key);
    if (!op) homeless.push(key);
    else if (next[key] === undefined) without(op, out, host);
    else {
      const spelt = op.paths.filter(([name]) => Object.hasOwn(out, name as string));
      writeRow({ ...op, into: spelt.length ? spelt : op.into }, next[key], out, host);
    }
  }
  return { out, homeless };
}

/** Takes an argument away: where a value says that there is none, it is said. */
function without(op: Op, out: Json, host: Context): void {
  for (const path of op.paths) delete out[path[0] as string];
  const nothing: Json = {};
  if (op.row.supply !== undefined) put(op, supplied(op.row.supply, host), nothing);
  if (readRow(op, nothing, host) === undefined) Object.assign(out, nothing);
}

/** A call that does not land, in the host's words as far as it has some. */
function worded(host: Host, variant: Draft, back: Json | undefined, next: Json): Lost {
  const { adapter, event, input } = host;
  if (isRaw(variant.tool)) return { input: next };
  const own = back !== undefined && input !== undefined;
  const row = own
    ? rowCalled(adapter, event.name as string, input)
    : rowFor(adapter, variant.tool as ToolName);
  if (!row)
    return { input: next, ...(event.tool && adapter.tools.length ? { foreign: true } : {}) };
  const wanted = back ?? next;
  const was = back ? (event.input as Json) : {};
  const { out, homeless } = laid(host, row, own ? input : {}, own ? was : {}, wanted);
  const foreign = homeless.filter(
    (key) => !labels.includes(key) && key in wanted && !equal(was[key], wanted[key]),
  );
  for (const key of foreign) out[key] = wanted[key];
  return {
    ...(back ? {} : { name: row.names[0] as string }),
    input: out,
    ...(foreign.length ? { foreign: true } : {}),
  };
}

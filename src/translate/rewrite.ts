import type { Adapter, Context, Draft, Json } from '../adapter.ts';
import { equal } from '../equal.ts';
import { writeRow } from '../fields.ts';
import type { Told } from './place.ts';
import { toldInput, toldName } from './place.ts';
import { decodeInput, inputOps, isRaw, rowCalled } from './tools.ts';

/** A rewritten call: what to say to the host, or why there is no form for it. */
export type Landing = { unchanged: true } | { native: Json } | { lost: Json };

/**
 * Lays what a hook changed onto the call the host made. The hook's answer is a difference from
 * what it was told; what was made up for it is not. Only an exact landing counts.
 * `host`: adapter, decoded event and native arguments of the host; `asked`: canonical input.
 */
export function land(
  host: Context & { input: Json | undefined },
  dialect: Adapter,
  told: Told,
  asked: Json,
): Landing {
  const { face } = told;
  const next = changed(face.event, canonical(dialect, told, host), asked);
  if (!next) return { unchanged: true };
  const back = rebased(host.event, told.meant, face.back(next));
  const native = back && host.input && lay(host, host.input, back);
  return native ? { native } : { lost: next };
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
  return equal(next, input) ? undefined : next;
}

/** What the hook was told, read back in canonical terms. */
function canonical(dialect: Adapter, told: Told, { world }: Context): Json {
  const event = { ...told.face.event };
  const native = toldInput(told.binding, told.payload);
  const row = native && rowCalled(dialect, toldName(told), native);
  if (!native || isRaw(event.tool) || !row) return (event.input as Json) ?? {};
  return decodeInput(row, native, 'input', { adapter: dialect, event, world });
}

/** A rewrite of what a call means as one of the call itself; undefined: it has another tool. */
function rebased(event: Draft, meant: Draft | undefined, next: Json | undefined): Json | undefined {
  if (!meant || !next) return next;
  if (isRaw(event.tool) || meant.tool !== event.tool) return undefined;
  const [out, was] = [{ ...(event.input as Json) }, meant.input as Json];
  for (const key of new Set([...Object.keys(was), ...Object.keys(next)])) {
    if (equal(was[key], next[key])) continue;
    if (next[key] === undefined) delete out[key];
    else out[key] = next[key];
  }
  return out;
}

function lay(host: Context, native: Json, next: Json): Json | undefined {
  const { adapter, event } = host;
  if (isRaw(event.tool)) return next;
  const row = rowCalled(adapter, event.name as string, native);
  if (!row) return undefined;
  const was = event.input as Json;
  const out = { ...native };
  const keys = new Set([...Object.keys(was), ...Object.keys(next)]);
  for (const key of keys) {
    if (equal(was[key], next[key])) continue;
    const op = inputOps(row).find((one) => one.canon === key);
    if (!op) return undefined;
    for (const path of op.paths) delete out[path[0] as string];
    if (next[key] !== undefined) writeRow(op, next[key], out, host);
  }
  try {
    return equal(decodeInput(row, out, '', host), next) ? out : undefined;
  } catch {
    return undefined; // a required argument is missing
  }
}

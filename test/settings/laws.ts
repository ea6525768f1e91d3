import { expect } from 'vitest';
import { startsHook } from '../../src/canonical/flags.ts';
import type { Hook } from '../../src/canonical/hook.ts';
import { type Conversion, convertText } from '../../src/convert/convert-text.ts';
import type { Entries } from '../../src/convert/ownership/ledger.ts';
import { parseJsonc } from '../../src/edit/jsonc/tree.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { readFields } from '../../src/settings/entry.ts';
import { formatOf, readHooks } from '../../src/settings/formats/index.ts';
import { handlerOf } from '../../src/settings/own-agent.ts';
import { tableOf } from '../../src/settings/tables.ts';
import type { ValueRecord } from '../../src/settings/value-record.ts';
import { adapterOf } from '../../src/translate/host.ts';
import { isObject, isSameJson } from '../../src/util/equal.ts';
import { groupBy } from '../../src/util/group.ts';
import type { Json } from '../../src/util/json.ts';
import { jsonIn, readAgentFile } from './agent-file.ts';

/** A settings file of a vendor. */
export interface File {
  vendor: string;
  text: string;
  /** The value record of its lines. */
  record?: ValueRecord;
}

const none: Entries = {};

const empty = { rows: [], text: '', record: {}, entries: none };

/** What becomes of a file; of no file, nothing. */
const onward = (from: File, to: string): Pick<Conversion, 'rows' | 'text' | 'record'> =>
  from.text ? convert(from, to) : empty;

export const convert = (
  from: File,
  to: string,
  into = '',
  ours = none,
  kept: ValueRecord = {},
  lines: 'together' | 'apart' = 'together',
): Conversion =>
  convertText({
    lines,
    from: from.vendor,
    to,
    source: { text: from.text, file: `a ${from.vendor} file`, record: from.record },
    target: { text: into, file: `a ${to} file`, record: kept },
    ofThisSource: ours,
  });

export function hooksIn({ vendor, text, record }: File): Hook[] {
  if (!text) return []; // an empty file of ours is not one
  const { hooks, unknown } = readHooks(vendor, text, `a ${vendor} file`, record);
  return [...hooks, ...unknown].map(({ hook }) => hook);
}

/** Returns hooks in their order, by event. */
function byEvent(hooks: readonly Hook[]): Record<string, Hook[]> {
  const events: Record<string, Hook[]> = {};
  for (const hook of hooks) {
    const key = `${hook.speaks} ${hook.event}`;
    events[key] = [...(events[key] ?? []), hook];
  }
  return events;
}

const stays = ({ how }: Conversion['rows'][number]): boolean => how !== 'lost' && how !== 'kept';

/** Fails with the values of both sides. Used since the comparison of vitest is slow also for equal values. */
function same(found: unknown, wanted: unknown, what: string, ...files: File[]): void {
  const said = files.map(({ vendor, text }) => `${vendor}:\n${text}`).join('\n');
  if (!isSameJson(found, wanted)) expect(found, `${what}\n${said}`).toEqual(wanted);
}

/**
 * What is true of any file in any other vendor's words, and back. Returns how the hooks got there.
 */
export function thereAndBack(a: File, to: string): string[] {
  const there = convert(a, to);
  const b = { vendor: to, text: there.text, record: there.record };
  const all = to === 'anyhook';
  // A hook's own agent has no word for one that guards nothing.
  const said = ({ guard, ...hook }: Hook): Hook =>
    guard === undefined || (!all && hook.speaks === to) ? hook : { ...hook, guard };
  const wanted = hooksIn(a)
    .filter(({ agents }) => all || (agents?.includes(to) ?? true))
    .map(said);
  same(
    there.rows.map(({ hook }) => hook),
    wanted,
    'every hook has a row',
    a,
    b,
  );
  for (const { how, losses, events } of there.rows) {
    expect(losses.length || how !== 'lost', `a loss without a name\n${a.text}`).toBeTruthy();
    expect(events.length > 0, a.text).toBe(how !== 'lost' && how !== 'kept');
  }
  wellFormed(b, there);

  const back = onward(b, a.vendor);
  // Hooks of a third dialect may find no way back; those of A itself always do, but for one that
  // would void its file and that no line can stand for.
  const gone = back.rows.filter((row) => !stays(row)).map(({ hook }) => hook);
  same(
    gone.filter((hook) => hook.speaks === a.vendor && !voids(hook)),
    [],
    'lost on the way back',
    a,
    b,
  );
  const carried = there.rows.filter(stays).map(({ hook }) => hook);
  const left = carried.filter((hook) => !gone.some((one) => isSameJson(one, hook)));
  const again = { vendor: a.vendor, text: back.text, record: back.record };
  same(byEvent(hooksIn(again)), byEvent(left), 'A → B → A', a, b, again);
  if (!gone.length) same(onward(again, to).text, b.text, 'A → B → A → B', a, b, again);
  return there.rows.map(({ how }) => how);
}

/** Tells whether the entry of a hook without a command makes its own file invalid. */
function voids(hook: Hook): boolean {
  const { speaks, event } = hook;
  const { elementOf, stateHook: state } = formatOf(speaks);
  const table = tableOf(speaks);
  const file = { hooks: { [event]: [elementOf(state(speaks, hook))] } };
  const wrong = table.validation.findProblems?.(file, table.files.own.project) ?? [];
  return wrong.length > 0 && !['shell', 'program', 'http'].includes(handlerOf(hook).kind);
}

/** Checks that a vendor can read what was written for it. */
function wellFormed(b: File, { entries, rows }: Conversion): void {
  if (b.vendor === 'anyhook' || !b.text) return;
  const value = readAgentFile(b.vendor, b.text) as { hooks: Json };
  const own = rows.filter(({ hook }) => hook.speaks === b.vendor).map(({ hook }) => hook.event);
  const known = [...adapterOf(b.vendor).bindings.nativeNames, ...own];
  for (const event of Object.keys(value.hooks)) expect(known).toContain(event);
  const natives = rows.filter(({ how }) => how === 'native').map(({ hook }) => hook.command);
  const written = Object.values(entries).flat() as Json[];
  for (const entry of written.flatMap((one) => (one.hooks ?? [one]) as Json[])) {
    const command = entry.command as string | undefined;
    if (command === undefined || natives.includes(command)) continue;
    const line = parseShimLines(command)[0];
    expect(line?.host, `not a line of ours: ${command}`).toBe(b.vendor);
    const inner = line?.flags.timeout;
    const { fields } = tableOf(b.vendor).entry;
    if (inner === undefined || !fields.timeout) continue; // without a limit of the agent, the line's own holds
    const { timeout: outer = 0 } = readFields(fields, entry);
    const longest = outer === 2_147_483_000; // a timer knows no more
    expect(longest || outer > inner, `${outer} ms around ${command}`).toBe(true);
  }
}

/** Returns the value in a file that holds the hooks. */
function content({ vendor, text }: File): unknown {
  if (vendor === 'anyhook' || !text) return hooksIn({ vendor, text });
  const value = parseJsonc(jsonIn(vendor, text), '').value?.hooks;
  return isObject(value) && Object.keys(value).length ? value : [];
}

/** Tells whether no line of an element starts a hook: the lines only serve session memory, so that the place of the element does not matter. */
function delivers(one: unknown): boolean {
  const all = (isObject(one) ? (one.hooks ?? [one]) : []) as Json[];
  const lines = all.map(({ command }) =>
    typeof command === 'string' ? parseShimLines(command)[0] : undefined,
  );
  return lines.length > 0 && lines.every((line) => line !== undefined && !startsHook(line.flags));
}

function inOrder(all: unknown): unknown {
  if (!isObject(all)) return all;
  const sorted = Object.entries(all).map(([event, list]) => {
    if (!Array.isArray(list)) return [event, list];
    const groups = groupBy(list, delivers);
    const late = groups
      .get(true)
      ?.map((one) => JSON.stringify(one))
      .sort();
    return [event, [groups.get(false), late]];
  });
  return Object.fromEntries(sorted);
}

/** Checks what must hold of a second run over the result of the first. */
export function onceMore(a: File, changed: File, to: string): void {
  const { text, entries, record } = convert(a, to);
  const b = { vendor: to, text, record };
  for (const kept of [record, {}]) {
    const twice = convert(a, to, text, entries, kept);
    same([twice.text, twice.record], [text, record], 'twice', a, b);
    const lost = convert(a, to, text, none, kept);
    same([lost.text, lost.record], [text, record], 'twice, what is written lost', a, b);
  }
  const fresh = { vendor: to, text: convert(changed, to).text };
  const then = { vendor: to, text: convert(changed, to, text, entries, record).text };
  same(
    inOrder(content(then)),
    inOrder(content(fresh)),
    'the source changed',
    a,
    b,
    changed,
    then,
    fresh,
  );
}

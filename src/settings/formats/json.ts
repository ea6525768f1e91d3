import { adapters } from '../../adapters/index.ts';
import { isHook } from '../../canonical/flags.ts';
import { hookSchema } from '../../canonical/hook.ts';
import { isGateEvent } from '../../canonical/traits.ts';
import { editJsonc } from '../../edit/jsonc/edit.ts';
import { type ParsedJsonc, parseJsonc } from '../../edit/jsonc/tree.ts';
import { editToml } from '../../edit/toml/edit.ts';
import { parseToml } from '../../edit/toml/tree.ts';
import type { Adapter, Binding } from '../../mapping/adapter.ts';
import type { SettingsTable, Syntax } from '../../mapping/settings.ts';
import { bindingOf, bindingsFor, requireBinding } from '../../translate/bindings.ts';
import { adapterOf, findAdapter } from '../../translate/host.ts';
import { equal, isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { quoteWord } from '../../util/shell/quote.ts';
import { carriedBy, hookOf, resolveKeys } from '../command-line/flags.ts';
import { showHeaders } from '../command-line/headers.ts';
import { parseShimLine } from '../command-line/shim-line.ts';
import { carried, commandIn, readEntry, unreadable, writeEntry } from '../entry.ts';
import { type At, type Finding, kindOfFinding } from '../finding.ts';
import { onFailureOf } from '../own-agent.ts';
import { tableOf } from '../tables.ts';
import type { ValueRecord } from '../value-record.ts';
import type { Element, Entry, Format, ReadHook, Settings } from './format.ts';

/** How the element of a list holds entries. */
type Shape = Pick<Format, 'entriesOf' | 'elementOf'> & {
  /** One element stands for a list of one. */
  lone: boolean;
};

const jsonc: Syntax = { read: parseJsonc, edit: editJsonc };
type Lists = ReturnType<Syntax['read']>;
const toml: Syntax = {
  read: parseToml,
  edit: (text, file, edits) => editToml(text, file, edits, 'hook'),
};
const isToml = (file: string): boolean => file.endsWith('.toml');
const syntaxOf = ({ syntax: { custom: syntax } }: SettingsTable, file: string): Syntax =>
  syntax ?? (isToml(file) ? toml : jsonc);

/** The hooks of a file: `hooks` holds a list for each event. */
function read(
  shape: Shape,
  vendor: string,
  text: string,
  file: string,
  kept: ValueRecord = {},
): Settings {
  const table = tableOf(vendor);
  const parsed: Lists & Pick<Partial<ParsedJsonc>, 'comments' | 'trailing'> = syntaxOf(
    table,
    file,
  ).read(text, file);
  const at = (path: readonly (string | number)[]) => parsed.at?.(path);
  const value = isObject(parsed.value) ? parsed.value : {};
  const findings: Finding[] = [];
  const found: ReadHook[] = [];
  const unknown: ReadHook[] = [];
  const elements: Element[] = [];
  const say = (path: (string | number)[], found: Finding) => {
    findings.push({ ...found, at: at(path) });
  };
  if (table.syntax.strictJson && !isToml(file)) {
    const { severity, effect, allowsByteOrderMark } = table.syntax.strictJson;
    const ends = severity === 'dead';
    const { trailing } = parsed;
    if (trailing) findings.push({ code: 'trailing-comma', ends, effect, at: trailing });
    const start = { line: 1, column: 1 };
    if (/^\ufeff/.test(text) && !allowsByteOrderMark)
      findings.push({ code: 'byte-order-mark', ends, effect, at: start });
  }
  const events = value.hooks;
  if (events !== undefined && !isObject(events)) {
    say(['hooks'], { code: 'hooks-no-object' });
  }
  for (const [event, list] of Object.entries(isObject(events) ? events : {})) {
    const path = ['hooks', event];
    const binding = bindingOf(adapterOf(vendor), event);
    if (!binding) {
      const instead = table.validation.renamedKeys?.[`hooks.${event}`];
      const { title: agent } = adapterOf(vendor);
      if (instead) say(path, { code: 'switch-ignored', path: path.join('.'), instead, agent });
      if (event === 'disabled' || event === 'enabled') continue; // no event of anybody's
      if (table.validation.stateKeys?.includes(event)) continue;
      const voids = table.validation.unknownEventDropsFile === true;
      say(path, { code: 'unknown-event', event, agent, voids, ...ofOthers(vendor, event) });
      const may = Array.isArray(list) && !(event in {}); // `__proto__` is no key to keep lists by
      for (const [index, value] of (may ? list : []).entries()) {
        elements.push({ event, index, value });
      }
      unknown.push(...strangers(shape, vendor, event, list, (below) => at([...path, ...below])));
      continue;
    }
    const lone = shape.lone && isObject(list);
    if (!Array.isArray(list)) {
      say(path, { code: lone ? 'lone-group' : 'no-list', event });
    }
    for (const [index, element] of (Array.isArray(list) ? list : lone ? [list] : []).entries()) {
      elements.push({ event, index, value: element });
      const entries = shape.entriesOf(element);
      if (!Array.isArray(entries)) {
        say(lone ? path : [...path, index], entries);
        continue;
      }
      for (const [entry, group, below] of entries) {
        const where = at([...path, ...(lone ? [] : [index]), ...below]);
        const why = unreadable(table, event, entry);
        if (why) findings.push({ ...why, at: where });
        else {
          const hooks = placed(vendor, event, entry as Json, group, { index, at: where, kept });
          found.push(...hooks);
          for (const one of hooks) findings.push(...missing(one, binding));
        }
      }
    }
  }
  for (const path of elsewhere(value)) {
    const { title: agent } = adapterOf(vendor);
    say(path, { code: 'hooks-elsewhere', path: path.join('.'), agent });
  }
  if (table.syntax.comments === 'drop-file' && parsed.comments)
    findings.push({ code: 'comments', ends: true });
  return {
    file,
    text,
    value,
    hooks: once(found),
    unknown,
    elements,
    findings: [...voidings(vendor, value, file, at, findings)],
    comments: parsed.comments === true,
  };
}

/** Whose event a name is, and what this agent has for the same. */
function ofOthers(vendor: string, event: string): { of?: string[]; instead?: string[] } {
  const owners = Object.values<Adapter>(adapters).filter(
    ({ tools, bindings }) => tools.length && bindings.natives.includes(event),
  );
  if (!owners.length) return {};
  const same = owners.flatMap((one) =>
    bindingsFor(adapterOf(vendor), one.bindings.eventOf(event)).map(({ native }) => native),
  );
  return { of: owners.map(({ title }) => title), instead: [...new Set(same)] };
}

/** Lists of hooks where nobody looks for them: beside `hooks`, or in another part of the file. */
function* elsewhere(value: Json, path: readonly string[] = []): Iterable<string[]> {
  for (const [key, one] of Object.entries(value)) {
    const at = [...path, key];
    if (!path.length && key === 'hooks') continue;
    if (Array.isArray(one) && isEventName(key) && one.some(isEntry)) yield at;
    else if (isObject(one) && path.length < 2) yield* elsewhere(one, at);
  }
}

const isEventName = (key: string): boolean =>
  Object.values<Adapter>(adapters).some(({ bindings }) => bindings.natives.includes(key));
const isEntry = (one: unknown): boolean =>
  isObject(one) && (typeof one.command === 'string' || Array.isArray(one.hooks));

/** What is wrong with a file, once: what makes its agent drop all of it says it best. */
function voidings(
  vendor: string,
  value: Json,
  file: string,
  at: (path: readonly (string | number)[]) => At | undefined,
  findings: readonly Finding[],
): Finding[] {
  const { title: agent } = adapterOf(vendor);
  const places = new Set<string>();
  const voids = (tableOf(vendor).validation.findProblems?.(value, file) ?? []).map(
    (one): Finding => {
      const { path, wanted, whole, effect } = one;
      const around = path.map((_, i) => at(path.slice(0, path.length - i)));
      for (const one of around) places.add(JSON.stringify(one));
      const key = path.slice(1).join('.') || String(path[0]);
      const found = path.reduce<unknown>((one, key) => (one as Json | undefined)?.[key], value);
      return { code: 'void', agent, key, found, wanted, whole, effect, at: around.find(Boolean) };
    },
  );
  const others = findings.filter(
    (one) => !(one.at && kindOfFinding(one) === 'dead' && places.has(JSON.stringify(one.at))),
  );
  return [...voids, ...others];
}

/** What stands at an event that no table of ours has, as far as it can be read. */
function strangers(
  shape: Shape,
  vendor: string,
  event: string,
  list: unknown,
  at: (below: (string | number)[]) => ReadHook['at'],
): ReadHook[] {
  const table = tableOf(vendor);
  return (Array.isArray(list) ? list : [list]).flatMap((element, index) => {
    const read = shape.entriesOf(element);
    const entries: Entry[] = Array.isArray(read) ? read : [[element, {}, []]];
    return entries.flatMap(([entry, group, below]): ReadHook[] => {
      if (!isObject(entry)) return [];
      const hook = readEntry(table, vendor, event, entry, group);
      const where = at([...(Array.isArray(list) ? [index] : []), ...below]);
      return [{ hook, event, index, at: where, wrapped: false }];
    });
  });
}

/** One entry as the hook it stands for; nothing where it only remembers. */
function placed(
  vendor: string,
  event: string,
  entry: Json,
  group: Json,
  { kept, ...where }: Pick<ReadHook, 'index' | 'at'> & { kept: ValueRecord },
): ReadHook[] {
  const table = tableOf(vendor);
  const said = commandIn(table, entry);
  const line = typeof said === 'string' ? parseShimLine(said) : undefined;
  if (line?.host === vendor && findAdapter(line.flags.as)) {
    const { flags, lost } = resolveKeys(line.flags, kept);
    if (!isHook(flags)) return [];
    const { rest, group: more } = readEntry(table, vendor, event, entry, group);
    const beside = {
      ...carried(table.group, group),
      ...carried(table.entry.fields, entry),
      ...(flags.as === vendor && { rest, group: more }), // elsewhere another agent's
    };
    const own = flags.event ?? ownEvent(vendor, event, flags.as as string);
    if (flags.command.length > 1)
      flags.command = [flags.command.map((w) => quoteWord(w, false)).join(' ')];
    const hook = showHeaders(hookOf({ ...flags, event: own as string }, beside));
    const known = own && bindingOf(adapterOf(flags.as as string), own);
    // Its copy of the data would lack keys such as __proto__.
    if (known && hookSchema.safeParse(hook).success) {
      const { n } = carriedBy(flags);
      const order = typeof n === 'number' ? { order: n } : {};
      const unkept = Object.keys(lost).length ? { lost } : {};
      return [{ hook, event, ...where, wrapped: true, ...order, ...unkept }];
    }
  }
  return [{ hook: readEntry(table, vendor, event, entry, group), event, ...where, wrapped: false }];
}

/** What is to be known of a line that names what the record does not hold. */
function* missing(
  { lost: { values, carry } = {}, hook, event, at }: ReadHook,
  binding: Binding,
): Iterable<Finding> {
  const heard = onFailureOf(hook) !== 'allow' && hook.answer === undefined;
  const refuses = heard && isGateEvent(binding.event);
  if (values !== undefined) yield { code: 'values-lost', event, refuses, key: values, at };
  if (carry !== undefined) yield { code: 'carry-lost', event, key: carry, at };
}

/** The event a dialect has for a host's, where there is just one. */
function ownEvent(vendor: string, event: string, dialect: string): string | undefined {
  const binding = requireBinding(adapterOf(vendor), event);
  const fit = bindingsFor(adapterOf(dialect), binding.event);
  return fit.length === 1 ? fit[0]?.native : undefined;
}

/** Hooks that stand at several events of a host, once; in the order they had. */
function once(found: readonly ReadHook[]): ReadHook[] {
  const seen = new Map<string, number>();
  const out: ReadHook[] = [];
  const kept = new Map<string, number>();
  for (const one of found) {
    const key = one.wrapped ? JSON.stringify([one.hook, one.order]) : '';
    if (!key) {
      out.push(one);
      continue;
    }
    const here = `${one.event} ${key}`;
    const count = (seen.get(here) ?? 0) + 1;
    seen.set(here, count);
    if (count <= (kept.get(key) ?? 0)) continue;
    kept.set(key, count);
    out.push(one);
  }
  return inOrder(out);
}

/** Puts hooks that know their place among the hooks of their event back there. */
function inOrder(hooks: readonly ReadHook[]): ReadHook[] {
  const key = ({ hook }: ReadHook) => `${hook.speaks} ${hook.event}`;
  const queues = new Map<string, ReadHook[]>();
  for (const one of hooks) queues.set(key(one), [...(queues.get(key(one)) ?? []), one]);
  for (const queue of queues.values()) {
    queue.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  }
  return hooks.map((one) => queues.get(key(one))?.shift() as ReadHook);
}

const format = (shape: Shape): Format => ({
  anyDialect: false,
  read: (vendor, text, file, kept) => read(shape, vendor, text, file, kept),
  edit: (vendor, text, file, edits) => syntaxOf(tableOf(vendor), file).edit(text, file, edits),
  entriesOf: shape.entriesOf,
  elementOf: shape.elementOf,
  stateHook: (vendor, hook) => ({ event: hook.event, ...writeEntry(tableOf(vendor), hook) }),
  canState(vendor, hook) {
    const table = tableOf(vendor);
    if (hook.speaks !== vendor) return false;
    const written = writeEntry(table, hook);
    const entries = shape.entriesOf(shape.elementOf(written));
    if (!Array.isArray(entries)) return false;
    const { event } = hook;
    const alone = { hooks: { [event]: [shape.elementOf(written)] } };
    if (table.validation.findProblems?.(alone, table.files.own.project).length) return false;
    // What an event takes that no table has is not known: all of it is carried.
    const known = bindingOf(adapterOf(vendor), hook.event);
    return entries.every(
      ([entry, group]) =>
        !(known && unreadable(table, hook.event, entry)) &&
        equal(readEntry(table, vendor, hook.event, entry as Json, group), hook),
    );
  },
  meaningOf: (vendor, entry, group) => readEntry(tableOf(vendor), vendor, '', entry, group),
});

/** An event's list holds groups, each with a matcher and a list of entries. */
export const grouped = format({
  lone: true, // one group is taken for a list of one, Gemini CLI 0.61.0
  entriesOf(element) {
    if (!isObject(element)) return { code: 'no-group' };
    const { hooks } = element;
    if (Array.isArray(hooks)) return hooks.map((entry, i) => [entry, element, ['hooks', i]]);
    const alone = typeof element.command === 'string';
    return { code: alone ? 'entry-for-group' : 'group-without-entries' };
  },
  elementOf: ({ entry, group }) => ({ ...group, hooks: [entry] }),
});

/** An event's list holds entries. */
export const flat = format({
  lone: false,
  entriesOf: (element) =>
    isObject(element) && Array.isArray(element.hooks)
      ? { code: 'group-for-entry' }
      : [[element, {}, []]],
  elementOf: ({ entry }) => entry,
});

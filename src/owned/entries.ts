/** Finds the entries of owners in settings files, and states hooks as such entries. */

import { eventKinds } from '../canonical/kinds.ts';
import type { Severity } from '../canonical/loss.ts';
import type { Hook, HookField } from '../canonical/types.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { commandKeyOf, readEntry } from '../settings/entry.ts';
import type { GroupedEntry, Settings } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { bindingOf } from '../translate/bindings.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { addMark, type Mark, readMark } from './mark.ts';
import type { OwnHook } from './own-hook.ts';
import type { LossOfHook, Target } from './targets.ts';

/** An entry of one owner, and where it stands. */
export interface OwnedEntry extends GroupedEntry {
  /** The index of the element in the list of the event. */
  index: number;
  /** The element, which may hold entries of others as well. */
  element: unknown;
  /** The index of the entry in the list of its group. Absent: the element is the entry. */
  inner?: number | undefined;
  /** The path of that list in the element. */
  listPath: readonly (string | number)[];
  /** What its mark says. */
  mark: Mark;
}

/** Returns the hook of an entry without the mark, and the mark. */
function readOwned(vendor: string, event: string, entry: Json, group: Json) {
  const hook = readEntry(tableOf(vendor), vendor, event, entry, group);
  const inDescription = readMark(hook.description);
  if (inDescription) {
    const { text, ...mark } = inDescription;
    return { mark, hook: { ...hook, description: text || undefined } };
  }
  const { text = hook.command, ...mark } = readMark(hook.command) ?? {};
  return { mark, hook: { ...hook, command: text } };
}

/** Returns the entries of all owners in some settings, in the order of the file. */
export function findMarked(vendor: string, settings: Settings): OwnedEntry[] {
  return settings.elements.flatMap(({ event, index, value: element }) => {
    const entries = formatOf(vendor).entriesOf(element);
    if (!Array.isArray(entries)) return [];
    return entries.flatMap(([entry, whole, below]): OwnedEntry[] => {
      const { hooks: _, ...group } = whole;
      if (!isObject(entry)) return [];
      const { mark } = readOwned(vendor, event, entry, group);
      if (!('owner' in mark)) return [];
      const inner = below.at(-1);
      const place = typeof inner === 'number' ? { inner } : {};
      const listPath = below.slice(0, -1);
      return [{ event, entry, group, index, element, ...place, listPath, mark }];
    });
  });
}

/** Tells whether two entries are equal, and stand in groups with equal keys. */
export const isSameEntry = (one: GroupedEntry, other: GroupedEntry): boolean =>
  isSameJson(one.entry, other.entry) && isSameJson(one.group, other.group);

/** Returns an entry of an owner as the hook that it was made of. */
export function toOwnHook(vendor: string, { event, entry, group }: OwnedEntry): OwnHook {
  const { hook } = readOwned(vendor, event, entry, group);
  const { matcher, command, timeout, name, description, env, cwd, onFailure, loopLimit } = hook;
  const { condition, answer } = hook;
  const own: OwnHook = {
    ...{ on: event, match: matcher, command, timeout, name, description, env, cwd },
    onFailure: onFailure === 'block' ? onFailure : undefined,
    ...{ loopLimit, if: condition, async: answer === 'later' || undefined },
  };
  const present = Object.entries(own).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as unknown as OwnHook;
}

/** The fields of a hook by the keys that our callers use, with how much it matters if an agent has no place for one. */
const fieldOf: Readonly<Partial<Record<keyof OwnHook, readonly [HookField, Severity]>>> = {
  timeout: ['timeout', 'lossy'],
  name: ['name', 'cosmetic'],
  description: ['description', 'cosmetic'],
  env: ['env', 'lossy'],
  cwd: ['cwd', 'lossy'],
  onFailure: ['onFailure', 'unsafe'],
  loopLimit: ['loopLimit', 'lossy'],
  if: ['condition', 'lossy'],
  async: ['answer', 'lossy'],
};

/** States a hook as an entry with a mark. `losses`: the fields that the entry does not hold, or holds otherwise. */
export function stateOwned(agent: Adapter, own: OwnHook, target: Target, mark: Mark) {
  const { id: vendor, title } = agent;
  const table = tableOf(vendor);
  const { event, matcher } = target;
  const hook: Hook = {
    ...{ speaks: vendor, event, command: own.command },
    ...(matcher !== undefined && { matcher }),
  };
  const fields: Json = hook;
  for (const [key, [field]] of Object.entries(fieldOf)) {
    const value = own[key as keyof OwnHook];
    if (key === 'async') {
      if (value === true) fields[field] = 'later';
    } else if (value !== undefined) fields[field] = value;
  }
  const format = formatOf(vendor);
  const plain = format.stateHook(vendor, hook);
  const read = readEntry(table, vendor, event, plain.entry, plain.group);
  const losses = Object.entries(fieldOf).flatMap(([key, [field, severity]]): LossOfHook[] => {
    const wanted = hook[field];
    const written = read[field];
    if (wanted === undefined || isSameJson(wanted, written)) return [];
    if (written === undefined)
      return [
        {
          ...{ code: 'key-lost', severity, event, key },
          message: `entries of ${title} have no place for ${key}`,
        },
      ];
    return [
      {
        ...{ code: 'key-changed', severity: 'cosmetic', event, key, written },
        message: `${title} cannot have ${key} ${JSON.stringify(wanted)}: it is written as ${JSON.stringify(written)}`,
      },
    ];
  });
  const name = bindingOf(agent, event)?.event;
  // Agents with rules check them at events of tools alone, and start no hook with a rule at any other.
  if (own.if !== undefined && agent.matchesRule && name && !('tool' in eventKinds[name]))
    losses.push({
      ...{ code: 'fewer-calls', severity: 'unsafe', event, key: 'if' },
      message: `${title} starts no hook with an "if" at ${event}, so the hook never runs: leave out the "if"`,
    });
  return { entry: format.stateHook(vendor, markHook(vendor, hook, mark)), losses };
}

/**
 * Adds a mark to a hook: to the description, if entries of the agent have one, and otherwise to the command.
 * If the agent has another key for the command on Windows, that one gets the command without the mark, since `#` begins
 * no comment in cmd.exe.
 */
function markHook(vendor: string, hook: Hook, mark: Mark): Hook {
  const table = tableOf(vendor);
  if (table.entry.fields.description !== undefined)
    return { ...hook, description: addMark(hook.description ?? '', mark) };
  const { command } = hook;
  const [windowsKey] = table.entry.commandKeys?.windows ?? [];
  const hasOwnKey = windowsKey !== undefined && windowsKey !== commandKeyOf(table);
  return {
    ...hook,
    command: addMark(command, mark),
    ...(hasOwnKey && { rest: { [windowsKey]: command } }),
  };
}

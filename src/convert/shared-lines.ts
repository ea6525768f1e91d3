/** Decides which hooks one line of a host's settings starts. */

import type { Hook } from '../canonical/hook.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { entryFieldsOf } from '../settings/entry.ts';
import { shellLineOf, systemOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { groupBy } from '../util/group.ts';
import type { PlanOptions } from './options.ts';
import { canMeetAt, type StartedHook, type StartedLines } from './order.ts';
import { startIdOf } from './switched-off.ts';
import { loopLimitOf } from './wrap-hook.ts';

/** One start of a hook: the host starts it at this entry point. */
export interface HookStart<One extends StartedHook = StartedHook> {
  one: One;
  point: EntryPoint;
}

/** The hooks of each line. */
export interface SharedLines<One extends StartedHook = StartedHook> extends StartedLines<One> {
  /** Returns what the line starts that starts a hook at an entry point, in order. */
  lineOf(one: One, point: EntryPoint): readonly HookStart<One>[];
}

/** The most characters that hooks on one line take, so that each system can start it. */
const maxLineLength = 6000;
/** About how many characters the flags of one hook take, without its own texts. */
const flagsLength = 160;

/** Returns about how many characters a hook takes on a line. */
const lengthOf = (hook: Hook): number =>
  Object.values(hook).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    flagsLength + (hook.env ? JSON.stringify(hook.env).length : 0),
  );

/**
 * Finds the hooks that share a line: those that the host starts at one of its events, by entries that are equal but for
 * their lines, as far as a line can say of each what holds for it alone. Hooks that one call starts keep their order,
 * and a line that would be too long is divided.
 *
 * @param hooks The hooks in the order in which they are written.
 */
export function findSharedLines<One extends StartedHook>(
  host: Adapter,
  hooks: readonly One[],
  options: PlanOptions,
): SharedLines<One> {
  const starts = hooks.flatMap((one) => one.entryPoints.map((point) => ({ one, point })));
  const lines = new Map<One, Map<EntryPoint, readonly HookStart<One>[]>>();
  for (const ofEvent of groupBy(starts, ({ point }) => point.binding.native).values())
    for (const line of divideIntoLines(host, ofEvent, options))
      for (const { one, point } of line) {
        const ofHook = lines.get(one) ?? new Map();
        lines.set(one, ofHook.set(point, line));
      }
  const lineOf = (one: One, point: EntryPoint) => lines.get(one)?.get(point) ?? [{ one, point }];
  const pointsAt = (one: One, event: string) =>
    one.entryPoints.filter(({ binding }) => binding.native === event);
  const { editedLineOf } = options;
  const shareLine = (one: One, other: One, event: string): boolean => {
    const edited = editedLineOf?.(one.hook, event);
    if (edited !== editedLineOf?.(other.hook, event)) return false;
    return (
      edited !== undefined ||
      pointsAt(one, event).every((a) =>
        pointsAt(other, event).every(
          (b) => !canMeetAt(a, b) || lineOf(one, a) === lineOf(other, b),
        ),
      )
    );
  };
  return { lineOf, shareLine, ...(editedLineOf && { editedLineOf }) };
}

/** A line while hooks are added to it. */
interface OpenLine<Start> {
  starts: Start[];
  /** About how many characters its hooks take. */
  length: number;
}

/**
 * Divides the starts of one native event into lines. A hook joins the last line of its key, unless a line behind that
 * one starts a hook for a call that starts this hook as well: it would then be started before that hook.
 */
function divideIntoLines<Start extends HookStart>(
  host: Adapter,
  starts: readonly Start[],
  options: PlanOptions,
): Start[][] {
  const lines: OpenLine<Start>[] = [];
  const lastOfKey = new Map<string, number>();
  const switchedOff = takeSwitchedOff(options);
  for (const start of starts) {
    const { hook } = start.one;
    const off = switchedOff(start);
    const key = lineKeyOf(host, hook, start.point, off, options);
    const length = lengthOf(hook);
    const at = key === undefined ? undefined : lastOfKey.get(key);
    const line = at === undefined ? undefined : lines[at];
    const mayMeet = (one: Start) => canMeetAt(one.point, start.point);
    const joins =
      line !== undefined &&
      (off !== undefined ||
        (line.length + length <= maxLineLength &&
          !lines.slice((at ?? 0) + 1).some((later) => later.starts.some(mayMeet))));
    if (joins) {
      line.starts.push(start);
      line.length += length;
      continue;
    }
    if (key !== undefined) lastOfKey.set(key, lines.length);
    lines.push({ starts: [start], length });
  }
  return lines.map(({ starts }) => starts);
}

/**
 * Returns a function that finds the entry by which the host starts a hook now, if a person has switched this entry off:
 * its number. Each entry is found once for a hook. Undefined: there is none.
 */
function takeSwitchedOff(options: PlanOptions): (start: HookStart) => number | undefined {
  const taken = new Map<string, number>();
  return ({ one: { hook }, point }) => {
    if (!options.starts?.size) return undefined;
    const id = startIdOf(point.binding.native, hook, options);
    const count = taken.get(id) ?? 0;
    taken.set(id, count + 1);
    return options.starts.get(id)?.off[count];
  };
}

/** Tells whether a line may start a hook together with others. */
export const canShareLine = (host: Adapter, one: StartedHook, options: PlanOptions): boolean =>
  one.entryPoints.some(
    (point) => lineKeyOf(host, one.hook, point, undefined, options) !== undefined,
  );

/**
 * Returns a text that is equal for hooks which one line may start at an entry point. Undefined: the hook needs a line of
 * its own. That is so
 *
 * 1. if its owner wants it, or the person trusts each line of the host by its place and text;
 * 2. if the hook is no command, or nobody waits for its answer;
 * 3. if it has a name, by which a person can switch it off in the host, and some hooks are switched off so;
 * 4. if its variables stand in the entry, and the line can name no record of values.
 *
 * @param off The entry that starts the hook now and that a person has switched off by its name, which is that of the
 *   line. Its hooks stay together, and other hooks do not join them, so that the line keeps its name. Undefined: there is none.
 */
function lineKeyOf(
  host: Adapter,
  hook: Hook,
  { binding, matcher }: EntryPoint,
  off: number | undefined,
  options: PlanOptions,
): string | undefined {
  const { lines, switchesOffByName, valuesOnLine, isOwnFile, for: platform } = options;
  const table = tableOf(host.id);
  const isOwn = hook.speaks === host.id;
  const command = shellLineOf(hook, systemOf({ for: platform }));
  if ((lines === 'apart' && off === undefined) || table.firing.dependsOnPosition) return undefined;
  if (command === undefined || hook.url !== undefined || hook.module !== undefined)
    return undefined;
  if (hook.answer !== undefined || !/^\s*[^\s-]/.test(command) || command.includes('\0'))
    return undefined;
  if (hook.name !== undefined && switchesOffByName && off === undefined) return undefined;
  if (valuesOnLine && hook.env && table.entry.fields.env) return undefined;
  // The entry of such a hook takes the place of one that a person wrote.
  if (isOwn && !isOwnFile) return undefined;
  const fields = entryFieldsOf(table, hook);
  const { ask, condition, rest, group } = hook;
  return JSON.stringify([
    binding.native,
    matcher,
    off,
    ask,
    isOwn && [condition, rest, group],
    fields.loopLimit && loopLimitOf(hook),
  ]);
}

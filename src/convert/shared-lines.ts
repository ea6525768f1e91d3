/** Decides which hooks one line of a host's settings starts. */

import type { Hook } from '../canonical/hook.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { entryFieldsOf } from '../settings/entry.ts';
import { shellLineOf, systemOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { groupBy } from '../util/group.ts';
import type { PlanOptions } from './options.ts';
import { canMeetAt, type StartedHook } from './order.ts';

/** One start of a hook: the host starts it at this entry point. */
export interface HookStart<One extends StartedHook = StartedHook> {
  one: One;
  point: EntryPoint;
}

/** The hooks of each line that starts several. */
export interface SharedLines<One extends StartedHook = StartedHook> {
  /** Returns the starts of the line that starts a hook at an entry point. Undefined: the hook has the line for itself. */
  lineOf(one: One, point: EntryPoint): readonly HookStart<One>[] | undefined;
  /** Tells whether one line starts two hooks wherever one call starts both at a native event of the host. */
  shareLine(one: One, other: One, event: string): boolean;
}

/** The most characters that the commands and names on one line take, so that each system can start it. */
const maxLineLength = 6000;
/** About how many characters the flags of one hook take. */
const flagsLength = 160;

/**
 * Finds the hooks that share a line: those that the host starts at one of its events, by entries that are equal but for
 * their lines, as far as a line can say of each what holds for it alone. They keep their order. A line that would be
 * too long is divided.
 */
export function findSharedLines<One extends StartedHook>(
  host: Adapter,
  hooks: readonly One[],
  options: PlanOptions,
): SharedLines<One> {
  const starts = hooks.flatMap((one) =>
    one.entryPoints.map((point) => ({
      one,
      point,
      key: lineKeyOf(host, one.hook, point, options),
    })),
  );
  const lines = new Map<One, Map<EntryPoint, readonly HookStart<One>[]>>();
  const apart = starts.filter(({ key }) => key !== undefined);
  for (const group of groupBy(apart, ({ key }) => key).values())
    for (const line of divideByLength(group)) {
      if (line.length < 2) continue;
      for (const { one, point } of line) {
        const ofHook = lines.get(one) ?? new Map();
        lines.set(one, ofHook.set(point, line));
      }
    }
  const lineOf = (one: One, point: EntryPoint) => lines.get(one)?.get(point);
  const pointsAt = (one: One, event: string) =>
    one.entryPoints.filter(({ binding }) => binding.native === event);
  return {
    lineOf,
    shareLine: (one, other, event) =>
      pointsAt(one, event).every((a) =>
        pointsAt(other, event).every(
          (b) => !canMeetAt(a, b) || (lineOf(one, a) && lineOf(one, a) === lineOf(other, b)),
        ),
      ),
  };
}

/** Divides starts of one line into those of several, where the line would be too long. */
function divideByLength<Start extends HookStart>(starts: readonly Start[]): Start[][] {
  const lines: Start[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const start of starts) {
    const { command, name = '' } = start.one.hook;
    const added = command.length + name.length + flagsLength;
    if (length + added > maxLineLength) {
      lines.push([]);
      length = 0;
    }
    length += added;
    lines.at(-1)?.push(start);
  }
  return lines;
}

/**
 * Returns a text that is equal for hooks which one line may start at an entry point. Undefined: the hook needs a line of
 * its own. That is so
 *
 * 1. if its owner wants it, or the person trusts each line of the host by its place and text;
 * 2. if the hook is no command, or nobody waits for its answer;
 * 3. if it has a name, by which a person can switch it off in the host, and some hooks are switched off so;
 * 4. if its variables stand in the entry, and the line can name no record of values.
 */
function lineKeyOf(
  host: Adapter,
  hook: Hook,
  { binding, matcher }: EntryPoint,
  options: PlanOptions,
): string | undefined {
  const { lines, switchesOffByName, valuesOnLine, isOwnFile, for: platform } = options;
  const table = tableOf(host.id);
  const isOwn = hook.speaks === host.id;
  const command = shellLineOf(hook, systemOf({ for: platform }));
  if (lines !== 'together' || table.firing.dependsOnPosition) return undefined;
  if (command === undefined || hook.url !== undefined || hook.module !== undefined)
    return undefined;
  if (hook.answer !== undefined || command.trim() === '' || command.includes('\0'))
    return undefined;
  if (hook.name !== undefined && switchesOffByName) return undefined;
  if (valuesOnLine && hook.env && table.entry.fields.env) return undefined;
  // The entry of such a hook takes the place of one that a person wrote.
  if (isOwn && !isOwnFile) return undefined;
  const fields = entryFieldsOf(table, hook);
  const { loopLimit, ask, condition, rest, group } = hook;
  return JSON.stringify([
    binding.native,
    matcher,
    ask,
    isOwn && [condition, rest, group],
    fields.loopLimit && loopLimit,
  ]);
}

/** Hooks on their way back to where they came from, and what became of them there meanwhile. */
import type { Hook } from '../../canonical/hook.ts';
import type { Entries } from '../../files/manifest.ts';
import { equal } from '../../util/equal.ts';
import type { Element, Placed, Settings } from '../formats/format.ts';
import { formatOf } from '../formats/index.ts';
import { drop } from './elements.ts';

/** A hook that came from the target, which has it in other words now, or no more. */
export interface Returned {
  one: Placed;
  /** What it is there now; absent: it is gone. */
  now?: Placed;
}

export interface Ends {
  from: string;
  to: string;
  /** As they are to be written. */
  hooks: readonly Placed[];
  source: Pick<Settings, 'elements'>;
  target: Settings;
  /** What we put into the target: from the source. */
  ours: Entries;
  origins: Origins;
}

/** What earlier runs put into the source. */
export interface Origins {
  /** From the target. */
  target?: Entries | undefined;
  /** From the neutral file. */
  neutral?: Entries | undefined;
}

/**
 * Hooks that must not be put beside what they were made from. One is told by the record, or by a
 * line of ours that speaks the target's dialect while the target holds a hook of the same command,
 * or one of the same event that is not accounted for. Where nothing stands, nothing stands beside.
 */
export function returned(ends: Ends): Returned[] {
  const { from, to, hooks, target, ours, origins } = ends;
  const { anyDialect } = formatOf(to);
  const sure = madeOf(ends, origins.target);
  const open = hooks
    .filter(({ hook }) => anyDialect || (hook.agents?.includes(to) ?? true))
    .filter((one) => sure.has(one) || (one.wrapped && comes(one, to)));
  if (!open.length) return [];
  const left = standing(target, ours);
  const kept = left.length > 0;
  const pair = (which: readonly Placed[], fits: (one: Hook, there: Hook) => boolean) =>
    which.flatMap((one) => {
      const at = left.findIndex(({ hook }) => sameEvent(one.hook, hook) && fits(one.hook, hook));
      if (at < 0) return [];
      const [now] = left.splice(at, 1) as [Placed];
      return [{ one, now }];
    });
  const unlike = (found: readonly Returned[]) => (one: Placed) =>
    !found.some((pair) => pair.one === one);
  // Whatever stands there as it is accounts for itself.
  const there = pair(hooks, equal);
  const changed = pair(open.filter(unlike(there)), (a, b) => a.command === b.command);
  const rest = open.filter(unlike([...there, ...changed]));
  const neutral = madeOf(ends, origins.neutral);
  const other = pair(
    rest.filter((one) => sure.has(one) || (!anyDialect && !neutral.has(one))),
    () => true,
  );
  // A file for every dialect is written to be what others are made from.
  const tells = kept && !formatOf(from).anyDialect;
  const gone = rest.filter((one) => tells && sure.has(one)).filter(unlike(other));
  return [...changed, ...other, ...gone.map((one) => ({ one }))];
}

const comes = ({ hook }: Placed, to: string): boolean =>
  hook.speaks === to || formatOf(to).anyDialect;

const sameEvent = (a: Hook, b: Hook): boolean => a.speaks === b.speaks && a.event === b.event;

/** The hooks of a file that no run of ours for this source put there. */
function standing({ hooks, elements }: Settings, ours: Entries): Placed[] {
  const own = within(elements, ours);
  return hooks.filter((one) => !one.wrapped && !own.has(`${one.event} ${one.index}`));
}

/** The hooks of the source that are among what we put there. */
function madeOf({ hooks, source }: Ends, made: Entries = {}): Set<Placed> {
  const own = within(source.elements, made);
  return new Set(hooks.filter((one) => own.has(`${one.event} ${one.index}`)));
}

/** Where the elements stand that are among some entries. */
function within(elements: readonly Element[], entries: Entries): Set<string> {
  const left = Object.fromEntries(
    Object.entries(entries).map(([event, list]) => [event, [...list]]),
  );
  const found = elements.filter(({ event, value }) => drop(left[event] ?? [], [value]));
  return new Set(found.map(({ event, index }) => `${event} ${index}`));
}

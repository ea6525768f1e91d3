/** Hooks on their way back to where they came from, and what became of them there meanwhile. */
import type { Hook } from '../../canonical/hook.ts';
import type { Finding } from '../../settings/finding.ts';
import type { ReadHook, Settings } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { displayNameOf } from '../../settings/hook-names.ts';
import { hasKnownEvent } from '../../settings/own-agent.ts';
import { equal } from '../../util/equal.ts';
import { hooksIn, matchElements } from './elements.ts';
import type { Entries } from './ledger.ts';

/** What earlier runs put into the source. */
export interface Origins {
  /** From the target. */
  target?: Entries | undefined;
  /** From the neutral file. */
  neutral?: Entries | undefined;
}

interface Ends {
  from: string;
  to: string;
  /** As they are to be written. */
  hooks: readonly ReadHook[];
  source: Settings;
  target: Settings;
  /** What we put into the target: from the source. */
  ours?: Entries | undefined;
  origins?: Origins | undefined;
}

/**
 * Hooks that must not be put beside what they were made from, and what to say of each. One is told
 * by the record, or by a line of ours that speaks the target's dialect while the target holds a hook
 * of the same command, or one of the same event that is not accounted for. Where nothing stands,
 * nothing stands beside.
 */
export function findReturnedHooks(ends: Ends): {
  held: ReadonlySet<ReadHook>;
  findings: Finding[];
} {
  const { from, to, hooks, source, target, ours, origins = {} } = ends;
  const { anyDialect } = formatOf(to);
  const sure = hooksWrittenAs(hooks, source, origins.target);
  const open = hooks.filter(
    (one) =>
      (anyDialect || (one.hook.agents?.includes(to) ?? true)) &&
      (sure.has(one) || (one.wrapped && (anyDialect || one.hook.speaks === to))),
  );
  const own = hooksWrittenAs(target.hooks, target, ours);
  // One of the target's own is its owner's, also where the shim starts it.
  const left = target.hooks.filter(
    (one) => (!one.wrapped || one.hook.speaks === to) && !own.has(one),
  );
  const kept = left.length > 0;
  const held = new Map<ReadHook, ReadHook | undefined>();
  /** Pairs each with the first left there that is of its event and fits. */
  const pair = (which: readonly ReadHook[], fits: (one: Hook, there: Hook) => boolean) =>
    which.filter((one) => {
      const at = left.findIndex(({ hook }) => sameEvent(one.hook, hook) && fits(one.hook, hook));
      if (at >= 0) held.set(one, left.splice(at, 1)[0]);
      return at >= 0;
    });
  // Whatever stands there as it is accounts for itself.
  const there = pair(open.length ? hooks : [], equal);
  pair(
    open.filter((one) => !held.has(one)),
    (a, b) => a.command === b.command && a.url === b.url,
  );
  const neutral = hooksWrittenAs(hooks, source, origins.neutral);
  const rest = open.filter((one) => !held.has(one));
  pair(
    rest.filter((one) => sure.has(one) || (!anyDialect && !neutral.has(one))),
    () => true,
  );
  // What stands there through the shim would not be known again as the same.
  for (const one of there) if (!held.get(one)?.wrapped) held.delete(one);
  // A file for every dialect is written to be what others are made from.
  if (kept && !formatOf(from).anyDialect) {
    for (const one of rest) if (sure.has(one) && !held.has(one)) held.set(one, undefined);
  }
  const run = `anyhook convert ${to} ${from} --write`;
  const changed = [...held].filter(([one]) => !there.includes(one));
  const findings = changed.map(([{ hook }, now]): Finding => {
    const about = { event: hook.event, file: source.file, run };
    return now
      ? { code: 'returned-changed', ...about, at: now.at }
      : { code: 'returned-gone', ...about, hook: displayNameOf(hook) };
  });
  // What we do not know is left to whoever does.
  const strange = there.filter(({ hook }) => !hasKnownEvent(hook));
  return { held: new Set([...held.keys(), ...strange]), findings };
}

const sameEvent = (a: Hook, b: Hook): boolean => a.speaks === b.speaks && a.event === b.event;

/** The hooks of a file that stand in elements that are among some entries. */
function hooksWrittenAs(
  hooks: readonly ReadHook[],
  { elements }: Settings,
  entries: Entries = {},
): Set<ReadHook> {
  const found = Object.entries(entries).flatMap(
    ([event, list]) =>
      matchElements(
        elements.filter((one) => one.event === event),
        list,
      ).found,
  );
  return hooksIn(hooks, found);
}

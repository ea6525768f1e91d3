/** Hooks that are converted back to the agent whose hooks they were made of. */
import type { Hook } from '../../canonical/hook.ts';
import type { Finding } from '../../settings/finding.ts';
import type { ReadHook, Settings } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { displayNameOf } from '../../settings/hook-names.ts';
import { hasKnownEvent } from '../../settings/own-agent.ts';
import { isSameJson } from '../../util/equal.ts';
import { hooksIn, matchElements } from './elements.ts';
import type { Entries } from './ledger.ts';

/** The entries that earlier conversions wrote into the source. */
export interface EntriesInSource {
  /** From the target. */
  fromTarget?: Entries | undefined;
  /** From the neutral file. */
  fromNeutral?: Entries | undefined;
}

/** The two sides of a conversion. */
interface Sides {
  from: string;
  to: string;
  /** The hooks of the source, as they are to be written. */
  hooks: readonly ReadHook[];
  source: Settings;
  target: Settings;
  /** The entries that earlier conversions wrote into the target, from the source. */
  ofThisSource?: Entries | undefined;
  writtenIntoSource?: EntriesInSource | undefined;
}

/**
 * Finds hooks of the source that an earlier conversion made of hooks of the target. They must not be
 * written beside those. A hook is taken for one where the ledger lists it, or where it is a line of ours
 * in the target's dialect and the target holds a hook of the same event: one with the same command, or
 * one that no other hook of the source accounts for.
 *
 * @returns `held`: the hooks that must not be written. `findings`: of each whose original is changed or
 *   gone, what to type to change the source accordingly.
 */
export function findReturnedHooks(sides: Sides): {
  held: ReadonlySet<ReadHook>;
  findings: Finding[];
} {
  const { from, to, hooks, source, target, ofThisSource, writtenIntoSource = {} } = sides;
  const { holdsAllDialects } = formatOf(to);
  const listed = hooksWrittenAs(hooks, source, writtenIntoSource.fromTarget);
  const candidates = hooks.filter(
    (one) =>
      (holdsAllDialects || (one.hook.agents?.includes(to) ?? true)) &&
      (listed.has(one) || (one.wrapped && (holdsAllDialects || one.hook.speaks === to))),
  );
  const written = hooksWrittenAs(target.hooks, target, ofThisSource);
  // A line of ours in the target's own dialect is its owner's hook as well.
  const originals = target.hooks.filter(
    (one) => (!one.wrapped || one.hook.speaks === to) && !written.has(one),
  );
  const hasOriginals = originals.length > 0;
  /** Each held hook, and its original; undefined: the original is gone. */
  const held = new Map<ReadHook, ReadHook | undefined>();
  /** Pairs each hook with the first original of its event that fits, and takes that off the list. */
  const pair = (some: readonly ReadHook[], fits: (one: Hook, original: Hook) => boolean) =>
    some.filter((one) => {
      const at = originals.findIndex(
        ({ hook }) => isSameEvent(one.hook, hook) && fits(one.hook, hook),
      );
      if (at >= 0) held.set(one, originals.splice(at, 1)[0]);
      return at >= 0;
    });
  const unchanged = pair(candidates.length ? hooks : [], isSameJson);
  pair(
    candidates.filter((one) => !held.has(one)),
    (a, b) => a.command === b.command && a.url === b.url,
  );
  const neutral = hooksWrittenAs(hooks, source, writtenIntoSource.fromNeutral);
  const rest = candidates.filter((one) => !held.has(one));
  pair(
    rest.filter((one) => listed.has(one) || (!holdsAllDialects && !neutral.has(one))),
    () => true,
  );
  // An unchanged hook is written as it stands there, unless it stands there as a line of ours.
  for (const one of unchanged) if (!held.get(one)?.wrapped) held.delete(one);
  // The neutral file is what other files are made from: it may bring a hook back.
  if (hasOriginals && !formatOf(from).holdsAllDialects) {
    for (const one of rest) if (listed.has(one) && !held.has(one)) held.set(one, undefined);
  }
  const run = `anyhook convert ${to} ${from} --write`;
  const changed = [...held].filter(([one]) => !unchanged.includes(one));
  const findings = changed.map(([{ hook }, original]): Finding => {
    const about = { event: hook.event, file: source.file, run };
    return original
      ? { code: 'returned-changed', ...about, at: original.at }
      : { code: 'returned-gone', ...about, hook: displayNameOf(hook) };
  });
  const ofUnknownEvents = unchanged.filter(({ hook }) => !hasKnownEvent(hook));
  return { held: new Set([...held.keys(), ...ofUnknownEvents]), findings };
}

const isSameEvent = (a: Hook, b: Hook): boolean => a.speaks === b.speaks && a.event === b.event;

/** Returns the hooks of a file that stand in elements which are among some entries. */
function hooksWrittenAs(
  hooks: readonly ReadHook[],
  { elements }: Settings,
  entries: Entries = {},
): Set<ReadHook> {
  const found = Object.entries(entries).flatMap(([event, list]) => {
    const ofEvent = elements.filter((one) => one.event === event);
    return matchElements(ofEvent, list).found;
  });
  return hooksIn(hooks, found);
}

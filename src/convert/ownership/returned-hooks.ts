/** Finds hooks that a conversion would bring back to the agent from whose hooks they were made. */
import type { Hook } from '../../canonical/types.ts';
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

/** The source and the target of a conversion. */
interface Sides {
  from: string;
  to: string;
  /** The hooks of the source, prepared to run in the target. */
  hooks: readonly ReadHook[];
  source: Settings;
  target: Settings;
  /** The entries that earlier conversions wrote into the target, from the source. */
  ofThisSource?: Entries | undefined;
  writtenIntoSource?: EntriesInSource | undefined;
}

/**
 * Finds the hooks of the source that an earlier conversion made from hooks of the target, their
 * originals. If they were written into the target, they would run in addition to these originals.
 *
 * Candidates are the hooks that the ledger lists as made from the target, and shim lines in the target's
 * dialect. (If the target is the neutral file: shim lines in any dialect.) Each hook gets at most one
 * original, at the same event: in order, one
 *
 * 1. that is equal to it, also if the hook is no candidate;
 * 2. with the same command or URL;
 * 3. that no other hook has, if the ledger lists the hook, or if it can only have been made from the target.
 *
 * A hook that the ledger lists and that gets none is held back as well: its original is gone. Two cases are
 * excepted: a target that has no original of any hook, and the neutral file as the source.
 *
 * @returns `held`: the hooks that must not be written. `findings`: for each whose original is changed or
 *   gone, the command that changes the source accordingly.
 */
export function findReturnedHooks(sides: Sides): {
  held: ReadonlySet<ReadHook>;
  findings: Finding[];
} {
  const { from, to, hooks, source, target, ofThisSource, writtenIntoSource = {} } = sides;
  const [isNeutralSource, isNeutralTarget] = [from, to].map((id) => formatOf(id).holdsAllDialects);
  const listed = hooksListedIn(hooks, source, writtenIntoSource.fromTarget);
  const candidates = hooks.filter(
    (one) =>
      (isNeutralTarget || (one.hook.agents?.includes(to) ?? true)) &&
      (listed.has(one) || (one.wrapped && (isNeutralTarget || one.hook.speaks === to))),
  );
  const written = hooksListedIn(target.hooks, target, ofThisSource);
  // A line of ours in the target's own dialect starts a hook that a person wrote for the target.
  const unpairedOriginals = target.hooks.filter(
    (one) => (!one.wrapped || one.hook.speaks === to) && !written.has(one),
  );
  const hasOriginals = unpairedOriginals.length > 0;
  /** The hooks that are held back, each with its original; undefined: the original is gone. */
  const held = new Map<ReadHook, ReadHook | undefined>();
  /** Pairs each hook with the first unpaired original of its event that fits. Returns the hooks that have one. */
  const pair = (some: readonly ReadHook[], fits: (hook: Hook, original: Hook) => boolean) =>
    some.filter((one) => {
      const at = unpairedOriginals.findIndex(
        ({ hook }) => isSameEvent(one.hook, hook) && fits(one.hook, hook),
      );
      if (at >= 0) held.set(one, unpairedOriginals.splice(at, 1)[0]);
      return at >= 0;
    });
  const unchanged = pair(candidates.length ? hooks : [], isSameJson);
  pair(
    candidates.filter((one) => !held.has(one)),
    (a, b) => a.command === b.command && a.url === b.url && a.module === b.module,
  );
  const fromNeutral = hooksListedIn(hooks, source, writtenIntoSource.fromNeutral);
  const unpaired = candidates.filter((one) => !held.has(one));
  pair(
    unpaired.filter((one) => listed.has(one) || (!isNeutralTarget && !fromNeutral.has(one))),
    () => true, // any original of the event
  );
  // An equal hook without the shim may be written: the merge finds that the target holds it already.
  for (const one of unchanged) if (!held.get(one)?.wrapped) held.delete(one);
  // The neutral file is what other files are made from: it may bring back a hook whose original is gone.
  if (hasOriginals && !isNeutralSource) {
    for (const one of unpaired) if (listed.has(one) && !held.has(one)) held.set(one, undefined);
  }
  const run = `anyhook convert ${to} ${from} --write`;
  const changed = [...held].filter(([one]) => !unchanged.includes(one));
  const findings = changed.map(([{ hook }, original]): Finding => {
    const common = { event: hook.event, file: source.file, run };
    return original
      ? { code: 'returned-changed', ...common, at: original.at }
      : { code: 'returned-gone', ...common, hook: displayNameOf(hook) };
  });
  const ofUnknownEvents = unchanged.filter(({ hook }) => !hasKnownEvent(hook));
  return { held: new Set([...held.keys(), ...ofUnknownEvents]), findings };
}

const isSameEvent = (a: Hook, b: Hook): boolean => a.speaks === b.speaks && a.event === b.event;

/** Returns those hooks of a file whose elements are listed in `entries`. */
function hooksListedIn(
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

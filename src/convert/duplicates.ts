import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { scriptPathOf } from '../check/script.ts';
import { coverageOf } from '../coverage/coverage.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { neutralVendor, readSettingsText } from '../settings/formats/index.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { findForeignReaders, hasSettings, readNamedValues } from '../settings/vendor-files.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { bindingOf } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { equal } from '../util/equal.ts';
import { groupBy } from '../util/group.ts';
import { mayMeet, type Standing } from './order.ts';
import { hooksIn } from './ownership/elements.ts';
import { type Entries, ledgerFileOf, readLedger } from './ownership/ledger.ts';
import { ownedIn } from './ownership/owners.ts';
import { type HookResult, isWrappable } from './plan.ts';

/** How many entries of one script are compared with each other. */
const few = 20;

/**
 * Scripts that a host would run twice for the same happening; `there`: what others put there; `asIs`:
 * the agent in whose settings they stand, if some that the shim can start are no lines of ours.
 */
export function firesTwice(
  vendor: string,
  rows: readonly HookResult[],
  there: readonly ReadHook[],
  place: Workspace,
  asIs?: string,
): { source: Finding[]; target: Finding[] } {
  /** What a command runs, to know the same again. */
  const runs = (hook: Hook): string => hook.url ?? scriptPathOf(hook, place) ?? hook.command.trim();
  const source: Finding[] = [];
  const target: Finding[] = [];
  const host = adapterOf(vendor);
  /** Where an entry of the host's own stands, and for which calls. */
  const ownWays = ({ event, matcher }: Hook): EntryPoint[] =>
    bindingOf(host, event)
      ? coverageOf(host, { dialect: host, event, matcher }).filter(
          ({ binding }) => binding.native === event,
        )
      : [];
  const seen = new Map<string, Standing[]>();
  const known = groupBy(there, (two) => `${two.event} ${runs(two.hook)}`);
  for (const row of rows) {
    const { hook, at, events } = row;
    const path = runs(hook);
    const script = isAbsolute(path) ? displayPath(path, place) : path;
    const ways = 'ways' in row ? row.ways : row.how === 'native' ? ownWays(hook) : [];
    const one: Standing = { hook, ways };
    const alike = seen.get(path) ?? [];
    seen.set(path, [...alike.slice(0, few), one]);
    for (const event of events) {
      const other = alike.find((two) => two.hook.event !== hook.event && meet(one, two, event));
      if (other) {
        const sources: [string, string] = [other.hook.event, hook.event];
        source.push({ code: 'twice-by-event', script, event, sources, at });
      }
      const twin = known
        .get(`${event} ${path}`)
        ?.find((two) => meet(one, { hook: two.hook, ways: ownWays(two.hook) }, event));
      if (twin && row.how !== 'native') {
        target.push({ code: 'twice-there', script, event, at: twin.at });
      }
    }
  }
  return {
    source,
    target: [...target, ...loadedToo(vendor, rows, place), ...loadedBy(vendor, rows, place, asIs)],
  };
}

/** Whether both run for some happening at an event: what is no tool's is not told apart. */
function meet(one: Standing, other: Standing, event: string): boolean {
  const [here = [], there = []] = [one, other].map(({ ways }) =>
    ways.filter(({ binding }) => binding.native === event),
  );
  const isTool = [...here, ...there].some(({ own, mcp, other }) => own.length || mcp || other);
  return here.length > 0 && there.length > 0 && (!isTool || mayMeet(one, other, event));
}

/** Hooks that a host loads from another agent's files as well, where they do not stand aside. */
function loadedToo(vendor: string, rows: readonly HookResult[], place: Workspace): Finding[] {
  const { foreign = {}, foreignEffect: how = 'what stands there is the other' } =
    tableOf(vendor).files;
  /** A script by its path; where that cannot be told, by the end that any spelling of it has. */
  const runs = (hook: Hook) => scriptPathOf(hook, place) ?? shellLineOf(hook)?.trim() ?? '';
  const endOf = (path: string) => path.split('/').slice(-2).join('/');
  const wanted = [
    ...new Set(rows.flatMap(({ hook, events }) => (events.length ? runs(hook) : []))),
  ];
  const { loads = [] } = adapterOf(vendor);
  const shown = (hook: Hook) =>
    isAbsolute(runs(hook)) ? displayPath(runs(hook), place) : runs(hook);
  const isWanted = ({ hook, wrapped }: ReadHook) => {
    const said = shellLineOf(hook) ?? '';
    const isSame = (one: string) => one && (one === runs(hook) || said.includes(endOf(one)));
    return !wrapped && wanted.some(isSame);
  };
  return (foreign[place.scope] ?? []).flatMap((file) => {
    const path = join(scopeRootOf(place).root, file);
    const found = loads.flatMap((id) => {
      const settings = attempt(() => {
        const text = readFileSync(path, 'utf8');
        return readSettingsText(id, text, file, readNamedValues(path, text, place));
      });
      const mendOf = settings && mending(settings, id, vendor, place);
      return (settings?.hooks ?? [])
        .filter(isWanted)
        .map((one) => ({ ...one, mend: mendOf?.(one) }));
    });
    return [...groupBy(found, ({ mend }) => mend).values()].map((all): Finding => {
      const scripts = [...new Set(all.map(({ hook }) => shown(hook)))];
      const lines = all.flatMap(({ at }) => at?.line ?? []);
      return { code: 'twice-loaded', scripts, file, lines, how, mend: all[0]?.mend };
    });
  });
}

/**
 * What makes a line of ours of a hook that another agent loads from its owner's file; undefined: nothing
 * does. Such a line stands aside in a project, `--force` writes no other file, and leaves what we wrote.
 */
function mending(settings: Settings, owner: string, reader: string, place: Workspace) {
  const { file, hooks, elements } = settings;
  if (place.scope !== 'project' || tableOf(owner).files.own.project !== file) return undefined;
  const record = ledgerFileOf(readLedger(scopeRootOf(place)), file);
  const { ours, theirs } = ownedIn(record, neutralVendor(), owner);
  const among = (all: Entries) =>
    hooksIn(
      hooks,
      elements.filter(({ event, value }) => all[event]?.some((one) => equal(one, value))),
    );
  const [fromNeutral, fromOthers] = [among(ours), among(theirs)];
  return (one: ReadHook): string | undefined => {
    if (fromNeutral.has(one)) return `anyhook sync --to ${owner},${reader}`;
    const isAble = !fromOthers.has(one) && isWrappable(owner, one.hook);
    return isAble ? `anyhook convert ${owner} ${owner} --force --write` : undefined;
  };
}

/** Agents of the project that load what is written. */
function loadedBy(
  vendor: string,
  rows: readonly HookResult[],
  place: Workspace,
  asIs: string | undefined,
): Finding[] {
  const runs = rows.some(({ how, events }) => events.length > 0 && how !== 'native');
  const others = runs
    ? findForeignReaders(vendor, place).filter((id) => hasSettings(id, place))
    : [];
  return others.map((id) => {
    const mend = id === asIs ? `anyhook convert ${id} ${id} --force --write` : undefined;
    return { code: 'loaded-by', agent: adapterOf(id).title, mend };
  });
}

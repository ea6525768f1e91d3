/** Finds hooks whose script the target's agent would run twice for one call. */
import { isAbsolute } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { scriptPathOf } from '../check/script.ts';
import { coverageOf } from '../coverage/coverage.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { displayPath, type Workspace } from '../settings/workspace.ts';
import { bindingOf } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { groupBy } from '../util/group.ts';
import type { HookResult } from './hook-result.ts';
import { findLoadedTwice, findLoadingAgents, type LoadingOptions } from './loaded-twice.ts';
import { canMeet, type StartedHook } from './order.ts';

/** A hook is compared with about this many earlier hooks of its script. Without a limit, the time would grow with the square of their number. */
const comparedHooks = 20;

/**
 * Finds scripts that the target's agent would run twice for one call.
 *
 * @param results The hooks that are converted.
 * @param notOurs The hooks of the target that we did not write.
 * @returns `source`: findings about two hooks of the source, of different events, that run one script at
 *   the same event of the target. `target`: findings about hooks of the target that run the script
 *   already, and about agents that load each other's settings.
 */
export function findDuplicates(
  vendor: string,
  results: readonly HookResult[],
  notOurs: readonly ReadHook[],
  options: LoadingOptions,
): { source: Finding[]; target: Finding[] } {
  const { workspace } = options;
  const source: Finding[] = [];
  const target: Finding[] = [];
  const host = adapterOf(vendor);
  /** Script, address or command → the hooks so far that run it. */
  const seen = new Map<string, StartedHook[]>();
  const hooksNotOurs = groupBy(
    notOurs,
    ({ event, hook }) => `${event} ${runnableOf(hook, workspace)}`,
  );
  for (const result of results) {
    const { hook, at, events } = result;
    const runnable = runnableOf(hook, workspace);
    const script = isAbsolute(runnable) ? displayPath(runnable, workspace) : runnable;
    const started: StartedHook = { hook, entryPoints: entryPointsOfResult(host, result) };
    const earlier = seen.get(runnable) ?? [];
    seen.set(runnable, [...earlier.slice(0, comparedHooks), started]);
    for (const event of events) {
      const other = earlier.find(
        (one) => one.hook.event !== hook.event && canRunTogether(started, one, event),
      );
      if (other) {
        const sources: [string, string] = [other.hook.event, hook.event];
        source.push({ code: 'twice-by-event', script, event, sources, at });
      }
      const twin = hooksNotOurs
        .get(`${event} ${runnable}`)
        ?.find(({ hook }) =>
          canRunTogether(started, { hook, entryPoints: ownEntryPoints(host, hook) }, event),
        );
      if (twin && result.how !== 'native') {
        target.push({ code: 'twice-there', script, event, at: twin.at });
      }
    }
  }
  return {
    source,
    target: [
      ...target,
      ...findLoadedTwice(vendor, results, options),
      ...findLoadingAgents(vendor, results, options),
    ],
  };
}

/** Returns what a hook runs: its address, the path of its script, or its command. */
const runnableOf = (hook: Hook, workspace: Workspace): string =>
  hook.url ?? hook.module ?? scriptPathOf(hook, workspace) ?? hook.command.trim();

/** Returns the entry points of a hook in the host's own dialect. */
const ownEntryPoints = (host: Adapter, { event, matcher }: Hook): EntryPoint[] =>
  bindingOf(host, event)
    ? coverageOf(host, { dialect: host, event, matcher }).filter(
        ({ binding }) => binding.native === event,
      )
    : [];

/** Returns the entry points at which a host starts the hook of a result; none if the hook is not converted. */
const entryPointsOfResult = (host: Adapter, result: HookResult): readonly EntryPoint[] => {
  if ('entryPoints' in result) return result.entryPoints;
  return result.how === 'native' ? ownEntryPoints(host, result.hook) : [];
};

/** Tells whether a host may start both hooks when it fires `event` once. At an event without a tool it always starts both. */
function canRunTogether(one: StartedHook, other: StartedHook, event: string): boolean {
  const [ofOne = [], ofOther = []] = [one, other].map(({ entryPoints }) =>
    entryPoints.filter(({ binding }) => binding.native === event),
  );
  const isOfTools = [...ofOne, ...ofOther].some(
    ({ hostTools, mcpTools, unknownTools }) => hostTools.length || mcpTools || unknownTools,
  );
  return ofOne.length > 0 && ofOther.length > 0 && (!isOfTools || canMeet(one, other, event));
}

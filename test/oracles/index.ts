import type { Vendor } from '../../src/adapters/index.ts';
import type { Effect, Json, MergingOracle, OracleFile } from './effect.ts';
import { oracleFiles } from './list.ts';

/** The oracle of each agent, for one hook on an event: written from what its client was seen to do, never from the adapters. */
export { oracles } from './list.ts';

const files: Record<Vendor, OracleFile> = oracleFiles;

/** Returns one export of every oracle's file, by vendor. */
const collect = <K extends keyof OracleFile>(key: K) =>
  Object.fromEntries(Object.entries(files).map(([id, file]) => [id, file[key]])) as Record<
    Vendor,
    OracleFile[K]
  >;

/** The oracle of each agent, for several hooks on one event. */
export const mergingOracles: Record<Vendor, MergingOracle> = collect('mergingOracle');

/** Tells whether an agent starts an entry with a matcher for a payload of the entry's event. */
export function startsHook(
  vendor: Vendor,
  event: string,
  matcher: string | undefined,
  payload: Json,
): boolean {
  return matcher === undefined || (files[vendor].matcherOracle?.(event, matcher, payload) ?? true);
}

/** How the client of an agent calls our plugin, for agents that load one. */
export const pluginClients = collect('callPlugin');
export const pluginEvents = collect('pluginEvents');

/** Adapts an effect to the payload of the event, for agents whose effect depends on the call. */
export const effectOnPayload = (vendor: Vendor, heard: Effect, payload: Json): Effect =>
  files[vendor].effectOnPayload?.(heard, payload) ?? heard;

/** Whether arguments that a rewrite leaves out keep their values (`merge`) or are gone (`replace`), by agent. */
export const partialRewrites = collect('rewrites');

/**
 * The outcome keys that an agent has no form for on any event, each with the severity of the loss and
 * its description. Absent: it has a form for every key on some event.
 */
export const withoutForm = collect('withoutForm');

/** Why single agents do something else than a hook's own agent would have done. */
export const ownReasons = Object.values(files).flatMap((file) => file.reasons ?? []);

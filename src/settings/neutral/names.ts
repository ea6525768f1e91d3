import { adapters } from '../../adapters/index.ts';
import { eventKinds } from '../../canonical/kinds.ts';
import { adapterOf } from '../../translate/host.ts';
import { keysOf } from '../../util/keys-of.ts';
import { describeUnknownWord, findIntendedWord, formatValue } from '../../util/words.ts';

/** The id of the canonical dialect, which hooks with the key `on` speak. */
export const canonicalId = 'anyhook';
/** The ids of all vendors. */
export const vendors = keysOf(adapters);
/** The ids of all agents: the vendors without the canonical dialect. */
export const agents = vendors.filter((id) => id !== canonicalId);
export const eventNames = keysOf(eventKinds);
export const canonicalToolEvents = eventNames.filter((name) => 'tool' in eventKinds[name]);
/** Returns the names of all native events of a vendor. */
export const nativeEventsOf = (vendor: string): readonly string[] =>
  adapterOf(vendor).bindings.nativeNames;

/**
 * Tells whether a vendor has an event, or may have it in a version that is newer than our tables: no
 * other vendor has an event of that name, and it is no misspelling of a known event. The first words of a known
 * name, such as `beforeShell`, may be the name of another event.
 */
export function mayBeEvent(vendor: string, event: string): boolean {
  if (nativeEventsOf(vendor).includes(event)) return true;
  // Hooks are collected in objects by event, and `__proto__` and its like cannot be keys of those.
  const isImpossible = event in {} || vendors.some((id) => nativeEventsOf(id).includes(event));
  const meant = findIntendedEvent(vendor, event);
  const hasWholeWords = meant?.startsWith(event) && /^[A-Z_-]/.test(meant.slice(event.length));
  return vendor !== canonicalId && !isImpossible && (meant === undefined || !!hasWholeWords);
}

/** Returns the event of a vendor that an unknown name was probably meant for. */
export const findIntendedEvent = (vendor: string, event: string): string | undefined =>
  findIntendedWord(event, nativeEventsOf(vendor));

/** Returns the message about a value of `on` that is no canonical event, which may be an event of an agent. */
export function explainNotCanonical(event: unknown): string {
  const owner = agents.find((vendor) => nativeEventsOf(vendor).includes(event as string));
  return owner === undefined
    ? describeUnknownWord('event', event, eventNames)
    : `${formatValue(event)} is an event of ${owner}: say "speaks: ${owner}" and "event: ${event}"`;
}

/** Returns the message about an event that a vendor does not have, which may be an event of another agent. */
export function describeUnknownEvent(vendor: string, event: string): string {
  const known = nativeEventsOf(vendor);
  const owners = agents.filter((id) => nativeEventsOf(id).includes(event));
  const isMisspelt = known.some((name) => name.toLowerCase() === event.toLowerCase());
  const [owner] = owners;
  return owner === undefined || isMisspelt
    ? describeUnknownWord(`event of ${vendor}`, event, known)
    : `${formatValue(event)} is an event of ${owners.join(', ')}, and not of ${vendor}; if the script is written for that agent, say "speaks: ${owner}"`;
}

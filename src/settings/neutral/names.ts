import { adapters } from '../../adapters/index.ts';
import { events } from '../../canonical/event.ts';
import { adapterOf } from '../../translate/host.ts';
import { keysOf } from '../../util/keys-of.ts';
import { describeUnknownWord, findNearestWord, formatValue } from '../../util/words.ts';

/** The dialect of hooks that say `on`. */
export const canonicalId = 'anyhook';
/** Returns the keys of an object, with their types. */
export const vendors = keysOf(adapters);
export const agents = vendors.filter((id) => id !== canonicalId);
export const eventNames = keysOf(events);
export const canonicalToolEvents = eventNames.filter((name) => 'tool' in events[name]);
/** Returns the names of all native events of a vendor. */
export const nativeEventsOf = (vendor: string): readonly string[] =>
  adapterOf(vendor).bindings.natives;

/** Whether a vendor has an event, or may have one that is newer than our tables. */
export function mayBeEvent(vendor: string, event: string): boolean {
  if (nativeEventsOf(vendor).includes(event)) return true;
  const others = event in {} || vendors.some((one) => nativeEventsOf(one).includes(event));
  return (
    vendor !== canonicalId &&
    !others &&
    findNearestWord(event, nativeEventsOf(vendor)) === undefined
  );
}

/** What to say of an event that is not canonical. */
export function explainNotCanonical(event: unknown): string {
  const owner = agents.find((vendor) => nativeEventsOf(vendor).includes(event as string));
  return owner === undefined
    ? describeUnknownWord('event', event, eventNames)
    : `${formatValue(event)} is an event of ${owner}: say "speaks: ${owner}" and "event: ${event}"`;
}

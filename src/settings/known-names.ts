/**
 * The names that agents, events and tools have, as lists. The build computes them, so that no bundle of the command line
 * loads every adapter to read a word.
 */
import type { Vendor } from '../adapters/index.ts';
import { type EventName, events } from '../canonical/event.ts';
import { type ToolName, tools } from '../canonical/tool.ts';
import { adapterOf, listAdapters } from '../translate/host.ts';
import { keysOf } from '../util/keys-of.ts';
import { tableOf, vendorIds } from './tables.ts';

/** Words, each with the name that it stands for. */
export type Rows<T extends string> = readonly (readonly [word: string, name: T])[];

/** Returns the id of every vendor that has settings. */
export const listVendors = (): readonly Vendor[] => vendorIds();

/** Returns the titles of vendors, and other names of them. */
export const listVendorNames = (): Rows<Vendor> =>
  vendorIds().flatMap((id) =>
    [adapterOf(id).title, ...(tableOf(id).otherNames ?? [])].map((name) => [name, id] as const),
  );

/** Returns the name of every canonical event. */
export const listEvents = (): readonly EventName[] => keysOf(events);

/** Returns what agents call events. */
export const listNativeEvents = (): Rows<EventName> =>
  listAdapters().flatMap(({ bindings }) =>
    bindings.nativeNames.map((native) => [native, bindings.eventOf(native)] as const),
  );

/** Returns the name of every canonical tool. */
export const listTools = (): readonly ToolName[] => keysOf(tools);

/** Returns what agents call tools. */
export const listNativeTools = (): Rows<ToolName> =>
  listAdapters().flatMap((adapter) =>
    adapter.tools.flatMap(({ tool, names }) => names.map((name) => [name, tool] as const)),
  );

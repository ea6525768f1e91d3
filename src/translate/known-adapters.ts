import type { Adapter } from '../mapping/adapter.ts';

let known: Readonly<Record<string, Adapter>> = {};

/**
 * Makes adapters known to code that asks for all agents without loading them itself: a run and the converter know
 * every vendor, and a program that gives its own adapters need not.
 *
 * @param adapters The adapters by their ids. Each may be a getter, which is called when the adapter is needed.
 */
export function setKnownAdapters(adapters: Readonly<Record<string, Adapter>>): void {
  known = adapters;
}

/** Returns the adapters that were made known. It is one object until others are made known. */
export const knownAdapters = (): Readonly<Record<string, Adapter>> => known;

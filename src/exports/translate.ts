/**
 * `anyhook/translate`: the functions that turn the payload of one agent into that of another, and read what a hook
 * answered, without any agent. They take whole adapters (`anyhook/adapters/*`).
 *
 * @packageDocumentation
 */

export type { Vendor } from '../adapters/index.ts';
export type { Loss } from '../canonical/loss.ts';
export type { Event, EventName, Outcome } from '../canonical/types.ts';
export { AnyhookError, type ErrorCode } from '../errors.ts';
export type { VendorOrAdapter } from '../library/agent.ts';
export { strictest } from '../library/strictest.ts';
export * from '../library/whole.ts';
export type { Adapter, Finished, World } from '../mapping/adapter.ts';

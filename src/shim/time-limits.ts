import type { Adapter, Binding } from '../mapping/adapter.ts';

/** The longest part of a time limit that is kept for our own work, in milliseconds. */
const maxReserve = 5000;

/**
 * Returns how long a hook may run if the host ends this process after `limit`: at least three quarters of
 * the limit, and never all of it. Both times are in milliseconds.
 */
export const hookTimeWithin = (limit: number): number => limit - Math.min(maxReserve, limit / 4);

/** Returns the time in milliseconds that an agent gives a hook whose settings state no time. */
export const timeLimitOf = ({ runtime }: Adapter, binding?: Binding): number =>
  binding?.timeout ?? runtime.timeout;

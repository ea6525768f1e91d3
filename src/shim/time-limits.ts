import type { Adapter, Binding } from '../mapping/adapter.ts';

/** The most that is kept back from a time limit for our own work, in milliseconds. */
const maxReserve = 5000;

/**
 * Returns the time a hook gets when the host ends this process after `limit`: less than that, and
 * never nothing. Both are in milliseconds.
 */
export const hookTimeWithin = (limit: number): number => limit - Math.min(maxReserve, limit / 4);

/** Returns the time in milliseconds that an agent gives a hook whose settings state no time. */
export const timeLimitOf = ({ runtime }: Adapter, binding?: Binding): number =>
  binding?.timeout ?? runtime.timeout;

import type { Adapter, Binding } from '../mapping/adapter.ts';

/** The most that is kept back from a limit we do not know to be longer than the hook's, in milliseconds. */
const most = 5000;

/** What a hook has of a limit that ends us as well, both in milliseconds: never nothing. */
export const hookTimeWithin = (limit: number): number => limit - Math.min(most, limit / 4);

/** The time an agent gives a hook of an event whose settings do not say, in milliseconds. */
export const timeLimitOf = ({ runtime }: Adapter, binding?: Binding): number =>
  binding?.timeout ?? runtime.timeout;

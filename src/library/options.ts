import type { World } from '../mapping/adapter.ts';

/** Options of every library call. */
export interface Options {
  /** The files, the clock and the memory that a call may read besides the payload. Default: those of this machine. */
  world?: World;
}

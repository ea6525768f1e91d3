import type { Surroundings, World } from '../mapping/adapter.ts';
import { machine } from '../translate/machine.ts';
import type { BoundedRunner } from '../translate/matching.ts';
import type { Network } from './http-hook.ts';
import type { Pipe } from './pipe.ts';
import type { Pause } from './poll.ts';

/**
 * What a run uses of the process it runs in, as functions: a built-in module of Node that few runs
 * need is loaded at the first call, and tests can give others.
 */
export interface Platform extends Network {
  /** Runs code with a time limit, in `node:vm`. */
  runBounded: BoundedRunner;
  /** Blocks this process. Absent: nothing is waited for that another hook process may note. */
  pause?: Pause;
  /** Opens the ends of an empty pipe, for one hook. Returns undefined where there is none. */
  openPipe?: () => Pipe | undefined;
  /** The folder and the variables that the host gave this process. */
  surroundings?: Surroundings;
  /** Path of the file that this process runs: `.anyhook/run.cjs`, or the executable's bundle. */
  runnerPath?: string | undefined;
}

/** Returns the world of a run: this machine, with the folder and variables of this process. */
export const worldOf = ({ surroundings }: Platform): World =>
  surroundings ? { ...machine, surroundings } : machine;

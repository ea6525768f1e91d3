import type { Flags } from '../canonical/flags.ts';
import type { Surroundings, World } from '../mapping/adapter.ts';
import { machine } from '../translate/machine.ts';
import type { BoundedRunner } from '../translate/matching.ts';
import type { Network } from './http-hook.ts';
import type { Pipe } from './pipe.ts';
import type { Pause } from './poll.ts';

/** Loads a module of Node, with its types. */
export type Require = {
  (name: 'node:child_process'): typeof import('node:child_process');
  (name: 'node:fs'): typeof import('node:fs');
  (name: 'node:module'): typeof import('node:module');
  (name: 'node:stream'): typeof import('node:stream');
  (name: 'node:vm'): typeof import('node:vm');
};

/** What a run needs in a process that is another program's: an agent's, which loads anyhook as a plugin. */
export interface SharedProcess {
  /** Is aborted when the agent wants no answer any more: the hook command is then ended with its children. Absent: never. */
  signal?: AbortSignal | undefined;
  /** Returns the program and the arguments that run a hook which is a module, on the canonical event on stdin, in a process of its own. */
  listModuleWords(module: string, onFailure: Flags['onFailure']): readonly string[];
  /** Starts the line in a process of its own, whose answer nobody waits for. Returns false if it could not be started. */
  startDetachedRun(payload: Buffer): Promise<boolean>;
}

/**
 * What a run uses of the process it runs in. Most fields are functions, so that built-in modules of Node
 * that few runs need are loaded at the first call, and tests can pass other functions.
 */
export interface Platform extends Network {
  /** Runs code with a time limit, in `node:vm`. */
  runBounded: BoundedRunner;
  /** Blocks this process. Absent: a run never waits for a note of another hook process. */
  pause?: Pause;
  /** Opens the ends of an empty pipe for one hook. Returns undefined if there is no such pipe. */
  openPipe?: () => Pipe | undefined;
  /** The working directory and the environment variables that the host gave this process. */
  surroundings?: Surroundings;
  /** Loads modules of Node for a handler that is called in this process. Absent: modules of hooks cannot be run. */
  require?: Require;
  /** Returns the milliseconds since this process was started, which is when the host's time began. Absent: none. */
  elapsed?: () => number;
  /** Path of the file that this process runs: `.anyhook/run.cjs`, or the executable's bundle. In a shared process: that of the runner. */
  runnerPath?: string | undefined;
  /**
   * The process goes on after the run, and nothing of it may be changed: it gets no handlers of signals, and no timer, pipe or
   * command of the run keeps it alive. Absent: the process is ours, and ends after the run.
   */
  shared?: SharedProcess | undefined;
}

/** Returns the world of a run: this machine, with the folder and variables of this process. */
export const worldOf = ({ surroundings }: Platform): World =>
  surroundings ? { ...machine, surroundings } : machine;

/** Says what takes long to whoever listens: the command line does, in a terminal. Where nobody listens, it costs nothing. */

/** How many things are done, and of how many. */
export interface Count {
  done: number;
  of: number;
}

/** Hears what is done. */
export interface ProgressListener {
  /** Hears what begins now, such as `Checking hooks`. */
  step(what: string, count?: Count): void;
  /** Hears what is waited for from now on, and returns a function to call at its end. */
  wait(what: string): () => void;
  /** Calls work that does not wait and listens to no signal, so that a person can end it at once. */
  compute<T>(work: () => T): T;
}

let listener: ProgressListener | undefined;

/** Makes a listener the only one. Undefined: nobody listens any more. */
export const listenToProgress = (one: ProgressListener | undefined): void => {
  listener = one;
};

/** Calls long work that does not wait and listens to no signal, and says what it is. */
export function computeStep<T>(what: string, work: () => T): T {
  if (!listener) return work();
  listener.step(what);
  return listener.compute(work);
}

/**
 * Does with each item what `Array.map` does, and says how many are done.
 *
 * @param work Makes the result for an item.
 */
export function mapSteps<T, Result>(
  what: string,
  items: readonly T[],
  work: (item: T, index: number) => Result,
): Result[] {
  const heard = listener;
  if (!heard) return items.map(work);
  return items.map((item, done) => {
    heard.step(what, { done, of: items.length });
    return work(item, done);
  });
}

/** Waits for something, and says what it is, such as `guard.sh (Gemini CLI)`. */
export async function waitFor<T>(what: string, awaited: Promise<T>): Promise<T> {
  const end = listener?.wait(what);
  try {
    return await awaited;
  } finally {
    end?.();
  }
}

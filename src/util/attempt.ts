/** Undefined where work fails: for what only tidies up, or may as well not be there. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Returns the result of a function, or undefined where it throws. For work whose failure does not matter. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

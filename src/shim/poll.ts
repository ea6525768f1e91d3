/** Blocks this process for a number of milliseconds. */
export type Pause = (milliseconds: number) => void;

/**
 * How long to wait for another hook process, in milliseconds. Hooks that were started side by side were
 * seen up to 400 ms apart.
 */
const maxWait = 1500;
/** Milliseconds from one look to the next. */
const interval = 25;

/**
 * Looks again and again for a value that another hook process may note, which the host has started at the
 * same time as this one.
 *
 * @param find Returns the value, or undefined if it is not noted yet.
 * @returns the value; undefined if none was noted within 1.5 seconds.
 */
export function pollUntilFound(find: () => unknown, pause: Pause): unknown {
  let found: unknown;
  for (let waited = 0; waited < maxWait && found === undefined; waited += interval) {
    pause(interval);
    found = find();
  }
  return found;
}

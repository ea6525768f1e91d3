/** Keeps this process from going on for so many milliseconds. */
export type Pause = (milliseconds: number) => void;

/** How long an event may be later than one fired beside it, in milliseconds: 400 were seen. */
const patience = 1500;
const step = 25;

/** What the entry of another event notes, which was started at the same time; undefined: nothing. */
export function pollUntilFound(recall: () => unknown, pause: Pause): unknown {
  let found: unknown;
  for (let waited = 0; waited < patience && found === undefined; waited += step) {
    pause(step);
    found = recall();
  }
  return found;
}

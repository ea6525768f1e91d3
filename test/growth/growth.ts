/** CPU time below which a measurement is ignored, in milliseconds. */
const floor = 20;
/** How much shorter the other text is. */
const parts = 16;
/** How much more work a text may be than its parts apart: 1 is linear, 16 is quadratic. */
const most = 6;

const timed = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
/** Milliseconds of computing, the least of four: what else the machine does makes no failure of it. */
export const computing = (run: () => unknown): number =>
  Math.min(timed(run), timed(run), timed(run), timed(run));

/**
 * Whether work on a text grows worse than the text: undefined if not, else how much more it is on
 * the whole text than on its sixteen parts. `make` is given the number of repetitions, up to `large`.
 */
export function grows(
  make: (count: number) => string,
  work: (text: string) => unknown,
  large: number,
): number | undefined {
  // From short to long: what is far worse must not be met at a length that takes it long.
  for (const part of [16, 8, 4, 2, 1]) {
    const count = Math.ceil(large / part);
    const text = make(count);
    if (timed(() => work(text)) < floor || computing(() => work(text)) < floor) continue;
    const shorter = make(Math.ceil(count / parts));
    const apart = () => {
      for (let part = 0; part < parts; part++) work(shorter);
    };
    const ratio = () => computing(() => work(text)) / Math.max(computing(apart), 0.01);
    // What grows so does so each time.
    let by = ratio();
    for (let again = 0; by > most && again < 5; again++) by = Math.min(by, ratio());
    if (by > most) return Math.round(by);
  }
  return undefined;
}

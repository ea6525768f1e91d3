/** Work that takes less is none, in milliseconds: a busy machine makes no failure of it. */
const floor = 20;
/** How much more work four times the text may be: 4 is linear, 16 is quadratic. */
const most = 11;

const timed = (run: () => unknown): number => {
  const began = performance.now();
  run();
  return performance.now() - began;
};
const least = (run: () => unknown) => Math.min(timed(run), timed(run), timed(run), timed(run));

/**
 * Whether work on a text grows worse than the text: undefined if not, else by how much when the
 * text is four times as long. `make` is given the number of repetitions, up to `large`.
 */
export function grows(
  make: (count: number) => string,
  work: (text: string) => unknown,
  large: number,
): number | undefined {
  // From short to long: what is far worse must not be met at full length.
  for (let count = Math.ceil(large / 16); count <= large; count *= 4) {
    const text = make(count);
    if (timed(() => work(text)) < floor || least(() => work(text)) < floor) continue;
    const shorter = make(Math.ceil(count / 4));
    const by =
      least(() => work(text)) /
      Math.max(
        least(() => work(shorter)),
        0.01,
      );
    if (by > most) return Math.round(by);
  }
  return undefined;
}

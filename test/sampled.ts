import fc from 'fast-check';

/** All in CI; else one in so many, beginning with the `turn`th. */
export const sampled = <T>(all: readonly T[], every: number, turn = 0): T[] =>
  all.filter((_, i) => process.env.CI || (i + turn) % every === 0);

/** So many in CI; else fewer, a quarter unless said. */
export const often = (all: number, some = Math.ceil(all / 4)): number =>
  process.env.CI ? all : some;

/** So many numbers, others with every seed. */
export const numbers = (count: number): number[] =>
  fc.sample(fc.nat(), { numRuns: count, unbiased: true });

/** So many of each kind, in any order: others with every seed. */
export function drawn<T>(all: readonly T[], of: (one: T) => string, most: number): T[] {
  const order = numbers(all.length);
  const shuffled = all.map((one, i) => [order[i] as number, one] as const);
  const taken = new Map<string, number>();
  return shuffled
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
    .filter((one) => {
      const count = (taken.get(of(one)) ?? 0) + 1;
      taken.set(of(one), count);
      return count <= most;
    });
}

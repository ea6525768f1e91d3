/** All in CI; else one in so many, beginning with the `turn`th. */
export const sampled = <T>(all: readonly T[], every: number, turn = 0): T[] =>
  all.filter((_, i) => process.env.CI || (i + turn) % every === 0);

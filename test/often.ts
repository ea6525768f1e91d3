/** Runs of a property: all of them in CI, a quarter elsewhere. */
export const often = (runs: number): number => Math.ceil(runs / (process.env.CI ? 1 : 4));

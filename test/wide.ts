import { inject, type TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Whether `npm run test:matrix` plays a test with all of its table. */
    hasTable?: true;
  }
}

/**
 * True in `npm run test:matrix`, which plays whole tables and the long numbers of inputs; false in
 * `npm test` and `npm run test:system`, which play a fixed part of them. A file that imports this
 * module is played by its own layer and by the matrix, which skips each of its tests that is
 * neither marked by {@link hasTable} nor a property with `longRuns`.
 */
export const isWide: boolean = inject('wide') === true;

/** The options of a test that plays more of its table where {@link isWide} holds. */
export const hasTable = { meta: { hasTable: true } } as const;

/** Tells whether a test was marked by {@link hasTable}. */
export const isOfTable = ({ meta }: TestContext['task']): boolean => meta.hasTable === true;

/**
 * Returns every n-th item of a list; with {@link isWide}, all items.
 *
 * @param every The n.
 * @param first The index to begin with, so that neighbouring tests play different parts.
 */
export const partOf = <T>(all: readonly T[], every: number, first = 0): T[] =>
  all.filter((_, i) => isWide || i % every === first % every);

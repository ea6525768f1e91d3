import { inject, type TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Whether `npm run test:matrix` plays a test with all of its table. */
    hasTable?: true;
  }
}

/**
 * Whether all of a table is played, and a property with its many inputs, as by `npm run test:matrix`, or the fixed part of it that
 * `npm test` and `npm run test:system` have time for. Files that import this are played by both; of
 * their tests the matrix plays those that are marked by {@link hasTable}.
 */
export const isWide: boolean = inject('wide') === true;

/** The options of a test that plays more of its table where {@link isWide} holds. */
export const hasTable = { meta: { hasTable: true } } as const;

/** Whether a test was marked by {@link hasTable}. */
export const isOfTable = ({ meta }: TestContext['task']): boolean => meta.hasTable === true;

/**
 * One of so many, beginning with the first or with another one, so that neighbours play different
 * parts; all of them by `npm run test:matrix`.
 */
export const partOf = <T>(all: readonly T[], every: number, first = 0): T[] =>
  all.filter((_, i) => isWide || i % every === first % every);

import { inject } from 'vitest';

/**
 * Whether all of a table is played, as by `npm run test:matrix`, or the fixed part of it that
 * `npm test` and `npm run test:system` have time for. Files that import this are played by both.
 */
export const isWide: boolean = inject('wide') === true;

/**
 * One of so many, beginning with the first or with another one, so that neighbours play different
 * parts; all of them by `npm run test:matrix`.
 */
export const partOf = <T>(all: readonly T[], every: number, first = 0): T[] =>
  all.filter((_, i) => isWide || i % every === first % every);

/**
 * What happens at an error that nobody has caught, and at the end of all work. `run.ts` ends the process; while a handler
 * runs, the hook has failed.
 */
export const crash: { take(error: unknown, how?: string): void; idle(): void } = {
  take: () => {},
  idle: () => {},
};

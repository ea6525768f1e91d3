/** What happens at an error that nobody has caught. `run.ts` ends the process; while a handler runs, the hook has failed. */
export const crash: { take(error: unknown): void } = { take: () => {} };

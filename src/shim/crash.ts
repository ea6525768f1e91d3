/**
 * What happens at an error that nobody has caught, and at the end of all work. `run.ts` ends the process; while a handler
 * runs, the hook has failed.
 *
 * `giveUp` ends the process with the exit code `lostCode`, where a handler has changed built-in objects for good, so that no
 * code of ours can be trusted any more. It uses nothing that can be changed.
 */
export const crash: {
  take(error: unknown, how?: string): void;
  idle(): void;
  giveUp(): void;
  lostCode: 0 | 2;
} = {
  take: () => {},
  idle: () => {},
  giveUp: () => {},
  lostCode: 2,
};

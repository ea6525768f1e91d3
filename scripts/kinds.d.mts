/** Returns the code of a module with the exports of `kinds.ts`, for the runner. */
export function printFastKindsModule(kinds: Record<string, unknown>): string;
/** Returns the code of a module with the exports of `kinds.ts`, as short as possible. */
export function printKindsModule(kinds: Record<string, unknown>): string;
